package command

import (
	"encoding/json"
	"fmt"
	"os"

	"golang.org/x/term"
	"sigs.k8s.io/yaml"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/terminal"
)

// result is the output of a command. It decides the exit code.
type result interface {
	// Print prints the result for people.
	Print(printer *terminal.Printer, wide bool)
	// Healthy reports whether the command found no problems.
	Healthy() bool
}

func (o *options) validateOutput() error {
	switch o.output {
	case "", "json", "yaml", "wide":
		return nil
	}
	return usagef("unknown --output %q: use json, yaml or wide", o.output)
}

// finish prints the result of a command, and returns errUnhealthy if it found problems.
func (o *options) finish(found result) error {
	if err := o.print(found); err != nil {
		return err
	}
	if !found.Healthy() {
		return errUnhealthy
	}
	return nil
}

func (o *options) print(found result) error {
	switch o.output {
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
	printer := terminal.NewPrinter(o.streams.Out, o.hasColor())
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
