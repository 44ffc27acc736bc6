// Package web embeds the page of kubectl meshwork ui.
package web

import (
	"embed"
	"io/fs"
)

// dist is built from src by `npm run build`. It is checked in so that Go alone builds the plugin.
//
//go:embed dist
var files embed.FS

// Files returns the files of the page: index.html, scripts and styles.
func Files() fs.FS {
	dist, err := fs.Sub(files, "dist")
	if err != nil {
		panic(err) // "dist" is a valid path
	}
	return dist
}
