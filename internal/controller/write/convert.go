// Package write is the common part of writes to the API server: the field owner, apply
// configurations, parallel writes, and the meaning of errors.
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
