package network

import (
	"testing"

	. "github.com/onsi/gomega"
)

func TestParseCounters(t *testing.T) {
	g := NewWithT(t)
	netstat := parseCounters("TcpExt: ListenDrops TCPTimeouts\nTcpExt: 3 12\nIpExt: InNoRoutes\nIpExt: 4\n", 10)
	g.Expect(netstat).To(HaveKeyWithValue("ListenDrops", uint64(3)))
	g.Expect(netstat).To(HaveKeyWithValue("TCPTimeouts", uint64(12)))
	g.Expect(netstat).To(HaveKeyWithValue("InNoRoutes", uint64(4)))
	snmp6 := parseCounters("Ip6OutNoRoutes                  \t3\nIcmp6InDestUnreachs             \t2\n", 10)
	g.Expect(snmp6).To(Equal(Counters{"Ip6OutNoRoutes": 3, "Icmp6InDestUnreachs": 2}))
	perCPU := parseCounters("entries  drop table_fulls\n00000002 0000001f 00000000\n00000002 00000001 00000001\n", 16)
	g.Expect(perCPU).To(HaveKeyWithValue("drop", uint64(0x20)))
	g.Expect(perCPU).To(HaveKeyWithValue("table_fulls", uint64(1)))
}

func TestCountersSince(t *testing.T) {
	g := NewWithT(t)
	before := Counters{"drop": 2, "insert_failed": 5}
	after := Counters{"drop": 4, "insert_failed": 5, "clashres": 1}
	g.Expect(after.Since(before).String()).To(Equal("clashres 1, drop 2"))
}
