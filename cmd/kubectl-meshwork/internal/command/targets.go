package command

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// Kinds of objects that can be explained.
const (
	kindService     = "service"
	kindPod         = "pod"
	kindMeshService = "meshservice"
)

// resourceNames are the names by which the commands accept each kind.
var resourceNames = map[string][]string{
	kindService:     {"service", "services", "svc"},
	kindPod:         {"pod", "pods", "po"},
	kindMeshService: {"meshservice", "meshservices", "msvc"},
}

// target is an object to explain.
type target struct{ kind, name string }

// parseTargets accepts "KIND NAME...", and "KIND/NAME" any number of times. It returns no
// targets for "services" alone.
func parseTargets(args []string, kinds ...string) ([]target, error) {
	if len(args) == 0 {
		return nil, usagef("name what to explain: %s", forms(kinds))
	}
	if !strings.Contains(args[0], "/") {
		kind, err := kindOf(args[0], kinds)
		if err != nil {
			return nil, err
		}
		return namesOf(kind, args[1:])
	}
	var targets []target
	for _, arg := range args {
		resource, name, found := strings.Cut(arg, "/")
		kind, err := kindOf(resource, kinds)
		switch {
		case err != nil:
			return nil, err
		case !found || name == "" || strings.Contains(name, "/"):
			return nil, usagef("%q is not KIND/NAME", arg)
		}
		targets = append(targets, target{kind, name})
	}
	return targets, nil
}

func namesOf(kind string, names []string) ([]target, error) {
	if len(names) == 0 && kind != kindService {
		return nil, usagef("name a %s, as %s/NAME", kind, kind)
	}
	var targets []target
	for _, name := range names {
		if name == "" || strings.Contains(name, "/") {
			return nil, usagef("%q is not a name", name)
		}
		targets = append(targets, target{kind, name})
	}
	return targets, nil
}

func kindOf(resource string, kinds []string) (string, error) {
	for _, kind := range kinds {
		if slices.Contains(resourceNames[kind], strings.ToLower(resource)) {
			return kind, nil
		}
	}
	return "", usagef("unsupported kind %q: use %s", resource, forms(kinds))
}

func forms(kinds []string) string {
	all := make([]string, len(kinds))
	for i, kind := range kinds {
		all[i] = kind + "/NAME"
	}
	return strings.Join(all, ", ")
}

// oneService accepts "service NAME" or "service/NAME".
func oneService(_ *cobra.Command, args []string) error {
	_, err := serviceName(args)
	return err
}

func serviceName(args []string) (string, error) {
	targets, err := parseTargets(args, kindService)
	if err != nil {
		return "", err
	}
	if len(targets) != 1 {
		return "", usagef("name one Service, as service NAME or service/NAME")
	}
	return targets[0].name, nil
}
