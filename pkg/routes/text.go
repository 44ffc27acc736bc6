package routes

import (
	"fmt"
	"strings"
)

// String returns the match in one line, such as "/shop.Cart/Add, x-user = alice".
func (m Match) String() string {
	parts := []string{m.Path.path()}
	for _, header := range m.Headers {
		operator := "="
		if header.Matching == Regex {
			operator = "~"
		}
		parts = append(parts, fmt.Sprintf("%s %s %s", header.Name, operator, header.Value))
	}
	return strings.Join(parts, ", ")
}

func (p Pattern) path() string {
	switch {
	case p == everything.Path:
		return "all calls"
	case p.Matching == Prefix:
		return p.Value + "*"
	case p.Matching == Regex:
		return "~ " + p.Value
	}
	return p.Value
}

// Total returns the sum of the weights of the rule's shares.
func (r Rule) Total() uint32 {
	total := uint32(0)
	for _, share := range r.Shares {
		total += share.Weight
	}
	return total
}

// Policy returns the timeout and the retries in one line, such as "timeout 2s; retries: at most 3, on unavailable", or "".
func (r Rule) Policy() string {
	var parts []string
	if r.Timeout > 0 {
		parts = append(parts, "timeout "+r.Timeout.String())
	}
	if r.Retry.Attempts > 0 {
		retries := fmt.Sprintf("retries: at most %d, on %s", r.Retry.Attempts, strings.Join(r.Retry.On, ", "))
		if r.Retry.Backoff > 0 {
			retries += ", after " + r.Retry.Backoff.String()
		}
		parts = append(parts, retries)
	}
	return strings.Join(parts, "; ")
}
