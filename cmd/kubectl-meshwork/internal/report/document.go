// Package report holds the output of the commands, independent of its form: in a terminal or
// in a browser.
package report

// Mark rates a text.
type Mark string

// Marks.
const (
	Good    Mark = "Good"
	Bad     Mark = "Bad"
	Caution Mark = "Caution"
	Unclear Mark = "Unclear"
	Neutral Mark = "Neutral"
	// Blank continues the item above.
	Blank Mark = "Blank"
)

// BlockKind selects how a block is shown.
type BlockKind string

// Kinds of blocks.
const (
	// KindHeadline is the most important text.
	KindHeadline BlockKind = "headline"
	// KindHeading is the title of a section.
	KindHeading BlockKind = "heading"
	// KindItem is a mark, a label and a text.
	KindItem BlockKind = "item"
	// KindShare is a bar and a text, after the item that it belongs to.
	KindShare BlockKind = "share"
	// KindTable has rows, of which the first is the head.
	KindTable     BlockKind = "table"
	KindParagraph BlockKind = "paragraph"
	// KindRemark is a less important text.
	KindRemark BlockKind = "remark"
	// KindCommand is a command to copy.
	KindCommand BlockKind = "command"
)

// Block is a part of a document. Its kind decides which fields it has.
type Block struct {
	Kind  BlockKind  `json:"kind"`
	Mark  Mark       `json:"mark,omitempty"`
	Label string     `json:"label,omitempty"`
	Text  string     `json:"text,omitempty"`
	Rows  [][]string `json:"rows,omitempty"`
	// Percent is the length of a bar.
	Percent int `json:"percent,omitempty"`
}

// Document is a text for people. Its methods add one block each.
type Document struct {
	Blocks []Block `json:"blocks"`
}

func (d *Document) add(block Block) { d.Blocks = append(d.Blocks, block) }

// Headline adds the most important text.
func (d *Document) Headline(mark Mark, text string) {
	d.add(Block{Kind: KindHeadline, Mark: mark, Text: text})
}

// Heading begins a section.
func (d *Document) Heading(title string) { d.add(Block{Kind: KindHeading, Text: title}) }

// Item adds a mark, a label and a text.
func (d *Document) Item(mark Mark, label, text string) {
	d.add(Block{Kind: KindItem, Mark: mark, Label: label, Text: text})
}

// Share adds a bar for a part of the item above.
func (d *Document) Share(mark Mark, percent int, text string) {
	d.add(Block{Kind: KindShare, Mark: mark, Percent: percent, Text: text})
}

// Table adds rows, of which the first is the head.
func (d *Document) Table(rows [][]string) { d.add(Block{Kind: KindTable, Rows: rows}) }

// Paragraph adds a text.
func (d *Document) Paragraph(text string) { d.add(Block{Kind: KindParagraph, Text: text}) }

// Remark adds a less important text.
func (d *Document) Remark(text string) { d.add(Block{Kind: KindRemark, Text: text}) }

// Command adds a command to copy.
func (d *Document) Command(command string) { d.add(Block{Kind: KindCommand, Text: command}) }
