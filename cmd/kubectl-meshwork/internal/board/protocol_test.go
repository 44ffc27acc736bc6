package board_test

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/board"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/explain"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/live"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/picture"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/report"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/snapshot"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/status"
)

// sent are the Go types of what the page calls by these names.
var sent = map[string]any{
	"Info": board.Info{}, "ClusterConnection": live.Connection{}, "Unread": snapshot.Unread{}, "Block": report.Block{},
	"Document": report.Document{}, "Status": picture.Health{}, "Deployment": status.Deployment{}, "Manager": status.Manager{},
	"Counts": picture.Counts{}, "Usage": status.Addresses{}, "Condition": status.Condition{}, "CertificateSummary": status.Certificates{},
	"Mesh": status.Mesh{}, "Change": picture.Change{}, "Row": picture.Row{}, "Service": picture.Service{}, "Remedy": explain.Remedy{},
	"MeshService": picture.MeshService{}, "Slice": picture.Slice{}, "Certificate": explain.Certificate{}, "Endpoint": picture.Endpoint{},
	"Delegation": picture.Delegation{}, "HandoverStep": picture.HandoverStep{}, "Event": picture.Event{}, "XdsClient": picture.XDSClient{},
	"Xds": picture.XDS{}, "Range": picture.Range{}, "Address": picture.Address{}, "Message": board.Update{},
}

var (
	tsInterface = regexp.MustCompile(`(?s)export interface (\w+) \{(.*?)\}\n`)
	tsField     = regexp.MustCompile(`(\w+)\??: ([^;]+)`)
)

// TestProtocol checks that the page expects what the command sends: every field that the
// page declares exists, and has the same type.
func TestProtocol(t *testing.T) {
	protocol, err := os.ReadFile(filepath.Join("..", "..", "web", "src", "core", "protocol.ts"))
	if err != nil {
		t.Fatal(err)
	}
	declared := tsInterface.FindAllStringSubmatch(string(protocol), -1)
	if len(declared) != len(sent) {
		t.Errorf("protocol.ts declares %d interfaces, expected the %d that are sent", len(declared), len(sent))
	}
	for _, each := range declared {
		name, body := each[1], each[2]
		value, found := sent[name]
		if !found {
			t.Errorf("interface %s is not sent", name)
			continue
		}
		fields := jsonFields(reflect.TypeOf(value))
		for _, field := range tsField.FindAllStringSubmatch(body, -1) {
			if expected, got := kindOf(fields[field[1]]), tsKind(strings.TrimSpace(field[2])); got != expected {
				t.Errorf("%s.%s is declared as %q, but %s is sent", name, field[1], got, expected)
			}
		}
	}
}

// TestWorstFirst checks that the page orders states as the command does, which chooses the
// problems that the page gets.
func TestWorstFirst(t *testing.T) {
	severity, err := os.ReadFile(filepath.Join("..", "..", "web", "src", "services", "severity.ts"))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, state := range picture.WorstFirst {
		names = append(names, "'"+string(state)+"'")
	}
	if expected := "worstFirst: RowState[] = [" + strings.Join(names, ", ") + "]"; !strings.Contains(string(severity), expected) {
		t.Errorf("severity.ts lacks %q", expected)
	}
}

func jsonFields(of reflect.Type) map[string]reflect.Type {
	fields := map[string]reflect.Type{}
	for _, field := range reflect.VisibleFields(of) {
		if name, _, _ := strings.Cut(field.Tag.Get("json"), ","); name != "" {
			fields[name] = field.Type
		}
	}
	return fields
}

// kindOf returns what a Go type becomes in JSON.
func kindOf(goType reflect.Type) string {
	switch {
	case goType == nil:
		return "nothing"
	case goType == reflect.TypeFor[time.Time]():
		return "string"
	}
	switch goType.Kind() {
	case reflect.Pointer:
		return kindOf(goType.Elem())
	case reflect.String:
		return "string"
	case reflect.Bool:
		return "boolean"
	case reflect.Slice:
		return kindOf(goType.Elem()) + "[]"
	case reflect.Map, reflect.Struct:
		return "object"
	default:
		return "number"
	}
}

// tsKind returns the same for a type of TypeScript. A name with a capital letter is an
// interface, or a union of strings.
func tsKind(of string) string {
	switch element, isArray := strings.CutSuffix(of, "[]"); {
	case isArray:
		return tsKind(element) + "[]"
	case strings.HasPrefix(of, "'"):
		return "string"
	case strings.HasPrefix(of, "Record<"):
		return "object"
	case of == "string" || of == "number" || of == "boolean":
		return of
	case sent[of] != nil:
		return "object"
	default:
		return "string"
	}
}
