package cluster

import (
	"context"
	"crypto/tls"
	"fmt"
	"net/http"
	"time"
)

const (
	startTimeout = 3 * time.Minute
	pollInterval = 50 * time.Millisecond
)

// waitUntilHealthy returns when the process answers 200 at its health URL, or
// with the end of its log when it ends or does not answer in time.
func waitUntilHealthy(ctx context.Context, process *Process, healthURL string) error {
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	client := healthClient()
	defer client.CloseIdleConnections()
	ticker := time.NewTicker(pollInterval)
	defer ticker.Stop()

	answer := "no answer"
	for {
		select {
		case <-process.Done():
			return process.UnexpectedEnd()
		case <-ctx.Done():
			return fmt.Errorf("%s is not ready: %w; %s at %s\n%s", process.Name(), ctx.Err(), answer, healthURL, process.logTail())
		case <-ticker.C:
		}
		status, err := get(ctx, client, healthURL)
		switch {
		case err == nil && status == http.StatusOK:
			return nil
		case err == nil:
			answer = http.StatusText(status)
		case ctx.Err() == nil:
			answer = err.Error()
		}
	}
}

func get(ctx context.Context, client *http.Client, url string) (int, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, http.NoBody)
	if err != nil {
		return 0, err
	}
	response, err := client.Do(request)
	if err != nil {
		return 0, err
	}
	return response.StatusCode, response.Body.Close()
}

func healthClient() *http.Client {
	return &http.Client{
		Timeout: 5 * time.Second,
		Transport: &http.Transport{
			// Some programs sign their own certificates when they start, and
			// nothing secret is sent here.
			TLSClientConfig: &tls.Config{InsecureSkipVerify: true},
		},
	}
}
