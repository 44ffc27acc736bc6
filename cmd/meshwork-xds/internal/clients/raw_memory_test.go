package clients_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	. "github.com/onsi/gomega"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/mem"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"

	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/resource"
	"github.com/meshwork-dev/meshwork/cmd/meshwork-xds/internal/server"
)

// asIs sends messages as they are, and receives nothing.
type asIs struct{}

func (asIs) Name() string { return "proto" }
func (asIs) Marshal(message any) (mem.BufferSlice, error) {
	return mem.BufferSlice{mem.SliceBuffer(message.([]byte))}, nil
}
func (asIs) Unmarshal(mem.BufferSlice, any) error { return nil }

// openAsIs opens streams of one client on which messages are sent as they are.
func openAsIs(t *testing.T, address, method string, count int) []grpc.ClientStream {
	t.Helper()
	channel, err := grpc.NewClient(address, grpc.WithTransportCredentials(insecure.NewCredentials()), grpc.WithStaticStreamWindowSize(1<<16-1))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = channel.Close() })
	var streams []grpc.ClientStream
	for range count {
		stream, err := channel.NewStream(t.Context(), &grpc.StreamDesc{ClientStreams: true, ServerStreams: true}, method,
			grpc.ForceCodecV2(asIs{}), grpc.WaitForReady(true))
		if err != nil {
			t.Fatal(err)
		}
		streams = append(streams, stream)
	}
	return streams
}

// repeated is a field that occurs many times.
func repeated(field protowire.Number, value []byte, times int) []byte {
	return slices.Repeat(protowire.AppendBytes(protowire.AppendTag(nil, field, protowire.BytesType), value), times)
}

func within(field protowire.Number, content []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(nil, field, protowire.BytesType), content)
}

// Empty messages take two bytes on the wire, and a hundred times that when they are decoded.
func TestMemoryOfRequestsThatAreSmallOnTheWire(t *testing.T) {
	const size = 1000 << 10
	request := within(4, []byte(resource.Listener.TypeURL()))
	delta := within(2, []byte(resource.Listener.TypeURL()))
	for name, test := range map[string]struct {
		method  string
		content []byte
	}{
		"extensions of the node":    {adsMethod, append(within(2, repeated(9, nil, size/2)), request...)},
		"addresses of the node":     {adsMethod, append(within(2, repeated(11, nil, size/2)), request...)},
		"features of the node":      {adsMethod, append(within(2, repeated(10, nil, size/2)), request...)},
		"metadata of the node":      {adsMethod, append(within(2, within(3, within(1, append(within(1, []byte("x")), within(2, within(6, repeated(1, nil, size/2)))...)))), request...)},
		"locators":                  {adsMethod, append(repeated(7, nil, size/2), request...)},
		"details of an error":       {adsMethod, append(within(6, repeated(3, nil, size/2)), request...)},
		"names":                     {adsMethod, append(repeated(3, nil, size/2), request...)},
		"unsubscribed names":        {deltaADSMethod, append(repeated(4, nil, size/2), delta...)},
		"empty versions":            {deltaADSMethod, append(repeated(5, nil, size/2), delta...)},
		"subscribed locators":       {deltaADSMethod, append(repeated(8, nil, size/2), delta...)},
		"unsubscribed locators":     {deltaADSMethod, append(repeated(9, nil, size/2), delta...)},
		"extensions of an old node": {deltaADSMethod, append(within(1, repeated(9, nil, size/2)), delta...)},
	} {
		t.Run(name, func(t *testing.T) {
			g, plane := NewWithT(t), worldOf("a").serve(t)
			const streams = 8
			opened := openAsIs(t, plane.address, test.method, streams)
			before := allocated()
			for _, stream := range opened {
				g.Expect(stream.SendMsg(test.content)).To(Succeed())
				g.Expect(stream.CloseSend()).To(Succeed())
			}
			for _, stream := range opened {
				for stream.RecvMsg(nil) == nil { // until the server ends the stream
				}
			}
			// Each message is in memory three times: at the client, on the way, and at the server.
			g.Expect((allocated()-before)/streams).To(BeNumerically("<", 10*len(test.content)), "bytes for each stream")
		})
	}
}

func allocated() int {
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int(stats.TotalAlloc)
}

