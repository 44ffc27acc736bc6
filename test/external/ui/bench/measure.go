package main

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/meshwork-dev/meshwork/test/lib/cluster"
)

// bench measures one phase after the other.
type bench struct {
	options
	cluster *cluster.Cluster
	world   *world
	tab     *tab
	figures figures

	command *command
	churn   *churn
}

const (
	listRoute     = "/services"
	overviewRoute = "/"
	scrollSeconds = 10
	// cpuPeriod is the time for which CPU is measured in each situation except the long one.
	cpuPeriod = 30 * time.Second
)

func (b *bench) measure(ctx context.Context) error {
	for _, phase := range []func(context.Context) error{
		b.measureStart, b.measureRestart, b.measureQuiet, b.measureChanges, b.measureMemory, b.measureEnd,
	} {
		if err := phase(ctx); err != nil {
			return err
		}
	}
	return nil
}

// measureStart ends the command afterwards, to count its goroutines: the end of the whole
// benchmark counts them again for comparison.
func (b *bench) measureStart(ctx context.Context) error {
	if err := b.openCommand(ctx, "cold start"); err != nil {
		return err
	}
	goroutines, err := b.command.end()
	b.figures.add("goroutines of the command, with a tab that has just been opened", "", "%d", goroutines)
	return err
}

func (b *bench) measureRestart(ctx context.Context) error {
	if err := b.openCommand(ctx, "another cold start"); err != nil {
		return err
	}
	begin := time.Now()
	painted, data, err := b.openList()
	if err != nil {
		return err
	}
	b.figures.add("a tab of a command that runs: address to data / to the first row", "", "%s / %s", seconds(data.Sub(begin)), seconds(painted.Sub(begin)))
	return nil
}

// openCommand starts the command and opens the list.
func (b *bench) openCommand(ctx context.Context, what string) error {
	progress("Starting the command: %s", what)
	var err error
	if b.command, err = startCommand(ctx, b.cluster, fmt.Sprintf("command-%d", time.Now().Unix())); err != nil {
		return err
	}
	painted, data, err := b.openList()
	if err != nil {
		return err
	}
	b.figures.add(what+", to the address / to the data in the browser", "", "%s / %s", seconds(b.command.listening.Sub(b.command.started)), seconds(data.Sub(b.command.started)))
	b.figures.add(what+", from the data to the first row on the screen", "≤ 1 s", "%s", seconds(painted.Sub(data)))
	return nil
}

// openList opens the list, and returns the times at which the first row was painted, and its
// data had come.
func (b *bench) openList() (painted, data time.Time, err error) {
	if err := b.tab.visit(b.command.address(listRoute)); err != nil {
		return painted, data, err
	}
	if err := b.tab.until("bench.painted > 0"); err != nil {
		return painted, data, err
	}
	times, err := eval[[]int64](b.tab, "[bench.painted, bench.data]")
	if err != nil {
		return painted, data, err
	}
	return time.UnixMilli(times[0]), time.UnixMilli(times[1]), nil
}

func (b *bench) measureQuiet(ctx context.Context) error {
	if err := b.measureFrames("while nothing changes"); err != nil {
		return err
	}
	return b.measureCPU(ctx, "CPU of the command while nothing changes, the list open")
}

func (b *bench) measureFrames(situation string) error {
	progress("Scrolling %s", situation)
	frames, err := eval[[]float64](b.tab, "bench.scroll(%d)", scrollSeconds)
	if err != nil {
		return err
	}
	sum, slow := 0.0, 0
	for _, frame := range frames {
		sum += frame
		if frame > 50 {
			slow++
		}
	}
	b.figures.add("frames a second while scrolling "+situation, "60", "%.1f", float64(len(frames))*1000/sum)
	b.figures.add("frames of more than 50 ms among them", "", "%d of %d; the longest %.0f ms", slow, len(frames), percentile(frames, 100))
	return nil
}

