package server

import (
	"testing"

	. "github.com/onsi/gomega"
)

func TestShareOfAnAddress(t *testing.T) {
	for _, test := range []struct{ maxStreams, maxStreamsPerClient, want int }{
		{10000, 1000, 1000}, // the defaults
		{50000, 1000, 5000},
		{10000, 10000, 10000}, // for clients behind one gateway
		{500, 10, 100},
	} {
		NewWithT(t).Expect(perAddress(test.maxStreams, test.maxStreamsPerClient)).To(Equal(test.want))
	}
}