// inUse is the memory that a collection leaves.
func inUse() int {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return int(stats.HeapAlloc)
}

// A client that asks too fast waits, and so do its requests.
func TestMemoryOfRequestsThatWait(t *testing.T) {
	const streams = 200
	g := NewWithT(t)
	plane := worldOf("a").serve(t, func(options *server.Options) {
		options.MaxSubscriptionsPerStream, options.MaxSubscriptionsPerClient = 10000, 300
	})
	name := "meshwork.dev/server/shop/" + strings.Repeat("w", 40) + "/0.0.0.0:80" // which takes 100 lookups
	content, err := proto.Marshal(ask(resource.Listener, slices.Repeat([]string{name}, 9000)...))
	g.Expect(err).NotTo(HaveOccurred())
	before := inUse()
	opened := openAsIs(t, plane.address, adsMethod, streams)
	for _, stream := range opened {
		for range 2 {
			_ = stream.SendMsg(content) // the stream may have ended
		}
	}
	g.Consistently(func() int { return (inUse() - before) >> 20 }, "5s", "500ms").Should(BeNumerically("<", 64), "MiB")
	g.Expect(plane.metric("meshwork_xds_rejected_streams_total")).To(BeNumerically(">", 0))
	g.Expect(plane.metric("meshwork_xds_delayed_requests_total")).To(BeNumerically(">", 0))
}

// Unread answers share their resources.
func TestMemoryOfAnswersThatAreNotRead(t *testing.T) {
	const streams, endpoints = 100, 10_000
	for name, test := range map[string]struct {
		method  string
		request proto.Message
	}{
		"state of the world": {adsMethod, ask(resource.Assignment, "large.shop:80")},
		"incremental":        {deltaADSMethod, subscribe(resource.Assignment, "large.shop:80")},
	} {
		t.Run(name, func(t *testing.T) {
			g, world := NewWithT(t), newWorld()
			pods := make([]*pod, endpoints)
			for i := range pods {
				pods[i] = address(fmt.Sprint(i), int32(1000+i))
			}
			world.set(viewOf(service("large"), pods...))
			plane := world.serve(t)
			content, err := proto.Marshal(test.request)
			g.Expect(err).NotTo(HaveOccurred())
			opened := openAsIs(t, plane.address, test.method, streams)
			g.Expect(opened[0].SendMsg(content)).To(Succeed())
			sent := func() float64 { return plane.metric("meshwork_xds_responses_total") }
			g.Eventually(sent, "20s").Should(BeEquivalentTo(1))
			before := inUse()
			for _, stream := range opened[1:] {
				g.Expect(stream.SendMsg(content)).To(Succeed())
			}
			g.Eventually(sent, "20s").Should(BeEquivalentTo(streams))
			g.Consistently(func() int { return (inUse() - before) >> 20 }, "2s", "200ms").Should(BeNumerically("<", 20), "MiB")
		})
	}
}

// The first part of a message counts before the rest arrives.
func TestMemoryOfRequestsThatAreNotComplete(t *testing.T) {
	const streams, size = 200, 1000 << 10
	g, plane := NewWithT(t), worldOf("a").serve(t)
	protocols := &http.Protocols{}
	protocols.SetUnencryptedHTTP2(true)
	client := &http.Client{Transport: &http.Transport{Protocols: protocols}}
	defer client.CloseIdleConnections()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	part := append(binary.BigEndian.AppendUint32([]byte{0}, size), make([]byte, size-1)...)
	before := inUse()
	var requests sync.WaitGroup
	for range streams {
		requests.Go(func() {
			silent, end := io.Pipe()
			defer end.Close()
			request, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+plane.address+adsMethod, io.MultiReader(bytes.NewReader(part), silent))
			if err != nil {
				t.Error(err)
				return
			}
			request.Header.Set("Content-Type", "application/grpc")
			request.Header.Set("TE", "trailers")
			if response, err := client.Do(request); err == nil { // the server has ended the stream
				_ = response.Body.Close()
			}
		})
	}
	g.Consistently(func() int { return (inUse() - before) >> 20 }, "5s", "500ms").Should(BeNumerically("<", 64), "MiB")
	cancel()
	requests.Wait()
}
