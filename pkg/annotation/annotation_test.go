package annotation

import "testing"

func TestChanged(t *testing.T) {
	for _, test := range []struct {
		name          string
		before, after map[string]string
		want          bool
	}{
		{"missing", nil, map[string]string{"b": "1"}, false},
		{"the same", map[string]string{"a": "1"}, map[string]string{"a": "1", "b": "2"}, false},
		{"changed", map[string]string{"a": "1"}, map[string]string{"a": "2"}, true},
		{"added empty", nil, map[string]string{"a": ""}, true},
		{"removed empty", map[string]string{"a": ""}, nil, true},
	} {
		if got := Changed(test.before, test.after, "a"); got != test.want {
			t.Errorf("%s: %t", test.name, got)
		}
	}
}
