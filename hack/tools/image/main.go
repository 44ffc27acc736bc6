// Command image writes an image that contains one static program and its licenses, for one or
// more platforms, as an OCI layout. It needs no container engine, and prints the digest of the
// image index:
//
//	image -program NAME -created SECONDS -directory DIRECTORY [-label KEY=VALUE]... PLATFORM=DIRECTORY...
//
// Each directory has the program and its licenses for a platform, such as linux/amd64. The output
// depends only on the arguments and on these files.
package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
)

// user is an arbitrary unprivileged user. Kubernetes checks runAsNonRoot only for numeric IDs.
const user = "65532:65532"

type settings struct {
	program string
	created time.Time
	labels  map[string]string // also the annotations of the index
}

func main() {
	settings := settings{labels: map[string]string{}}
	flag.StringVar(&settings.program, "program", "", "File name of the program, which is the entrypoint.")
	created := flag.Int64("created", 0, "Time of creation, in seconds since 1970.")
	directory := flag.String("directory", "", "Directory to write the layout to.")
	flag.Func("label", "KEY=VALUE of a label, such as org.opencontainers.image.version=v1.2.3.", func(label string) error {
		key, value, found := strings.Cut(label, "=")
		if !found {
			return errors.New("must be KEY=VALUE")
		}
		settings.labels[key] = value
		return nil
	})
	flag.Parse()
	if flag.NArg() == 0 || settings.program == "" || *directory == "" {
		flag.Usage()
		os.Exit(2)
	}
	settings.created = time.Unix(*created, 0).UTC()

	digest, err := write(*directory, flag.Args(), settings)
	if err != nil {
		fmt.Fprintf(os.Stderr, "image: %v\n", err)
		os.Exit(1)
	}
	fmt.Println(digest)
}

// write writes an image for each PLATFORM=DIRECTORY, with an index of all, and returns the
// digest of the index.
func write(directory string, sources []string, settings settings) (v1.Hash, error) {
	index := mutate.IndexMediaType(empty.Index, types.OCIImageIndex)
	for _, source := range sources {
		name, files, found := strings.Cut(source, "=")
		if !found {
			return v1.Hash{}, fmt.Errorf("%s is not PLATFORM=DIRECTORY", source)
		}
		platform, err := v1.ParsePlatform(name)
		if err != nil {
			return v1.Hash{}, err
		}
		image, err := newImage(files, *platform, settings)
		if err != nil {
			return v1.Hash{}, fmt.Errorf("%s: %w", source, err)
		}
		index = mutate.AppendManifests(index, mutate.IndexAddendum{Add: image, Descriptor: v1.Descriptor{Platform: platform}})
	}
	index = mutate.Annotations(index, settings.labels).(v1.ImageIndex)

	// Of the layout's own index, tools take the first entry.
	path, err := layout.Write(directory, empty.Index)
	if err != nil {
		return v1.Hash{}, err
	}
	name := map[string]string{"org.opencontainers.image.ref.name": settings.labels["org.opencontainers.image.version"]}
	if err := path.AppendIndex(index, layout.WithAnnotations(name)); err != nil {
		return v1.Hash{}, err
	}
	return index.Digest()
}

func newImage(files string, platform v1.Platform, settings settings) (v1.Image, error) {
	content, err := pack(files, settings.created)
	if err != nil {
		return nil, err
	}
	layer, err := tarball.LayerFromOpener(func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(content)), nil },
		tarball.WithMediaType(types.OCILayer), tarball.WithCompressionLevel(gzip.BestCompression))
	if err != nil {
		return nil, err
	}
	image := mutate.ConfigMediaType(mutate.MediaType(empty.Image, types.OCIManifestSchema1), types.OCIConfigJSON)
	image, err = mutate.Append(image, mutate.Addendum{
		Layer:   layer,
		History: v1.History{CreatedBy: "COPY " + settings.program + " /", Created: v1.Time{Time: settings.created}},
	})
	if err != nil {
		return nil, err
	}

	config, err := image.ConfigFile()
	if err != nil {
		return nil, err
	}
	config = config.DeepCopy()
	config.Created = v1.Time{Time: settings.created}
	config.OS, config.Architecture, config.Variant = platform.OS, platform.Architecture, platform.Variant
	config.Config = v1.Config{
		Entrypoint: []string{"/" + settings.program},
		User:       user,
		WorkingDir: "/",
		Labels:     settings.labels,
	}
	return mutate.ConfigFile(image, config)
}

// pack returns a tar archive of the files in the directory, which belong to root.
func pack(directory string, modified time.Time) ([]byte, error) {
	entries, err := os.ReadDir(directory) // sorted by name
	if err != nil {
		return nil, err
	}
	var archive bytes.Buffer
	writer := tar.NewWriter(&archive)
	for _, entry := range entries {
		content, err := os.ReadFile(filepath.Join(directory, entry.Name()))
		if err != nil {
			return nil, err
		}
		info, err := entry.Info()
		if err != nil {
			return nil, err
		}
		mode := int64(0o644)
		if info.Mode()&0o100 != 0 {
			mode = 0o755
		}
		header := &tar.Header{Name: entry.Name(), Mode: mode, Size: int64(len(content)), ModTime: modified, Format: tar.FormatPAX}
		if err := writer.WriteHeader(header); err != nil {
			return nil, err
		}
		if _, err := writer.Write(content); err != nil {
			return nil, err
		}
	}
	if err := writer.Close(); err != nil { // it writes the end of the archive
		return nil, err
	}
	return archive.Bytes(), nil
}
