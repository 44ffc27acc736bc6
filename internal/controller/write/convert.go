// Package write has what the controllers share when they write to the API server:
// the field owner, apply configurations, parallel writes, and what to make of an error.
package write

import (
	"encoding/json"
)

// Convert converts between an API type and its apply configuration, which have the
// same JSON.
func Convert[To any](from any) (*To, error) {
	data, err := json.Marshal(from)
	if err != nil {
		return nil, err
	}
	to := new(To)
	return to, json.Unmarshal(data, to)
}
