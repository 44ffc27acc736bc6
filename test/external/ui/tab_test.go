package ui

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/meshwork-dev/meshwork/test/external/ui/chromium"
)

// browser is a browser without a window.
type browser struct{ ctx context.Context }

func startBrowser() *browser {
	GinkgoHelper()
	ctx, stop, err := chromium.Start(context.Background(), chromedp.Flag("force-color-profile", "srgb"), chromedp.Flag("hide-scrollbars", true))
	Expect(err).NotTo(HaveOccurred())
	DeferCleanup(stop)
	return &browser{ctx: ctx}
}

// screen is a screen on which the page is viewed.
type screen struct {
	width, height int64
	theme         string
}

var (
	laptop = screen{1280, 800, "light"}
	phone  = screen{390, 844, "dark"}
)

// tab is a tab of the browser with the page in it. Its methods that look are for
// Eventually.
type tab struct {
	ctx     context.Context
	command *command
	theme   string

	mutex sync.Mutex
	// errors are the exceptions that the page did not catch, and its dialogs.
	errors []string
}

// open opens the page of the command at a route.
func (b *browser) open(of *command, on screen, route string) *tab {
	GinkgoHelper()
	ctx, closeTab := chromedp.NewContext(b.ctx)
	DeferCleanup(closeTab)
	opened := &tab{ctx: ctx, command: of}
	Expect(chromedp.Do(ctx)).To(Succeed())
	Expect(chromedp.Listen(ctx, opened.listen)).To(Succeed())
	opened.do(chromedp.EmulateViewport(on.width, on.height))
	opened.theme = on.theme
	opened.setMotion("reduce")
	opened.visit(route)
	return opened
}

// setMotion sets the preference for motion.
func (t *tab) setMotion(preference string) {
	GinkgoHelper()
	_, err := chromedp.Call(t.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: t.theme}, {Name: "prefers-reduced-motion", Value: preference},
	}})
	Expect(err).NotTo(HaveOccurred())
}

func (t *tab) listen(event any) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	switch event := event.(type) {
	case *runtime.EventExceptionThrown:
		t.errors = append(t.errors, fmt.Sprintf("%+v", *event.ExceptionDetails))
	case *page.EventJavascriptDialogOpening:
		t.errors = append(t.errors, "a dialog: "+event.Message)
	}
}

func (t *tab) uncaught() []string {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	return slices.Clone(t.errors)
}

// run returns the result of an action.
func run[T any](t *tab, action chromedp.Action[T]) T {
	GinkgoHelper()
	ctx, cancel := context.WithTimeout(t.ctx, time.Minute)
	defer cancel()
	result, err := chromedp.Run(ctx, action)
	Expect(err).NotTo(HaveOccurred())
	return result
}

func (t *tab) do(actions ...chromedp.Action[chromedp.Void]) {
	GinkgoHelper()
	run(t, chromedp.Steps(actions...))
}

// visit opens a route with the token, as the address that the command prints.
func (t *tab) visit(route string) {
	GinkgoHelper()
	t.do(chromedp.Navigate(t.command.base + route + "#token=" + t.command.token))
}

// eval returns the result of an expression in the page, as text.
func (t *tab) eval(expression string, args ...any) string {
	GinkgoHelper()
	return run(t, chromedp.Evaluate[string]("String("+fmt.Sprintf(expression, args...)+")"))
}

// text returns the visible text of the first element that matches.
func (t *tab) text(selector string) func() string {
	return func() string {
		return t.eval("(document.querySelector(%q)?.innerText ?? '').replace(/\\s+/g, ' ')", selector)
	}
}

// texts returns the visible texts of all elements that match, one a line.
func (t *tab) texts(selector string) func() []string {
	return func() []string {
		joined := t.eval("[...document.querySelectorAll(%q)].map(e => e.innerText.replace(/\\s+/g, ' ').trim()).join('\\n')", selector)
		return strings.FieldsFunc(joined, func(r rune) bool { return r == '\n' })
	}
}

// drawn returns the accessible names of the nodes of the drawing that match.
func (t *tab) drawn(selector string) func() []string {
	return func() []string {
		joined := t.eval("[...document.querySelectorAll('[data-testid=drawing] [data-node]' + %q)].map(e => e.querySelector('title').textContent).join('\\n')", selector)
		return strings.FieldsFunc(joined, func(r rune) bool { return r == '\n' })
	}
}

// count returns the number of elements that match.
func (t *tab) count(selector string) string {
	return t.eval("document.querySelectorAll(%q).length", selector)
}

// tap touches the element as a finger does.
func (t *tab) tap(selector string) {
	GinkgoHelper()
	t.eval("document.querySelector(%q).scrollIntoView({ block: 'center' })", selector)
	var x, y float64
	_, err := fmt.Sscanf(t.eval("(r => (r.x + r.width / 2) + ' ' + (r.y + r.height / 2))(document.querySelector(%q).getBoundingClientRect())", selector), "%g %g", &x, &y)
	Expect(err).NotTo(HaveOccurred())
	for _, event := range []input.DispatchTouchEventParams{{Type: "touchStart", TouchPoints: []*input.TouchPoint{{X: x, Y: y}}}, {Type: "touchEnd", TouchPoints: []*input.TouchPoint{}}} {
		_, err := chromedp.Call(t.ctx, input.DispatchTouchEvent, event)
		Expect(err).NotTo(HaveOccurred())
	}
}

// skeletons returns the number of elements that are still loading.
func (t *tab) skeletons() string {
	return t.eval("document.querySelectorAll('main, .skeleton').length - 1")
}

// press clicks the button, link or tab with the text.
func (t *tab) press(text string) {
	GinkgoHelper()
	const find = "[...document.querySelectorAll('button, a, summary, [role=tab]')].find(e => e.innerText.trim().startsWith(%q))"
	Eventually(func() string { return t.eval(find+" !== undefined", text) }).Should(Equal("true"), "there is a %q to press", text)
	t.eval(find+".click()", text)
}

// choose selects an option of the field with the label.
func (t *tab) choose(label, option string) {
	GinkgoHelper()
	const field = "[...document.querySelectorAll('label')].find(l => l.innerText.startsWith(%[1]q))?.querySelector('select')"
	Eventually(func() string {
		return t.eval("["+"...("+field+"?.options ?? [])].some(o => o.value === %[2]q)", label, option)
	}).Should(Equal("true"))
	t.eval(`(field => { field.value = %[2]q; field.dispatchEvent(new Event('change', { bubbles: true })) })(`+field+`)`, label, option)
}

// expectSound expects that the page reported no error, and is not wider than the screen.
func (t *tab) expectSound() {
	GinkgoHelper()
	Expect(t.uncaught()).To(BeEmpty())
	Expect(t.eval("document.scrollingElement.scrollWidth <= window.innerWidth")).To(Equal("true"), "the page is wider than the screen")
}

// show writes a screenshot.
func (t *tab) show(name string) {
	GinkgoHelper()
	Expect(os.WriteFile(filepath.Join(*screenshots, name+".png"), run(t, chromedp.CaptureScreenshot()), 0o644)).To(Succeed())
}
