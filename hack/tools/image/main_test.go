package main

import (
	"archive/tar"
	"bytes"
	"errors"
	"io"
	"maps"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-containerregistry/pkg/name"
	"github.com/google/go-containerregistry/pkg/registry"
	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/remote"
	"github.com/google/go-containerregistry/pkg/v1/validate"
)

func TestWrite(t *testing.T) {
	files := t.TempDir()
	if err := os.WriteFile(filepath.Join(files, "meshwork"), []byte("program"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(files, "LICENSE"), []byte("license"), 0o600); err != nil {
		t.Fatal(err)
	}
	settings := settings{
		program: "meshwork",
		created: time.Unix(1700000000, 0).UTC(),
		labels:  map[string]string{"org.opencontainers.image.version": "v1.2.3"},
	}
	sources := []string{"linux/amd64=" + files, "linux/arm64=" + files}
	first, second := t.TempDir(), t.TempDir()
	digest, err := write(first, sources, settings)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := write(second, sources, settings); err != nil || again != digest {
		t.Errorf("the second image has the digest %s, %v; want %s", again, err, digest)
	}

	index, err := layout.ImageIndexFromPath(first)
	if err != nil {
		t.Fatal(err)
	}
	images, err := index.ImageIndex(digest)
	if err != nil {
		t.Fatal(err)
	}
	if err := validate.Index(images); err != nil {
		t.Error(err)
	}
	for _, platform := range []string{"linux/amd64", "linux/arm64"} {
		checkImage(t, pull(t, images, platform), platform)
	}
}

// pull pushes the index to a registry, and pulls the image of a platform by its digest.
func pull(t *testing.T, index v1.ImageIndex, platform string) v1.Image {
	t.Helper()
	server := httptest.NewServer(registry.New())
	t.Cleanup(server.Close)
	digest, err := index.Digest()
	if err != nil {
		t.Fatal(err)
	}
	reference, err := name.NewDigest(strings.TrimPrefix(server.URL, "http://") + "/meshwork@" + digest.String())
	if err != nil {
		t.Fatal(err)
	}
	if err := remote.WriteIndex(reference, index); err != nil {
		t.Fatal(err)
	}
	parsed, err := v1.ParsePlatform(platform)
	if err != nil {
		t.Fatal(err)
	}
	image, err := remote.Image(reference, remote.WithPlatform(*parsed))
	if err != nil {
		t.Fatalf("%s: %v", platform, err)
	}
	return image
}

func checkImage(t *testing.T, image v1.Image, platform string) {
	t.Helper()
	config, err := image.ConfigFile()
	if err != nil {
		t.Fatal(err)
	}
	if got := config.OS + "/" + config.Architecture; got != platform {
		t.Errorf("the image is for %s, want %s", got, platform)
	}
	if config.Config.User != "65532:65532" || config.Config.Entrypoint[0] != "/meshwork" {
		t.Errorf("%s: user %s, entrypoint %s", platform, config.Config.User, config.Config.Entrypoint)
	}
	layers, err := image.Layers()
	if err != nil || len(layers) != 1 {
		t.Fatalf("%s: %d layers, %v", platform, len(layers), err)
	}
	archive, err := layers[0].Uncompressed()
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"LICENSE -rw-r--r--": "license", "meshwork -rwxr-xr-x": "program"}
	if got := unpack(t, archive); !maps.Equal(got, want) {
		t.Errorf("%s: the image has the files %v, want %v", platform, got, want)
	}
}

// unpack returns the contents of the files in an archive, by name and mode. The package tar would also
// read an archive without the zeros at its end, which other tools refuse.
func unpack(t *testing.T, archive io.Reader) map[string]string {
	t.Helper()
	all, err := io.ReadAll(archive)
	if err != nil {
		t.Fatal(err)
	}
	if end := make([]byte, 1024); !bytes.HasSuffix(all, end) || len(all)%512 != 0 {
		t.Errorf("the archive of %d bytes is cut off", len(all))
	}
	files := map[string]string{}
	for reader := tar.NewReader(bytes.NewReader(all)); ; {
		header, err := reader.Next()
		if errors.Is(err, io.EOF) {
			return files
		}
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(reader)
		if err != nil {
			t.Fatal(err)
		}
		files[header.Name+" "+header.FileInfo().Mode().String()] = string(content)
	}
}
