package meshservice

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

func warning(reason, format string, args ...any) Finding {
	return Finding{Type: corev1.EventTypeWarning, Reason: reason, Message: fmt.Sprintf(format, args...)}
}

func notice(reason, format string, args ...any) Finding {
	return Finding{Type: corev1.EventTypeNormal, Reason: reason, Message: fmt.Sprintf(format, args...)}
}

// list joins as many names as have room, in bytes. It says that there are more
// but not how many, so that a message about Pods changes, and is sent again,
// only when its first names do.
func list(names []string, room int) string {
	var text strings.Builder
	for i, name := range names {
		if i > 0 {
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

// An event's note holds 1,024 bytes.
const (
	roomForAll   = 800
	roomForMost  = 600
	roomForFirst = 200
)

// listFirst joins the first few names in alphabetical order.
func listFirst(names []string) string { return list(slices.Sorted(slices.Values(names)), roomForFirst) }

// quote bounds foreign text in a message.
func quote(text string) string { return fmt.Sprintf("%q", clip(text, 64)) }

func clip(text string, longest int) string {
	if len(text) <= longest {
		return text
	}
	return strings.ToValidUTF8(text[:longest], "") + "…"
}
