package clients_test

import (
	"encoding/json"
	"sync"
	"testing"

	. "github.com/onsi/gomega"
	"google.golang.org/grpc/authz/audit"
	"google.golang.org/grpc/authz/audit/stdout"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource/resourcetest"
)

func init() { audit.RegisterLoggerBuilder(&deniedCalls) } // in place of grpc-go's, which prints

// deniedCalls has the audit events of all servers with grpc-go in this process.
var deniedCalls auditLog

type auditLog struct {
	mu     sync.Mutex
	events []audit.Event
}

func (l *auditLog) Name() string                                                  { return stdout.Name }
func (l *auditLog) ParseLoggerConfig(json.RawMessage) (audit.LoggerConfig, error) { return nil, nil }
func (l *auditLog) Build(audit.LoggerConfig) audit.Logger                         { return l }

func (l *auditLog) Log(event *audit.Event) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.events = append(l.events, *event)
}

func (l *auditLog) of(principal string) []audit.Event {
	l.mu.Lock()
	defer l.mu.Unlock()
	var of []audit.Event
	for _, event := range l.events {
		if event.Principal == principal {
			of = append(of, event)
		}
	}
	return of
}

func TestServersAuditDeniedCalls(t *testing.T) {
	t.Parallel()
	g, mesh := NewWithT(t), newMesh(t)
	mesh.expose(allowing("shop/audit-allowed"), mesh.startServer("a", mesh.issue("checkout")))
	allowed, other := mesh.open(mesh.issue("audit-allowed")), mesh.open(mesh.issue("audit-denied"))
	g.Eventually(calling(allowed), patience).Should(Succeed())
	g.Expect(status.Code(calling(other)())).To(Equal(codes.PermissionDenied))

	g.Expect(deniedCalls.of(resourcetest.Identity("shop", "audit-allowed"))).To(BeEmpty())
	g.Expect(deniedCalls.of(resourcetest.Identity("shop", "audit-denied"))).To(ContainElement(SatisfyAll(
		HaveField("FullMethodName", "/grpc.testing.TestService/UnaryCall"), HaveField("Authorized", false),
	)))
}
