package dataplane

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os/exec"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/util/cert"
	"k8s.io/cri-streaming/pkg/streaming/remotecommand"
	utilexec "k8s.io/utils/exec"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/meshwork-dev/meshwork/test/lib/cluster"
)

// execIdleTimeout is the default of a kubelet.
const execIdleTimeout = 4 * time.Hour

// execServer runs the commands of `kubectl exec` for all Nodes, without a standard input. It
// asks for no credentials: it listens on a loopback address, and the only program that it runs
// in a Pod is the program of the container.
type execServer struct {
	ground *Ground
	server *http.Server
	port   int32
}

func (g *Ground) startExecServer() error {
	address, err := cluster.FreeAddress()
	if err != nil {
		return err
	}
	certificate, key, err := cert.GenerateSelfSignedCertKey("kubelet", []net.IP{net.ParseIP(machineAddress)}, nil)
	if err != nil {
		return err
	}
	pair, err := tls.X509KeyPair(certificate, key)
	if err != nil {
		return err
	}
	listener, err := tls.Listen("tcp", address, &tls.Config{Certificates: []tls.Certificate{pair}})
	if err != nil {
		return fmt.Errorf("listening for kubectl exec: %w", err)
	}
	e := &execServer{ground: g, port: int32(listener.Addr().(*net.TCPAddr).Port)}
	handler := http.NewServeMux()
	handler.HandleFunc("/exec/{namespace}/{pod}/{container}", e.serve)
	e.server = &http.Server{Handler: handler}
	g.exec = e
	go func() {
		if err := e.server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			g.options.Log.Error(err, "serving kubectl exec")
		}
	}()
	return nil
}

func (e *execServer) serve(w http.ResponseWriter, request *http.Request) {
	options, err := remotecommand.NewOptions(request)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	var pod corev1.Pod
	key := client.ObjectKey{Namespace: request.PathValue("namespace"), Name: request.PathValue("pod")}
	if err := e.ground.API.Get(request.Context(), key, &pod); err != nil {
		http.Error(w, err.Error(), http.StatusNotFound)
		return
	}
	remotecommand.ServeExec(w, request, e, pod.Name, string(pod.UID), request.PathValue("container"), request.URL.Query()["command"],
		options, execIdleTimeout, remotecommand.DefaultStreamCreationTimeout, []string{remotecommand.StreamProtocolV4Name})
}

// ExecInContainer implements remotecommand.Executor.
func (e *execServer) ExecInContainer(
	ctx context.Context, pod, uid, _ string, command []string, _ io.Reader, stdout, stderr io.WriteCloser,
	_ bool, _ <-chan remotecommand.TerminalSize, _ time.Duration,
) error {
	running, found := e.ground.Kubelet.Sandbox(types.UID(uid))
	if !found {
		return fmt.Errorf("the Pod %s does not run", pod)
	}
	process, err := running.(*sandbox).command(ctx, command)
	if err != nil {
		return err
	}
	var complaint bytes.Buffer
	process.Stdout, process.Stderr = stdout, &complaint
	err = process.Run()
	if stderr != nil {
		_, _ = stderr.Write(complaint.Bytes())
	}
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		return err
	}
	// The conformance tests drop the standard error.
	e.ground.options.Log.Info("A command failed", "pod", pod, "command", command, "error", exit.Error(), "output", complaint.String())
	return utilexec.CodeExitError{Err: exit, Code: exit.ExitCode()}
}
