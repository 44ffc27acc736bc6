package main

import (
	"bytes"
	"io"
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
	"github.com/google/go-containerregistry/pkg/v1/mutate"
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
	content, err := io.ReadAll(mutate.Extract(image))
	if err != nil || !bytes.Contains(content, []byte("program")) || !bytes.Contains(content, []byte("license")) {
		t.Errorf("%s: the image should have the program and its license: %v", platform, err)
	}
}
