package main

import (
	"regexp"
	"slices"
	"strings"
)

// flag is a flag in the output of --help.
type flag struct {
	// Name includes the dashes, and the short form.
	Name string
	// Type is "" for a switch.
	Type        string
	Default     string
	Description string
}

var (
	flagLine     = regexp.MustCompile(`^ +((?:-\w, )?--[\w-]+)(?: ([\w-]+))?  +(.*)$`)
	defaultValue = regexp.MustCompile(` \(default (.*)\)$`)
	commandLine  = regexp.MustCompile(`^ {2}([a-z]+) +[A-Z]`)
)

// flagsIn returns the flags below the line "Flags:". Lines that are indented further continue a
// description.
func flagsIn(help string) []flag {
	var flags []flag
	for line := range strings.SplitSeq(section(help, "Flags:"), "\n") {
		if parts := flagLine.FindStringSubmatch(line); parts != nil {
			flags = append(flags, flag{Name: parts[1], Type: parts[2], Description: parts[3]})
		} else if text := strings.TrimSpace(line); text != "" && len(flags) > 0 {
			flags[len(flags)-1].Description += "\n" + text
		}
	}
	for i := range flags {
		flags[i].splitDefault()
	}
	return flags
}

func (f *flag) splitDefault() {
	if parts := defaultValue.FindStringSubmatch(f.Description); parts != nil {
		f.Default = strings.Trim(parts[1], `"`)
		f.Description = strings.TrimSuffix(f.Description, parts[0])
	}
	f.Description = escape(f.Description)
}

// escape writes what has a meaning in a table of Markdown. Defaults are code, and need no escaping.
func escape(text string) string {
	return strings.NewReplacer("|", `\|`, "*", `\*`, "<", "&lt;", "\n", "<br>").Replace(text)
}

// commandsIn returns the plugin's commands. It omits help and completion, which Cobra adds.
func commandsIn(help string) []string {
	var commands []string
	for line := range strings.SplitSeq(section(help, "Available Commands:"), "\n") {
		parts := commandLine.FindStringSubmatch(line)
		if len(parts) == 2 && !slices.Contains([]string{"help", "completion"}, parts[1]) {
			commands = append(commands, parts[1])
		}
	}
	return commands
}

// section returns the lines after a title, up to an empty line.
func section(help, title string) string {
	_, after, _ := strings.Cut(help, "\n"+title+"\n")
	before, _, _ := strings.Cut(after, "\n\n")
	return before
}
