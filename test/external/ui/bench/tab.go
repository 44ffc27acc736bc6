package main

import (
	"context"
	_ "embed"
	"fmt"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/meshwork-dev/meshwork/test/external/ui/chromium"
)

//go:embed page.js
var pageScript string

// answerTimeout is longer than any answer of the page takes, including its waits.
const answerTimeout = 2 * time.Minute

// tab is the only tab of a browser.
type tab struct {
	ctx   context.Context
	close func()
}

func openTab(ctx context.Context) (*tab, error) {
	ctx, stop, err := chromium.Start(ctx, chromedp.WindowSize(1280, 800))
	if err != nil {
		return nil, err
	}
	t := &tab{ctx: ctx, close: stop}
	if _, err := chromedp.Call(ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: pageScript}); err != nil {
		t.close()
		return nil, err
	}
	return t, nil
}

// visit returns when the page has loaded. It has its data later. The tab was empty
// before, or a change of the fragment alone would load nothing.
func (t *tab) visit(address string) error {
	ctx, cancel := context.WithTimeout(t.ctx, answerTimeout)
	defer cancel()
	return chromedp.Do(ctx, chromedp.Navigate("about:blank"), chromedp.Navigate(address))
}

func (t *tab) leave() error { return chromedp.Do(t.ctx, chromedp.Navigate("about:blank")) }

// eval returns the result of an expression, once its promise is fulfilled.
func eval[T any](t *tab, expression string, args ...any) (T, error) {
	ctx, cancel := context.WithTimeout(t.ctx, answerTimeout)
	defer cancel()
	result, err := chromedp.Run(ctx, chromedp.Evaluate[T](fmt.Sprintf(expression, args...), chromedp.EvalAwaitPromise))
	if err != nil {
		return result, fmt.Errorf("%s: %w", fmt.Sprintf(expression, args...), err)
	}
	return result, nil
}

// until returns when an expression holds.
func (t *tab) until(expression string, args ...any) error {
	deadline := time.Now().Add(answerTimeout)
	for time.Now().Before(deadline) {
		if holds, err := eval[bool](t, "Boolean("+expression+")", args...); err != nil || holds {
			return err
		}
		time.Sleep(100 * time.Millisecond)
	}
	return fmt.Errorf("the page did not get to %s", fmt.Sprintf(expression, args...))
}

// heap returns the size of the JavaScript heap without garbage, in bytes.
func (t *tab) heap() (float64, error) {
	if _, err := chromedp.Call(t.ctx, heapprofiler.CollectGarbage, cdp.Empty{}); err != nil {
		return 0, err
	}
	usage, err := chromedp.Call(t.ctx, runtime.GetHeapUsage, cdp.Empty{})
	return usage.UsedSize, err
}
