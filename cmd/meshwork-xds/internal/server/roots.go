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
	// mayBeMissing allows a missing or empty file.
	mayBeMissing bool
	log          logr.Logger

	mu      sync.Mutex
	readAt  time.Time
	content []byte
	roots   []*x509.Certificate
	// reported is the error that was logged last, with the content of the file.
	reported string
}

// current returns the certificates. It reads the file at most once every certificateRefresh. If the
// file is missing, or empty and mayBeMissing, there are none; if it is invalid, they do not change.
func (f *rootsFile) current(now time.Time) []*x509.Certificate {
	f.mu.Lock()
	defer f.mu.Unlock()
	if now.Sub(f.readAt) >= certificateRefresh {
		f.readAt = now
		f.report(f.read())
	}
	return f.roots
}

// read returns the content of the file, and the error that makes it unusable. The lock must be
// held.
func (f *rootsFile) read() (content []byte, err error) {
	if f.path == "" {
		return nil, nil
	}
	content, err = os.ReadFile(f.path)
	isMissing := errors.Is(err, fs.ErrNotExist)
	// The kubelet writes an empty file after the last ClusterTrustBundle is deleted.
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

// report logs an error once for each content. Without the log, only the handshakes of clients would
// fail.
func (f *rootsFile) report(content []byte, err error) {
	if err == nil {
		f.reported = ""
		return
	}
	if reported := err.Error() + string(content); reported != f.reported {
		f.reported = reported
		f.log.Error(err, "could not read the CA certificates of clients", "file", f.path, "certificatesInUse", len(f.roots))
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
