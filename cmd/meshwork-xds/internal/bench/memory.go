package main

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/bench/load"
)

// measureMemory opens streams to a server in another process, and divides the growth of its memory
// by their number. All subscribe to the same names, so that resources do not count.
func measureMemory(ctx context.Context, size sizes) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	child := exec.CommandContext(ctx, os.Args[0], "-serve=127.0.0.1:0", //nolint:gosec // it is this program
		fmt.Sprintf("-services=%d", size.Services), fmt.Sprintf("-pods=%d", size.Pods))
	child.Stderr = os.Stderr
	output, err := child.StdoutPipe()
	if err != nil {
		return err
	}
	if err := child.Start(); err != nil {
		return err
	}
	line, err := bufio.NewReader(output).ReadString('\n')
	if err != nil {
		return err
	}
	addresses := strings.Fields(line)
	before, err := memoryOf(addresses[1], child.Process.Pid)
	if err != nil {
		return err
	}
	alike := load.Size{Services: size.Names, Streams: size.memoryStreams, Names: size.Names}
	fleet, err := connect(ctx, addresses[0], alike)
	if err != nil {
		return err
	}
	defer fleet.close()
	if err := fleet.waitUntilSynced(ctx, size.memoryStreams); err != nil {
		return fmt.Errorf("waiting for %d streams: %w", size.memoryStreams, err)
	}
	after, err := memoryOf(addresses[1], child.Process.Pid)
	if err != nil {
		return err
	}
	row(fmt.Sprintf("memory of a stream, of %d", size.memoryStreams), "", fmt.Sprintf("%d KiB (resident)", (after-before)/size.memoryStreams>>10))
	cancel()
	_ = child.Wait() // it was killed
	return nil
}

// memoryOf returns the resident memory of the process after a garbage collection, in bytes.
func memoryOf(collectAt string, pid int) (int, error) {
	response, err := http.Get("http://" + collectAt)
	if err != nil {
		return 0, err
	}
	if err := response.Body.Close(); err != nil {
		return 0, err
	}
	return load.ResidentMemory(pid)
}

// serveAlone serves the world, and collects garbage on request at a second address.
func serveAlone(ctx context.Context, size sizes, address string) error {
	_, served, ended := serve(ctx, newWorld(size.Size), address)
	collector := &http.Server{
		ReadHeaderTimeout: time.Second,
		Handler: http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
			runtime.GC()
			debug.FreeOSMemory()
		}),
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	go func() { _ = collector.Serve(listener) }()
	fmt.Println(served, listener.Addr())
	return <-ended
}
