package traffic

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"
	"sync"
	"syscall"
	"time"
)

// DefaultTimeout is a client's default timeout.
const DefaultTimeout = 5 * time.Second

// Client sends requests to one target on a schedule.
type Client struct {
	// Network is tcp, udp or http.
	Network string
	// Target is an address and a port.
	Target string
	// Rate is the number of requests per second.
	Rate float64
	// Count is the number of requests after which the client ends. 0 is no limit.
	Count int
	// Timeout is the longest time for one request: DefaultTimeout if it is 0.
	Timeout time.Duration
	// Dial opens the connections. Nil is net.Dialer.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
}

// Run sends requests until the context ends or all are sent, waits for the last answers,
// and reports each request. The schedule does not wait for answers: a slow one does not
// lower the rate, but a client that stood still does not catch up. report is called by one
// goroutine at a time.
func (c Client) Run(ctx context.Context, report func(Record)) error {
	if c.Rate <= 0 {
		return errors.New("the rate must be above 0")
	}
	var requests sync.WaitGroup
	defer requests.Wait()
	var reporting sync.Mutex
	schedule := schedule{begin: time.Now(), rate: c.Rate}
	timer := time.NewTimer(0)
	defer timer.Stop()
	for sent := 0; c.Count == 0 || sent < c.Count; sent++ {
		due := schedule.due(sent)
		timer.Reset(time.Until(due))
		select {
		case <-ctx.Done():
			return nil
		case <-timer.C:
		}
		schedule.putOff(due, time.Now())
		requests.Go(func() {
			record := c.request(due)
			if record.noticedLate(c.timeout()) {
				record.Outcome = Unknown
			}
			reporting.Lock()
			defer reporting.Unlock()
			report(record)
		})
	}
	return nil
}

// HostPort returns a Target.
func HostPort(address string, port int32) string {
	return net.JoinHostPort(address, strconv.Itoa(int(port)))
}

// Once sends one request now.
func (c Client) Once() Record { return c.request(time.Now()) }

func (c Client) timeout() time.Duration { return cmp.Or(c.Timeout, DefaultTimeout) }

func (c Client) request(due time.Time) Record {
	record := Record{Due: due, Began: time.Now()}
	ctx, cancel := context.WithTimeout(context.Background(), c.timeout())
	defer cancel()
	answer, err := c.ask(ctx)
	record.Latency = time.Since(record.Began)
	if err != nil {
		record.Outcome, record.Error = outcomeOf(err), err.Error()
		return record
	}
	record.Outcome, record.Pod, record.Local = Answered, answer.Pod, answer.Local
	return record
}

func (c Client) ask(ctx context.Context) (Answer, error) {
	ask, found := map[string]func(context.Context) (string, error){"tcp": c.askTCP, "udp": c.askUDP, "http": c.askHTTP}[c.Network]
	if !found {
		return Answer{}, fmt.Errorf("the network %q is none of tcp, udp and http", c.Network)
	}
	line, err := ask(ctx)
	if err != nil {
		return Answer{}, err
	}
	answer, err := ParseAnswer(line)
	if err != nil {
		return Answer{}, errors.Join(io.ErrUnexpectedEOF, err)
	}
	return answer, nil
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

func (c Client) dialer() func(ctx context.Context, network, address string) (net.Conn, error) {
	if c.Dial != nil {
		return c.Dial
	}
	return (&net.Dialer{}).DialContext
}

// connect returns a connection that ends with the context's deadline.
func (c Client) connect(ctx context.Context) (net.Conn, error) {
	connection, err := c.dialer()(ctx, c.Network, c.Target)
	if err != nil {
		return nil, err
	}
	deadline, _ := ctx.Deadline()
	return connection, connection.SetDeadline(deadline)
}

// askTCP closes the connection first, so that the client's port waits (TIME-WAIT) and not
// the server's: another client behind the same address may get the same port for the same
// server through another Service, and the server would ignore its first packet.
func (c Client) askTCP(ctx context.Context) (string, error) {
	connection, err := c.connect(ctx)
	if err != nil {
		return "", err
	}
	defer func() { _ = connection.Close() }()
	return bufio.NewReader(connection).ReadString('\n')
}

func (c Client) askUDP(ctx context.Context) (string, error) {
	connection, err := c.connect(ctx)
	if err != nil {
		return "", err
	}
	defer func() { _ = connection.Close() }()
	if _, err := fmt.Fprintln(connection, "?"); err != nil {
		return "", err
	}
	return bufio.NewReader(connection).ReadString('\n')
}

func (c Client) askHTTP(ctx context.Context) (string, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+c.Target+"/", http.NoBody)
	if err != nil {
		return "", err
	}
	response, err := (&http.Transport{DialContext: c.dialer(), DisableKeepAlives: true}).RoundTrip(request)
	if err != nil {
		return "", err
	}
	defer func() { _ = response.Body.Close() }()
	answer, err := io.ReadAll(response.Body)
	return string(answer), err
}
