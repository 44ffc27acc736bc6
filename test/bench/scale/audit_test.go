package main

import (
	"fmt"
	"os"
	"testing"

	. "github.com/onsi/gomega"
)

const event = `{"verb":%q,"user":{"username":%q},"objectRef":{"resource":%q,"subresource":%q,"namespace":"a","name":"b"},` +
	`"responseStatus":{"code":%d},"requestReceivedTimestamp":"2026-01-01T00:00:%06.3fZ"}` + "\n"

func TestAuditCountsByUser(t *testing.T) {
	g := NewWithT(t)
	directory := t.TempDir()
	audit, err := openAudit(directory)
	g.Expect(err).NotTo(HaveOccurred())
	defer func() { g.Expect(audit.close()).To(Succeed()) }()
	log, err := os.OpenFile(auditPath(directory), os.O_WRONLY|os.O_APPEND, 0)
	g.Expect(err).NotTo(HaveOccurred())
	defer func() { g.Expect(log.Close()).To(Succeed()) }()
	add := func(text string) {
		_, err := log.WriteString(text)
		g.Expect(err).NotTo(HaveOccurred())
	}

	add(fmt.Sprintf(event, "create", "us", "endpointslices", "", 201, 1.0))
	add(fmt.Sprintf(event, "update", "us", "endpointslices", "", 409, 2.0))
	add(fmt.Sprintf(event, "update", "them", "endpointslices", "", 200, 3.0))
	half := fmt.Sprintf(event, "patch", "us", "meshservices", "status", 200, 4.0)
	add(half[:20])
	g.Expect(audit.take("us")).To(Equal(writes{"create endpointslices": 1, "update endpointslices (409)": 1}))
	g.Expect(audit.take("us")).To(BeEmpty(), "they have been taken")

	add(half[20:])
	g.Expect(audit.total("us")).To(Equal(1))
	g.Expect(audit.take("us")).To(Equal(writes{"patch meshservices/status": 1}))
	g.Expect(audit.take("them")).To(Equal(writes{"update endpointslices": 1}))
}

func TestAuditFollowsStatusWrites(t *testing.T) {
	g := NewWithT(t)
	audit := &auditLog{counts: map[string]writes{}, followed: "a/b"}
	for _, at := range []float64{1, 5.25, 2.5} {
		g.Expect(audit.add(fmt.Appendf(nil, event, "patch", "us", "meshservices", "status", 200, at))).To(Succeed())
	}
	g.Expect(audit.add(fmt.Appendf(nil, event, "patch", "us", "meshservices", "", 200, 1.1))).To(Succeed())
	count, gap := audit.statusPace()
	g.Expect(count).To(Equal(3))
	g.Expect(gap).To(Equal(1.5))
}
