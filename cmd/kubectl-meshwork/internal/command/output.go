package command

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"

	"golang.org/x/term"
	"sigs.k8s.io/yaml"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/explain"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/terminal"
)

// result is the output of a command. It decides the exit code.
type result interface {
	// Print prints the result for people.
	Print(printer *terminal.Printer, wide bool)
	// Outcome rates the requested objects.
	Outcome() explain.Result
}

// named results can be printed as names.
type named interface{ Names() []string }

// watchUsage describes the flag --watch of several commands.
const watchUsage = "Print again on each change, until Ctrl-C."

// validateOutput accepts the formats of all commands, and others.
func (o *options) validateOutput(others ...string) error {
	formats := append([]string{"json", "yaml", "wide"}, others...)
	if o.output == "" || slices.Contains(formats, o.output) {
		return nil
	}
	return usagef("unknown --output %q: use %s", o.output, strings.Join(formats, ", "))
}

// finish prints the result of a command, and returns the error for its exit code.
func (o *options) finish(found result) error {
	if err := o.print(found); err != nil {
		return err
	}
	switch found.Outcome() {
	case explain.ResultOK:
		return nil
	case explain.ResultUnknown:
		return errUnknown
	case explain.ResultProblem, explain.ResultNotInMesh:
	}
	return errUnhealthy
}

func (o *options) print(found result) error {
	switch o.output {
	case "name":
		if list, isNamed := found.(named); isNamed {
			_, err := fmt.Fprintln(o.streams.Out, strings.Join(list.Names(), "\n"))
			return err
		}
	case "json":
		encoded, err := json.MarshalIndent(found, "", "  ")
		if err != nil {
			return err
		}
		_, err = fmt.Fprintln(o.streams.Out, string(encoded))
		return err
	case "yaml":
		encoded, err := yaml.Marshal(found)
		if err != nil {
			return err
		}
		_, err = o.streams.Out.Write(encoded)
		return err
	}
	printer := terminal.NewPrinter(o.streams.Out, o.hasColor(), o.terminalWidth())
	found.Print(printer, o.output == "wide")
	return printer.Err()
}

func (o *options) hasColor() bool {
	return o.forceColor || !o.noColor && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && o.isTerminal()
}

func (o *options) isTerminal() bool {
	file, ok := o.streams.Out.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

// terminalWidth returns the width of the terminal, within legible limits, and the
// default if the output is not a terminal.
func (o *options) terminalWidth() int {
	if o.width > 0 {
		return o.width
	}
	if file, ok := o.streams.Out.(*os.File); ok {
		if columns, _, err := term.GetSize(int(file.Fd())); err == nil {
			return min(max(columns, terminal.MinWidth), terminal.MaxWidth)
		}
	}
	return terminal.DefaultWidth
}
