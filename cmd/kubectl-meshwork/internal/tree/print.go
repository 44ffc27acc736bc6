package tree

import (
	"unicode/utf8"

	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/report"
	"github.com/meshwork-dev/meshwork/cmd/kubectl-meshwork/internal/terminal"
)

// Print prints the tree for people.
func (t *Tree) Print(p *terminal.Printer, _ bool) {
	t.print(p, "", "")
	unread := &report.Document{}
	t.Unread.Write(unread)
	p.Document(unread)
}

// print prints the node after its branch, and its children after the indent.
func (n *Node) print(p *terminal.Printer, branch, indent string) {
	below := indent + "   "
	if len(n.Children) > 0 {
		below = indent + "│  "
	}
	title, detail := n.Kind+" "+n.Name, n.Detail
	if utf8.RuneCountInString(branch+title+detail)+2 <= p.Width() {
		p.Line("%s%s  %s", branch, title, detail)
	} else {
		p.Line("%s%s", branch, title)
		printBelow(p, below, "", detail)
	}
	for _, warning := range n.Warnings {
		printBelow(p, below, p.Mark(report.Caution)+" ", warning)
	}
	for i, child := range n.Children {
		if i == len(n.Children)-1 {
			child.print(p, indent+"└─ ", indent+"   ")
		} else {
			child.print(p, indent+"├─ ", indent+"│  ")
		}
	}
}

func printBelow(p *terminal.Printer, below string, mark terminal.Painted, text string) {
	width := p.Width() - utf8.RuneCountInString(below) - len("! ")
	for i, line := range terminal.Wrap(text, width) {
		if i > 0 && mark != "" {
			mark = "  "
		}
		p.Line("%s%s%s", below, mark, line)
	}
}
