// Package volume writes the projected volumes of a Pod to directories, as a kubelet does:
// certificates that it requests for the Pod, trust bundles, tokens and ConfigMaps.
package volume

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Options describes the volumes of a Pod.
type Options struct {
	API client.Client
	Pod *corev1.Pod
	// Directory gets one directory for each volume.
	Directory string
	// Warn reports an event of the Pod.
	Warn func(ctx context.Context, reason, message string)
	// Now is time.Now by default.
	Now func() time.Time
}

// Set is the projected volumes of one Pod. Other volumes are not mounted.
type Set struct {
	options Options

	mutex        sync.Mutex
	certificates map[source]*certificate
	tokens       map[source]*token
}

// source identifies one source of a projected volume.
type source struct {
	volume string
	index  int
}

// New returns the volumes of a Pod. Sync writes them.
func New(options Options) *Set {
	if options.Now == nil {
		options.Now = time.Now
	}
	return &Set{options: options, certificates: map[source]*certificate{}, tokens: map[source]*token{}}
}

// IsNeeded reports whether a Pod has projected volumes.
func IsNeeded(pod *corev1.Pod) bool {
	for _, volume := range pod.Spec.Volumes {
		if volume.Projected != nil {
			return true
		}
	}
	return false
}

// Directory returns the directory of a volume, if it is projected.
func (s *Set) Directory(name string) (string, bool) {
	for _, volume := range s.options.Pod.Spec.Volumes {
		if volume.Name == name && volume.Projected != nil {
			return filepath.Join(s.options.Directory, name), true
		}
	}
	return "", false
}

// Sync writes changed files, and returns the latest time for the next call, or zero if there
// is none. A volume whose sources are not all there stays as it is, and the error lists the
// missing ones.
func (s *Set) Sync(ctx context.Context) (next time.Time, err error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	var errs []error
	for _, volume := range s.options.Pod.Spec.Volumes {
		if volume.Projected == nil {
			continue
		}
		if err := s.syncVolume(ctx, volume); err != nil {
			errs = append(errs, fmt.Errorf("the volume %s: %w", volume.Name, err))
		}
	}
	for _, certificate := range s.certificates {
		next = earliest(next, certificate.due(s.options.Now()))
	}
	for _, token := range s.tokens {
		next = earliest(next, token.refreshAt)
	}
	return next, errors.Join(errs...)
}

func (s *Set) syncVolume(ctx context.Context, volume corev1.Volume) error {
	files := map[string][]byte{}
	var errs []error
	for i, projection := range volume.Projected.Sources {
		projected, err := s.project(ctx, source{volume: volume.Name, index: i}, projection)
		if err != nil && projected == nil {
			return err
		}
		errs = append(errs, err)
		for path, content := range projected {
			files[path] = content
		}
	}
	mode := os.FileMode(corev1.ProjectedVolumeSourceDefaultMode)
	if volume.Projected.DefaultMode != nil {
		mode = os.FileMode(*volume.Projected.DefaultMode)
	}
	return errors.Join(append(errs, publish(filepath.Join(s.options.Directory, volume.Name), files, mode))...)
}

// RefreshCertificates makes the next Sync request all certificates from scratch, including
// denied ones, as a restarted kubelet does. Until a new one is issued, the volume has the old
// one.
func (s *Set) RefreshCertificates() {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for _, certificate := range s.certificates {
		certificate.reset(s.options.Now())
	}
}

// Remove removes the files.
func (s *Set) Remove() error { return os.RemoveAll(s.options.Directory) }

// earliest returns the earlier of two times, of which zero is never.
func earliest(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}
