package network

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// UseResolver sets the DNS server for programs that `ip netns exec` starts in the namespace:
// https://manpages.debian.org/stable/iproute2/ip-netns.8.en.html.
func (n *Namespace) UseResolver(server string, search ...string) error {
	directory := n.configuration()
	if err := os.MkdirAll(directory, 0o755); err != nil {
		return fmt.Errorf("configuring DNS in %s: %w", n.name, err)
	}
	content := fmt.Sprintf("nameserver %s\nsearch %s\n", server, strings.Join(search, " "))
	if err := os.WriteFile(n.ResolverFile(), []byte(content), 0o644); err != nil {
		return fmt.Errorf("configuring DNS in %s: %w", n.name, err)
	}
	return nil
}

// ResolverFile is the file that UseResolver writes.
func (n *Namespace) ResolverFile() string { return filepath.Join(n.configuration(), "resolv.conf") }

// configuration is the directory of the files that `ip netns exec` shows in /etc.
func (n *Namespace) configuration() string { return "/etc/netns/" + n.name }
