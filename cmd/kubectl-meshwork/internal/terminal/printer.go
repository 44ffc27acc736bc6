// Package terminal prints output for people: within the width of the terminal, and in color
// if the output is a terminal.
package terminal

import (
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/report"
)

// Widths of lines, in columns. Commands and tables may be wider, so that they can be copied and
// read.
const (
	DefaultWidth = 80
	MinWidth     = 40
	MaxWidth     = 120
)

var symbolOf = map[report.Mark]string{
	report.Good: "✓", report.Bad: "✗", report.Caution: "!", report.Unclear: "?", report.Neutral: "•", report.Blank: " ",
}

var colorOf = map[report.Mark]string{
	report.Good: "32", report.Bad: "31", report.Caution: "33", report.Unclear: "33", report.Neutral: "36", report.Blank: "0",
}

// Printer prints lines. Its input is partly arbitrary, such as the values of annotations, so
// it replaces characters that could control the terminal. It keeps the first error, and
// prints nothing after it.
type Printer struct {
	out   io.Writer
	color bool
	width int
	err   error
}

// NewPrinter returns a printer that prints with or without color.
func NewPrinter(out io.Writer, color bool, width int) *Printer {
	return &Printer{out: out, color: color, width: width}
}

// Width returns the maximum width of a line.
func (p *Printer) Width() int { return p.width }

// Err returns the first error.
func (p *Printer) Err() error { return p.err }

// Painted is text that may have a color, and is printable apart from that.
type Painted string

// Line prints one line without wrapping it. Every argument but a number and a Painted is
// made printable, and formatted as a string.
func (p *Printer) Line(format string, args ...any) {
	if p.err != nil {
		return
	}
	safe := make([]any, len(args))
	for i, arg := range args {
		switch arg.(type) {
		case int, Painted:
			safe[i] = arg
		default:
			safe[i] = printable(fmt.Sprint(arg))
		}
	}
	_, p.err = fmt.Fprintln(p.out, strings.TrimRight(fmt.Sprintf(format, safe...), " "))
}

// Document prints a document.
func (p *Printer) Document(document *report.Document) {
	for i := range document.Blocks {
		p.block(&document.Blocks[i])
	}
}

func (p *Printer) block(block *report.Block) {
	switch block.Kind {
	case report.KindHeadline:
		p.headline(block.Mark, block.Text)
	case report.KindHeading:
		p.heading(block.Text)
	case report.KindItem:
		p.item(block.Mark, block.Label, block.Text)
	case report.KindShare:
		p.item(report.Blank, "", bar(block.Percent)+" "+block.Text)
	case report.KindTable:
		p.table(block.Rows)
	case report.KindParagraph:
		p.paragraph(block.Text)
	case report.KindRemark:
		p.remark(block.Text)
	case report.KindCommand:
		p.Line("  %s", block.Text)
	}
}

// heading prints the title of a section after an empty line.
func (p *Printer) heading(title string) {
	p.Line("")
	p.Line("%s", p.paint("1", strings.ToUpper(title)))
}

func (p *Printer) headline(mark report.Mark, text string) {
	for i, line := range Wrap(text, p.width-2) {
		if i == 0 {
			p.Line("%s %s", p.Mark(mark), p.paint("1", line))
		} else {
			p.Line("  %s", p.paint("1", line))
		}
	}
}

// labelWidth is the width of the label column of items.
const labelWidth = 14

// item prints the text within its own column, below a label that is too long for its column.
func (p *Printer) item(mark report.Mark, label, text string) {
	if utf8.RuneCountInString(label) > labelWidth {
		p.Line("  %s %s", p.Mark(mark), label)
		mark, label = report.Blank, ""
	}
	indent := 4 + labelWidth + 1
	for i, line := range Wrap(text, p.width-indent) {
		if i == 0 {
			p.Line("  %s %-*s %s", p.Mark(mark), labelWidth, label, line)
		} else {
			p.Line("%*s%s", indent, "", line)
		}
	}
}

// barWidth is the width of the bar for all of an item.
const barWidth = 20

// bar is never empty: even the smallest share must be visible.
func bar(percent int) string {
	filled := max(1, (percent*barWidth+50)/100)
	return strings.Repeat("█", filled) + strings.Repeat("░", barWidth-filled)
}

// paragraph prints a text with the indent of items.
func (p *Printer) paragraph(text string) {
	for _, line := range Wrap(text, p.width-2) {
		p.Line("  %s", line)
	}
}

func (p *Printer) remark(text string) {
	for _, line := range Wrap(text, p.width-4) {
		p.Line("  %s", p.paint("2", "# "+line))
	}
}

// Mark returns the symbol of the mark in its color.
func (p *Printer) Mark(mark report.Mark) Painted { return p.paint(colorOf[mark], symbolOf[mark]) }

func (p *Printer) paint(code, text string) Painted {
	text = printable(text)
	if !p.color || text == "" {
		return Painted(text)
	}
	return Painted("\x1b[" + code + "m" + text + "\x1b[0m")
}

// table prints rows with aligned columns and the indent of items.
func (p *Printer) table(rows [][]string) {
	var widths []int
	for _, row := range rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	for _, row := range rows {
		var line strings.Builder
		for i, cell := range row {
			line.WriteString(cell + strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell)+2))
		}
		p.Line("  %s", line.String())
	}
}

// printable replaces the characters that could control a terminal, each by one.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return '·'
	}, text)
}

// Wrap breaks a text at spaces into lines of at most width columns. Longer words
// get a line of their own.
func Wrap(text string, width int) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		switch {
		case line == "":
			line = word
		case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width:
			lines = append(lines, line)
			line = word
		default:
			line += " " + word
		}
	}
	return append(lines, line)
}
