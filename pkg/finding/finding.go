// Package finding defines the reports of the pure packages to the owner of a Service, and
// keeps messages within the size limit of an event.
package finding

import (
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
)

// Finding is something that the owner of a Service should know. It becomes an event on
// the Service.
type Finding struct {
	// Type is the type of the event, Normal or Warning.
	Type string `json:"type"`
	// Reason is one of the API's Reason constants.
	Reason string `json:"reason"`
	// Message names the problem and the remedy.
	Message string `json:"message"`
}

// Warning returns a finding that requires action.
func Warning(reason, format string, args ...any) Finding {
	return Finding{Type: corev1.EventTypeWarning, Reason: reason, Message: fmt.Sprintf(format, args...)}
}

// Notice returns a finding that requires no action.
func Notice(reason, format string, args ...any) Finding {
	return Finding{Type: corev1.EventTypeNormal, Reason: reason, Message: fmt.Sprintf(format, args...)}
}

// List joins as many names as fit into room, in bytes. It indicates that there are more
// names but not how many, so that a message about Pods changes, and is sent again, only
// if its first names change.
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

// Maximum lengths of a list within a message, in bytes. The note of an event has at most
// 1,024 bytes.
const (
	RoomForAll   = 800
	RoomForMost  = 600
	RoomForFirst = 200
)

// ListFirst joins the first few names in alphabetical order.
func ListFirst(names []string) string { return List(slices.Sorted(slices.Values(names)), RoomForFirst) }

// Quote quotes text that comes from users, and limits its length.
func Quote(text string) string { return fmt.Sprintf("%q", Clip(text, 64)) }

// Clip truncates a text to at most longest bytes, plus an ellipsis.
func Clip(text string, longest int) string {
	if len(text) <= longest {
		return text
	}
	return strings.ToValidUTF8(text[:longest], "") + "…"
}
