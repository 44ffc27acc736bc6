package command

import (
	"encoding/json"
	"fmt"
	"os"

	"golang.org/x/term"
	"sigs.k8s.io/yaml"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/terminal"
)

// view can be printed for people.
type view interface {
	Print(printer *terminal.Printer, wide bool)
}

func (o *options) validateOutput() error {
	switch o.output {
	case "", "json", "yaml", "wide":
		return nil
	}
	return usagef("unknown --output %q: use json, yaml or wide", o.output)
}

func (o *options) print(shown view) error {
	switch o.output {
	case "json":
		encoded, err := json.MarshalIndent(shown, "", "  ")
		if err != nil {
			return err
		}
		_, err = fmt.Fprintln(o.streams.Out, string(encoded))
		return err
	case "yaml":
		encoded, err := yaml.Marshal(shown)
		if err != nil {
			return err
		}
		_, err = o.streams.Out.Write(encoded)
		return err
	}
	printer := terminal.NewPrinter(o.streams.Out, o.hasColor())
	shown.Print(printer, o.output == "wide")
	return printer.Err()
}

func (o *options) hasColor() bool {
	return o.forceColor || !o.noColor && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && o.isTerminal()
}

func (o *options) isTerminal() bool {
	file, ok := o.streams.Out.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}
