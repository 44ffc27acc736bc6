// Package finding holds what the pure packages have to say to the owner of a
// Service, and keeps it within what an event can hold.
package finding

import (
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
)

// Finding is something that the owner of a Service should know. It becomes an
// event on the Service.
type Finding struct {
	// Type is that of the event, Normal or Warning.
	Type string `json:"type"`
	// Reason is one of the API's Reason constants.
	Reason string `json:"reason"`
	// Message says what is the matter and what to do about it.
	Message string `json:"message"`
}

// Warning is a finding that asks for something to be done.
func Warning(reason, format string, args ...any) Finding {
	return Finding{Type: corev1.EventTypeWarning, Reason: reason, Message: fmt.Sprintf(format, args...)}
}

// Notice is a finding that asks for nothing.
func Notice(reason, format string, args ...any) Finding {
	return Finding{Type: corev1.EventTypeNormal, Reason: reason, Message: fmt.Sprintf(format, args...)}
}

// List joins as many names as have room, in bytes. It says that there are more
// but not how many, so that a message about Pods changes, and is sent again,
// only when its first names do.
func List(names []string, room int) string {
	var text strings.Builder
	for i, name := range names {
		if i == 0 {
			name = Clip(name, room)
		} else {
			text.WriteString(", ")
		}
		if text.Len()+len(name) > room {
			text.WriteString("…")
			break
		}
		text.WriteString(name)
	}
	return text.String()
}

// How many bytes of a message a list may take: an event's note holds 1,024.
const (
	RoomForAll   = 800
	RoomForMost  = 600
	RoomForFirst = 200
)

// ListFirst joins the first few names in alphabetical order.
func ListFirst(names []string) string { return List(slices.Sorted(slices.Values(names)), RoomForFirst) }

// Quote bounds foreign text in a message.
func Quote(text string) string { return fmt.Sprintf("%q", Clip(text, 64)) }

// Clip cuts a text to so many bytes.
func Clip(text string, longest int) string {
	if len(text) <= longest {
		return text
	}
	return strings.ToValidUTF8(text[:longest], "") + "…"
}
