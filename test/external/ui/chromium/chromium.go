// Package chromium starts a real browser without a window.
package chromium

import (
	"context"
	"os"
	"os/exec"
	"time"

	"github.com/chromedp/chromedp"
)

// answerTimeout is the time that the browser may take to start.
const answerTimeout = 2 * time.Minute

// Find returns the path of the browser: the variable CHROMIUM, or an installed one.
func Find() (string, error) {
	if path := os.Getenv("CHROMIUM"); path != "" {
		return exec.LookPath(path)
	}
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", exec.ErrNotFound
}

// Start starts the browser. It returns the context of its first tab, and a function that ends
// the browser. Contexts made from the first one are for further tabs.
func Start(ctx context.Context, options ...chromedp.ExecAllocatorOption) (context.Context, func(), error) {
	path, err := Find()
	if err != nil {
		return nil, nil, err
	}
	all := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.DisableGPU, chromedp.WSURLReadTimeout(answerTimeout))
	if os.Geteuid() == 0 {
		all = append(all, chromedp.NoSandbox)
	}
	allocator, endBrowser := chromedp.NewExecAllocator(ctx, append(all, options...)...)
	tab, closeTab := chromedp.NewContext(allocator)
	stop := func() { closeTab(); endBrowser() }
	if err := chromedp.Do(tab); err != nil {
		stop()
		return nil, nil, err
	}
	return tab, stop, nil
}
