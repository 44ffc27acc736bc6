package docs

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	rbacv1 "k8s.io/api/rbac/v1"
	"sigs.k8s.io/yaml"

	"github.com/meshwork-dev/meshwork/test/lib/kit"
)

// TestEveryPermissionHasARow holds the tables of docs/security.md to the roles of
// config/rbac, config/release, config/signer and config/xds, resource by
// resource and verb by verb.
func TestEveryPermissionHasARow(t *testing.T) {
	documented := permissionsIn(pageAt(t, filepath.Join("docs", "security.md")))
	granted := grantedPermissions(t)
	for role, permissions := range granted {
		for resource, verbs := range permissions {
			if got := documented[role][resource]; !slices.Equal(got, verbs) {
				t.Errorf("%s grants %v on %s, docs/security.md says %v", role, verbs, resource, got)
			}
		}
	}
	for role, permissions := range documented {
		for resource := range permissions {
			if granted[role][resource] == nil {
				t.Errorf("docs/security.md has a row of %s about %s, and the role has none", role, resource)
			}
		}
	}
}

// permissions are sorted verbs by role and resource, as the tables write it.
type permissions map[string]map[string][]string

func (p permissions) add(role, resource string, verbs []string) {
	if p[role] == nil {
		p[role] = map[string][]string{}
	}
	all := slices.Concat(p[role][resource], verbs)
	slices.Sort(all)
	p[role][resource] = slices.Compact(all)
}

// permissionsIn reads the tables whose heading is the name of a role.
func permissionsIn(p *page) permissions {
	found, role := permissions{}, ""
	for _, line := range p.prose {
		if strings.HasPrefix(line, "#") {
			role, _ = strings.CutPrefix(line, "### ")
		}
		cells := strings.Split(line, "|")
		if len(cells) != 5 || !strings.Contains(cells[1], "`") || !strings.HasPrefix(role, "meshwork-") {
			continue
		}
		found.add(role, strings.TrimSpace(cells[1]), strings.Split(strings.TrimSpace(cells[2]), ", "))
	}
	return found
}

func grantedPermissions(t *testing.T) permissions {
	t.Helper()
	var files []string
	for _, directory := range []string{"rbac", "release", "signer", "xds"} {
		found, err := filepath.Glob(kit.Path("config", directory, "*role.yaml"))
		if err != nil || len(found) == 0 {
			t.Fatalf("config/%s has no roles: %v", directory, err)
		}
		files = append(files, found...)
	}
	granted := permissions{}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var role rbacv1.ClusterRole
		if err := yaml.Unmarshal(content, &role); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		for i := range role.Rules {
			for _, resource := range resourcesOf(&role.Rules[i]) {
				granted.add("meshwork-"+strings.TrimPrefix(role.Name, "meshwork-"), resource, role.Rules[i].Verbs)
			}
		}
	}
	return granted
}

// resourcesOf writes the resources of a rule as the tables do.
func resourcesOf(rule *rbacv1.PolicyRule) []string {
	var all []string
	for _, url := range rule.NonResourceURLs {
		all = append(all, "`"+url+"`")
	}
	for _, group := range rule.APIGroups {
		for _, resource := range rule.Resources {
			name, subresource, hasSubresource := strings.Cut(resource, "/")
			if group != "" {
				name += "." + group
			}
			if hasSubresource {
				name += "/" + subresource
			}
			name = "`" + name + "`"
			if len(rule.ResourceNames) > 0 {
				name += ", named `" + strings.Join(rule.ResourceNames, "`, `") + "`"
			}
			all = append(all, name)
		}
	}
	return all
}
