package board

import (
	"bytes"
	"encoding/json"
	"maps"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/picture"
)

// encoded are the entries of a topic, by key.
type encoded map[string]json.RawMessage

// Update is a change of a topic.
type Update struct {
	// Topic is empty in a heartbeat.
	Topic string `json:"topic"`
	// Reset means that Set has everything.
	Reset  bool     `json:"reset,omitempty"`
	Set    encoded  `json:"set,omitempty"`
	Remove []string `json:"remove,omitempty"`
}

// topic is a picture with subscribers. Only changed entries are sent.
type topic struct {
	name        string
	entries     encoded
	isComputed  bool
	subscribers map[*Subscriber]bool
}

// replace sets the entries and removes all others.
func (t *topic) replace(entries picture.Entries) {
	var gone []string
	for key := range t.entries {
		if _, remains := entries[key]; !remains {
			gone = append(gone, key)
		}
	}
	t.patch(entries, gone)
}

// patch changes some entries, and removes others.
func (t *topic) patch(entries picture.Entries, remove []string) {
	changed := encoded{}
	for key, value := range entries {
		text, err := json.Marshal(value)
		if err != nil {
			continue // the other entries are shown
		}
		if known, found := t.entries[key]; !found || !bytes.Equal(known, text) {
			changed[key], t.entries[key] = text, text
		}
	}
	var removed []string
	for _, key := range remove {
		if _, found := t.entries[key]; found {
			delete(t.entries, key)
			removed = append(removed, key)
		}
	}
	first := !t.isComputed
	t.isComputed = true
	for subscriber := range t.subscribers {
		if first {
			subscriber.reset(t)
		} else {
			subscriber.add(t.name, changed, removed)
		}
	}
}

func (t *topic) clone() encoded { return maps.Clone(t.entries) }
