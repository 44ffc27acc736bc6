// Package annotation compares annotations.
package annotation

// Changed reports whether an annotation was added, removed, or changed. An empty one is not a
// missing one: it may be an invalid value.
func Changed(before, after map[string]string, key string) bool {
	old, was := before[key]
	current, is := after[key]
	return old != current || was != is
}
