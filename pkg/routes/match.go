package routes

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/meshwork-dev/meshwork/pkg/finding"
)

// Matching is a way of matching a text.
type Matching string

// The ways of matching. Only paths are matched by prefix.
const (
	Exact  Matching = "Exact"
	Prefix Matching = "Prefix"
	// Regex is a regular expression of RE2, which must match the whole text (https://github.com/google/re2/wiki/Syntax).
	Regex Matching = "RegularExpression"
)

// Match is a condition for calls. The zero value matches no call; everything matches all.
type Match struct {
	Path Pattern
	// Headers must all match. Their names are in lower case and unique.
	Headers []Header
}

// Pattern is a condition for a text.
type Pattern struct {
	Matching Matching
	Value    string
}

// Header is a condition for the values of a header, joined with commas.
type Header struct {
	Name string
	Pattern
}

var everything = Match{Path: Pattern{Prefix, ""}}

// MatchesAll reports whether every call matches.
func (m Match) MatchesAll() bool { return m.Path == everything.Path && len(m.Headers) == 0 }

// matchSpec is a match of a rule in terms of gRPC calls.
type matchSpec struct {
	// paths has a path that must match. An HTTPRoute's prefix has two: gRPC cannot match a prefix at
	// the boundary of an element. There is none if no gRPC call can match.
	paths      []Pattern
	headers    []Header
	precedence precedence
}

// precedence decides which of two matching rules gets a call: the one with the greater first number
// that differs.
type precedence [5]int

func (p precedence) compare(q precedence) int { return slices.Compare(p[:], q[:]) }

// The values of the field type in routes.
const (
	typeExact             = "Exact"
	typePathPrefix        = "PathPrefix"
	typeRegularExpression = "RegularExpression"
)

// headerSpec is a header match of either kind of route.
type headerSpec struct{ kind, name, value string }

// headersOf returns the conditions for headers that clients support, and why they do not support the
// others. Of two conditions for one header, the first counts.
func headersOf(specs []headerSpec) (headers []Header, refused []string) {
	for _, spec := range specs {
		name := strings.ToLower(spec.name)
		if slices.ContainsFunc(headers, func(known Header) bool { return known.Name == name }) {
			continue
		}
		pattern, err := patternOf(spec.kind, spec.value)
		if err == nil {
			err = checkHeader(name)
		}
		if err != nil {
			refused = append(refused, fmt.Sprintf("header %s: %v", finding.Quote(spec.name), err))
			continue
		}
		headers = append(headers, Header{name, pattern})
	}
	return headers, refused
}

// checkHeader returns an error for headers that gRPC clients do not match
// (https://github.com/grpc/proposal/blob/master/A28-xds-traffic-splitting-and-routing.md).
func checkHeader(name string) error {
	switch {
	case len(validation.IsHTTPHeaderName(name)) > 0:
		return fmt.Errorf("the name is not valid")
	case strings.HasSuffix(name, "-bin"):
		return fmt.Errorf("gRPC clients do not match binary headers")
	case strings.HasPrefix(name, "grpc-"), name == "host", name == "user-agent", name == "te":
		return fmt.Errorf("gRPC clients do not match this header, only those that the application sets")
	}
	return nil
}

// patternOf returns the pattern of a field with a type and a value, other than a prefix.
func patternOf(kind, value string) (Pattern, error) {
	switch kind {
	case "", typeExact:
		return Pattern{Exact, value}, nil
	case typeRegularExpression:
		return Pattern{Regex, value}, checkRegex(value)
	}
	return Pattern{}, fmt.Errorf("the type %s is not supported: use Exact or RegularExpression", finding.Quote(kind))
}

// anyElement matches an element of a path.
const anyElement = "[^/]+"

// methodPath returns the pattern of the paths of gRPC methods. An empty service or method stands for
// all of them.
func methodPath(kind, service, method string) (Pattern, error) {
	isRegex := kind == typeRegularExpression
	switch {
	case kind != "" && kind != typeExact && !isRegex:
		return everything.Path, fmt.Errorf("method: the type %s is not supported: use Exact or RegularExpression", finding.Quote(kind))
	case service == "" && method == "":
		return everything.Path, nil
	case !isRegex && method == "":
		return Pattern{Prefix, "/" + service + "/"}, nil
	case !isRegex && service != "":
		return Pattern{Exact, "/" + service + "/" + method}, nil
	}
	var elements [2]string
	for i, text := range []string{service, method} {
		switch {
		case text == "":
			elements[i] = anyElement
		case isRegex:
			if err := checkRegex(text); err != nil {
				return everything.Path, fmt.Errorf("method: %w", err)
			}
			elements[i] = "(?:" + text + ")"
		default:
			elements[i] = regexp.QuoteMeta(text)
		}
	}
	path := "/" + elements[0] + "/" + elements[1]
	// A bracket expression may be valid only as long as no :] follows.
	if _, err := parseRegex(path); err != nil {
		return everything.Path, fmt.Errorf("method: %w", err)
	}
	return Pattern{Regex, path}, nil
}
