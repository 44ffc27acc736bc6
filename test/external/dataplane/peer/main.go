// Command peer is a gRPC server, and a client of it, in Pods. xDS configures the addresses of
// calls, and the authentication of both sides.
//
//	peer serve -name=web-0 -port=8082 -ready=8081
//	peer call -reconnect=500ms xds:///web.shop:80
package main

import (
	"context"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"

	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/peer"
)

const usage = "usage: peer serve [flags] | peer call [flags] TARGET; -h lists the flags"

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, os.Interrupt)
	err := run(ctx, os.Args[1:])
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	if len(args) == 0 {
		return errors.New(usage)
	}
	flags := flag.NewFlagSet("peer", flag.ContinueOnError)
	var served server
	flags.StringVar(&served.name, "name", "", "the name that the server answers with")
	flags.IntVar(&served.port, "port", 8082, "the port of the server")
	flags.IntVar(&served.ready, "ready", 8081, "a port that accepts connections while the server serves")
	flags.DurationVar(&served.drain, "drain", 0, "how long the server goes on after SIGTERM")
	var calling caller
	flags.DurationVar(&calling.every, "every", 10*time.Millisecond, "the time between two calls")
	flags.DurationVar(&calling.reconnect, "reconnect", 0, "how long a channel is used; 0 is for ever")
	if err := flags.Parse(args[1:]); err != nil {
		return err
	}
	switch {
	case args[0] == "serve" && flags.NArg() == 0:
		return served.run(ctx)
	case args[0] == "call" && flags.NArg() == 1:
		calling.target = flags.Arg(0)
		return calling.run(ctx)
	}
	return errors.New(usage)
}

// party is one side of a call.
type party struct {
	// ID is the SPIFFE ID, and Serial is the serial number of the certificate in hexadecimal
	// digits. Both are empty without a certificate.
	ID, Serial string
}

func partyOf(other *peer.Peer) party {
	info, isTLS := other.AuthInfo.(credentials.TLSInfo)
	if !isTLS || len(info.State.PeerCertificates) == 0 || len(info.State.PeerCertificates[0].URIs) == 0 {
		return party{}
	}
	certificate := info.State.PeerCertificates[0]
	return party{ID: certificate.URIs[0].String(), Serial: hex.EncodeToString(certificate.SerialNumber.Bytes())}
}
