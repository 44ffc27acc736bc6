package network

import (
	"errors"
	"os"
	"os/exec"
)

// Missing returns what this machine lacks for a network in namespaces, in one line, or nil.
func Missing() error {
	if os.Geteuid() != 0 {
		return errors.New("network namespaces need root: run this as root")
	}
	for program, remedy := range map[string]string{
		"nft": "kube-proxy needs nft, which is not in PATH: apt-get install nftables",
		"ip":  "what the output tells to try needs ip, which is not in PATH: apt-get install iproute2",
	} {
		if _, err := exec.LookPath(program); err != nil {
			return errors.New(remedy)
		}
	}
	return nil
}
