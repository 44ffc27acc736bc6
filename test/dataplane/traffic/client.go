package traffic

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"sync"
	"syscall"
	"time"
)

// DefaultTimeout is a client's timeout where nothing else is said.
const DefaultTimeout = 5 * time.Second

// Client sends requests to one target on a schedule.
type Client struct {
	// Network is tcp, udp or http.
	Network string
	// Target is an address and a port.
	Target string
	// Rate is the number of requests per second.
	Rate float64
	// Count ends the client after so many requests. 0 is no limit.
	Count int
	// Timeout is the longest time for one request.
	Timeout time.Duration
}

// Run sends requests until the context ends or all are sent, waits for the last answers,
// and reports each request. The schedule does not wait for answers: a slow one does not
// lower the rate. report is called by one goroutine at a time.
func (c Client) Run(ctx context.Context, report func(Record)) error {
	send, found := map[string]func(context.Context, string) (string, error){"tcp": askTCP, "udp": askUDP, "http": askHTTP}[c.Network]
	if !found {
		return fmt.Errorf("the network %q is none of tcp, udp and http", c.Network)
	}
	if c.Rate <= 0 || c.Timeout <= 0 {
		return errors.New("rate and timeout must be above 0")
	}
	var requests sync.WaitGroup
	defer requests.Wait()
	var reporting sync.Mutex
	begin := time.Now()
	timer := time.NewTimer(0)
	defer timer.Stop()
	for sent := 0; c.Count == 0 || sent < c.Count; sent++ {
		due := begin.Add(time.Duration(float64(sent) / c.Rate * float64(time.Second)))
		timer.Reset(time.Until(due))
		select {
		case <-ctx.Done():
			return nil
		case <-timer.C:
		}
		requests.Go(func() {
			record := c.request(send, due)
			reporting.Lock()
			defer reporting.Unlock()
			report(record)
		})
	}
	return nil
}

func (c Client) request(send func(context.Context, string) (string, error), due time.Time) Record {
	record := Record{Due: due, Began: time.Now()}
	ctx, cancel := context.WithTimeout(context.Background(), c.Timeout)
	defer cancel()
	line, err := send(ctx, c.Target)
	record.Latency = time.Since(record.Began)
	if err == nil {
		var answer Answer
		if answer, err = ParseAnswer(line); err == nil {
			record.Outcome, record.Pod, record.Local = Answered, answer.Pod, answer.Local
			return record
		}
		err = errors.Join(io.ErrUnexpectedEOF, err)
	}
	record.Outcome, record.Error = outcomeOf(err), err.Error()
	return record
}

func outcomeOf(err error) Outcome {
	var timeout interface{ Timeout() bool }
	switch {
	case errors.Is(err, syscall.ECONNREFUSED):
		return Refused
	case errors.Is(err, syscall.ECONNRESET), errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, syscall.EPIPE):
		return Reset
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, os.ErrDeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		return TimedOut
	}
	return Failed
}

func dial(ctx context.Context, network, target string) (net.Conn, error) {
	connection, err := (&net.Dialer{}).DialContext(ctx, network, target)
	if err != nil {
		return nil, err
	}
	deadline, _ := ctx.Deadline()
	return connection, connection.SetDeadline(deadline)
}

// askTCP reads until the server closes the connection, so that no port of the client waits.
func askTCP(ctx context.Context, target string) (string, error) {
	connection, err := dial(ctx, "tcp", target)
	if err != nil {
		return "", err
	}
	defer func() { _ = connection.Close() }()
	answer, err := io.ReadAll(connection)
	return string(answer), err
}

func askUDP(ctx context.Context, target string) (string, error) {
	connection, err := dial(ctx, "udp", target)
	if err != nil {
		return "", err
	}
	defer func() { _ = connection.Close() }()
	if _, err := fmt.Fprintln(connection, "?"); err != nil {
		return "", err
	}
	return bufio.NewReader(connection).ReadString('\n')
}

func askHTTP(ctx context.Context, target string) (string, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+target+"/", http.NoBody)
	if err != nil {
		return "", err
	}
	request.Close = true
	response, err := (&http.Transport{DisableKeepAlives: true}).RoundTrip(request)
	if err != nil {
		return "", err
	}
	defer func() { _ = response.Body.Close() }()
	answer, err := io.ReadAll(response.Body)
	return string(answer), err
}
