package routes

import (
	"errors"
	"fmt"
	"regexp/syntax"
	"strings"

	"github.com/meshwork-dev/meshwork/pkg/finding"
)

const (
	// maxRegexLength is the greatest length of a regular expression, in bytes.
	maxRegexLength = 1024
	// maxRegexSize is the greatest size of a regular expression whose repetitions are written out. A
	// client refuses the routes of a Service altogether if it finds one too large: RE2 allows 8 MiB,
	// hundreds of times as much.
	maxRegexSize = 4000
)

// checkRegex returns an error for a regular expression that some client may refuse, or that takes
// too much memory there. RE2 takes linear time for all others.
func checkRegex(pattern string) error {
	if pattern == "" {
		return errors.New("the regular expression is empty")
	}
	if len(pattern) > maxRegexLength {
		return fmt.Errorf("a regular expression may have at most %d bytes", maxRegexLength)
	}
	parsed, err := parseRegex(pattern)
	if err != nil {
		return err
	}
	if hasRareSyntax(pattern) {
		return fmt.Errorf(`%s uses \p, \P, \Q or (?<name>), which not all clients support`, finding.Quote(pattern))
	}
	if sizeOfRegex(parsed) > maxRegexSize {
		return fmt.Errorf("%s is too complex: repeat less", finding.Quote(pattern))
	}
	return nil
}

func parseRegex(pattern string) (*syntax.Regexp, error) {
	parsed, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return nil, fmt.Errorf("%s is not a regular expression of RE2: %w", finding.Quote(pattern), errors.New(finding.Clip(err.Error(), finding.RoomForFirst)))
	}
	return parsed, nil
}

// sizeOfRegex returns the number of instructions and characters that the expression compiles to,
// and no more than a little above maxRegexSize. It is not compiled: a thousand repetitions of a
// thousand characters fit into maxRegexLength.
func sizeOfRegex(expression *syntax.Regexp) int {
	size := 1 + len(expression.Rune)
	for _, part := range expression.Sub {
		size += sizeOfRegex(part)
	}
	if expression.Op == syntax.OpRepeat {
		size *= max(expression.Min, expression.Max, 1)
	}
	return min(size, maxRegexSize+1)
}

// hasRareSyntax reports whether a pattern has syntax whose meaning depends on the version of RE2, or
// \Q, which may have no end.
func hasRareSyntax(pattern string) bool {
	if strings.Contains(pattern, "(?<") {
		return true
	}
	for i := 0; i+1 < len(pattern); i++ {
		if pattern[i] != '\\' {
			continue
		}
		i++
		if strings.IndexByte("pPQ", pattern[i]) >= 0 {
			return true
		}
	}
	return false
}
