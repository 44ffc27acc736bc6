package clients_test

import (
	"bufio"
	"context"
	"encoding/json"
	"log"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	statusv3 "github.com/envoyproxy/go-control-plane/envoy/service/status/v3"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"
	"google.golang.org/grpc/xds/csds"
)

// nameForProgram has the name that this binary calls if it runs as a client. grpc-go reads its
// environment once for each process.
const nameForProgram = "MESHWORK_TEST_NAME"

func TestMain(m *testing.M) {
	if name := os.Getenv(nameForProgram); name != "" {
		beProgram(name)
		return
	}
	os.Exit(m.Run())
}

// openGoProgram returns a client of grpc-go in a process of its own.
func openGoProgram(t *testing.T, name, bootstrap string, environment ...string) *program {
	t.Helper()
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return run(t, exec.Command(binary), bootstrap, append(environment, nameForProgram+"="+name)...)
}

// beProgram calls a name for each line of the input, one at a time.
func beProgram(name string) {
	channel, err := grpc.NewClient("xds:///"+name, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		log.Fatal(err)
	}
	server, err := csds.NewClientStatusDiscoveryServer()
	if err != nil {
		log.Fatal(err)
	}
	client := goClient{channel}
	output := json.NewEncoder(os.Stdout)
	if err := output.Encode(answer{ID: isReady}); err != nil {
		log.Fatal(err)
	}
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		var o order
		if err := json.Unmarshal(lines.Bytes(), &o); err != nil {
			log.Fatal(err)
		}
		pod, err := client.call(request{timeout: time.Duration(o.Timeout * float64(time.Second)), wait: o.Wait})
		if err := output.Encode(answer{
			ID: o.ID, Code: status.Code(err), Pod: pod, Message: status.Convert(err).Message(), Resources: resourcesOf(server),
		}); err != nil {
			log.Fatal(err)
		}
	}
}

// resourcesOf returns the status of each resource in the client of this process.
func resourcesOf(server *csds.ClientStatusDiscoveryServer) map[string]string {
	response, err := server.FetchClientStatus(context.Background(), &statusv3.ClientStatusRequest{})
	if err != nil {
		log.Fatal(err)
	}
	resources := map[string]string{}
	for _, config := range response.GetConfig() {
		for _, of := range config.GetGenericXdsConfigs() {
			kind := of.GetTypeUrl()[strings.LastIndex(of.GetTypeUrl(), ".")+1:]
			resources[kind+" "+of.GetName()] = of.GetClientStatus().String()
		}
	}
	return resources
}