func (b *bench) measureChanges(ctx context.Context) error {
	b.churn = b.world.startChurn(ctx, b.changes)
	first, large := b.world.first(), b.world.large()
	row := fmt.Sprintf("[role=row]:has(a[href='/services/%s/%s']) .endpoint-numbers", first.service.Namespace, first.service.Name)
	if err := b.measureVisible(ctx, "the list", first, row, func(i int) (int, string) {
		ready := b.pods - 1 + i%2
		return ready, fmt.Sprintf("%d / %d", ready, b.pods)
	}); err != nil {
		return err
	}
	if err := b.measureFrames(fmt.Sprintf("during %d changes a second", b.changes)); err != nil {
		return err
	}
	page := fmt.Sprintf("/services/%s/%s", large.service.Namespace, large.service.Name)
	if err := b.tab.visit(b.command.address(page)); err != nil {
		return err
	}
	pod := fmt.Sprintf("[data-node='endpoint/%s'] title", large.podName(b.large-1))
	if err := b.measureVisible(ctx, fmt.Sprintf("the page of a Service of %d Pods", b.large), large, pod, func(i int) (int, string) {
		return b.large - 1 + i%2, []string{", not ready,", ", ready,"}[i%2]
	}); err != nil {
		return err
	}
	if err := b.tab.visit(b.command.address(overviewRoute)); err != nil {
		return err
	}
	online := "[data-testid=states] a[href='/services?state=Online'] strong"
	if err := b.tab.until("document.querySelector(%q)", online); err != nil {
		return err
	}
	count, err := eval[int](b.tab, "Number(document.querySelector(%q).textContent.replaceAll(',', ''))", online)
	if err != nil {
		return err
	}
	return b.measureVisible(ctx, "the overview", first, online, func(i int) (int, string) {
		return i % 2 * b.pods, grouped(count - 1 + i%2)
	})
}

// grouped separates thousands, as the page does.
func grouped(number int) string {
	if number < 1000 {
		return strconv.Itoa(number)
	}
	return fmt.Sprintf("%s,%03d", grouped(number/1000), number%1000)
}

// measureVisible changes the number of ready Pods of the Service, and measures the time until
// the element has the text.
func (b *bench) measureVisible(ctx context.Context, where string, s *service, selector string, change func(int) (int, string)) error {
	progress("Measuring changes on %s", where)
	if err := b.tab.until("document.querySelector(%q)", selector); err != nil {
		return err
	}
	var waits []float64
	for i := range b.samples {
		ready, text := change(i)
		if _, err := eval[*int](b.tab, "bench.expect(%q, %q)", selector, text); err != nil {
			return err
		}
		sent, err := b.world.setReady(ctx, s, ready)
		if err != nil {
			return err
		}
		shown, err := eval[int64](b.tab, "bench.shown")
		if err != nil {
			return err
		}
		waits = append(waits, float64(time.UnixMilli(shown).Sub(sent).Milliseconds()))
	}
	b.figures.add("change to "+where+", p50 / p99", "p99 ≤ 500 ms", "%.0f / %.0f ms", percentile(waits, 50), percentile(waits, 99))
	return nil
}

func (b *bench) measureMemory(ctx context.Context) error {
	if _, _, err := b.openList(); err != nil {
		return err
	}
	before, err := b.usage()
	if err != nil {
		return err
	}
	var samples []memory
	for begin, minute := time.Now(), 0; ; minute++ {
		sample, err := b.sampleMemory()
		if err != nil {
			return err
		}
		progress("Minute %d: %s", minute, sample)
		samples = append(samples, sample)
		if time.Since(begin) >= b.options.churn {
			break
		}
		if err := sleep(ctx, time.Until(begin.Add(time.Duration(minute+1)*time.Minute))); err != nil {
			return err
		}
	}
	b.figures.addMemory(samples)
	return b.addCPU(before, fmt.Sprintf("CPU of the command a change, the list open for %s", b.options.churn))
}

func (b *bench) measureEnd(ctx context.Context) error {
	if err := b.tab.leave(); err != nil {
		return err
	}
	if err := b.measureCPU(ctx, "CPU of the command a change, without a tab"); err != nil {
		return err
	}
	if _, _, err := b.openList(); err != nil {
		return err
	}
	if err := b.churn.stop(); err != nil {
		return err
	}
	goroutines, err := b.command.end()
	b.figures.add("goroutines of the command, with a tab, after all changes", "", "%d", goroutines)
	return err
}
