package network

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"

	"golang.org/x/sys/unix"
)

// Missing returns an error, in one line, if this machine lacks a requirement for a network in
// namespaces.
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
	if err := tryNamespace(); err != nil {
		return fmt.Errorf("this machine does not allow network namespaces with nftables: %w: run this on a machine or in a container that does", err)
	}
	return nil
}

// tryNamespace uses nftables in a namespace that ends with its thread. Root in a container
// often may not.
func tryNamespace() error {
	result := make(chan error)
	go func() {
		runtime.LockOSThread() // and never unlocked, so the thread ends with the goroutine
		if err := unix.Unshare(unix.CLONE_NEWNET); err != nil {
			result <- fmt.Errorf("creating a network namespace: %w", err)
			return
		}
		output, err := exec.Command("nft", "add table ip try; add chain ip try nat { type nat hook prerouting priority 0; }").CombinedOutput()
		if err != nil {
			err = fmt.Errorf("nft: %w: %.200s", err, output)
		}
		result <- err
	}()
	return <-result
}
