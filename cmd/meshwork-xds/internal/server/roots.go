package server

import (
	"bytes"
	"crypto/x509"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"
	"time"

	"k8s.io/client-go/util/cert"
)

// rootsFile has the CA certificates of a file, which is read again when it changes.
type rootsFile struct {
	path string

	mu      sync.Mutex
	readAt  time.Time
	content []byte
	roots   []*x509.Certificate
}

// current returns the certificates. It reads the file at most every certificateRefresh. If
// the file is missing, there are none; if it is invalid, they stay as they were.
func (f *rootsFile) current(now time.Time) []*x509.Certificate {
	f.mu.Lock()
	defer f.mu.Unlock()
	if now.Sub(f.readAt) >= certificateRefresh {
		f.readAt = now
		_ = f.read() // the certificates stay as they were
	}
	return f.roots
}

// read is called with the lock.
func (f *rootsFile) read() error {
	if f.path == "" {
		return nil
	}
	content, err := os.ReadFile(f.path)
	if errors.Is(err, fs.ErrNotExist) {
		f.content, f.roots = nil, nil
	}
	if err != nil {
		return err
	}
	if bytes.Equal(content, f.content) {
		return nil
	}
	roots, err := cert.ParseCertsPEM(content)
	if err != nil {
		return fmt.Errorf("%s: %w", f.path, err)
	}
	f.content, f.roots = content, roots
	return nil
}

func (f *rootsFile) has(root *x509.Certificate, now time.Time) bool {
	for _, known := range f.current(now) {
		if known.Equal(root) {
			return true
		}
	}
	return false
}
