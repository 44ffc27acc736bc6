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

	"github.com/go-logr/logr"
	"k8s.io/client-go/util/cert"
)

// rootsFile has the CA certificates of a file, which is read again when it changes.
type rootsFile struct {
	path string
	// mayBeMissing is whether it is no mistake if there is no such file, or nothing in it.
	mayBeMissing bool
	log          logr.Logger

	mu      sync.Mutex
	readAt  time.Time
	content []byte
	roots   []*x509.Certificate
	// reported is the content that could not be used when the last error was logged, and the error.
	reported string
}

// current returns the certificates. It reads the file at most every certificateRefresh. If
// the file is missing, or may be and is empty, there are none; if it is invalid, they stay as they
// were.
func (f *rootsFile) current(now time.Time) []*x509.Certificate {
	f.mu.Lock()
	defer f.mu.Unlock()
	if now.Sub(f.readAt) >= certificateRefresh {
		f.readAt = now
		f.report(f.read())
	}
	return f.roots
}

// read is called with the lock. It returns the content of the file, and why it cannot be used.
func (f *rootsFile) read() (content []byte, err error) {
	if f.path == "" {
		return nil, nil
	}
	content, err = os.ReadFile(f.path)
	isMissing := errors.Is(err, fs.ErrNotExist)
	// The kubelet writes an empty file when there is no ClusterTrustBundle any longer.
	isEmpty := err == nil && f.mayBeMissing && len(bytes.TrimSpace(content)) == 0
	if isMissing || isEmpty {
		f.content, f.roots = nil, nil
		if f.mayBeMissing {
			return nil, nil
		}
	}
	if err != nil {
		return nil, err
	}
	if bytes.Equal(content, f.content) {
		return content, nil
	}
	roots, err := cert.ParseCertsPEM(content)
	if err != nil {
		return content, fmt.Errorf("%s: %w", f.path, err)
	}
	f.content, f.roots = content, roots
	return content, nil
}

// report logs once for each content why it cannot be used. Otherwise, only the handshakes of
// clients would fail.
func (f *rootsFile) report(content []byte, err error) {
	if err == nil {
		f.reported = ""
		return
	}
	if reported := err.Error() + string(content); reported != f.reported {
		f.reported = reported
		f.log.Error(err, "cannot read the CA certificates of clients", "file", f.path, "certificatesInUse", len(f.roots))
	}
}

func (f *rootsFile) has(root *x509.Certificate, now time.Time) bool {
	for _, known := range f.current(now) {
		if known.Equal(root) {
			return true
		}
	}
	return false
}
