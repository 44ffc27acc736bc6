package report

// Column is a column of a table: its title, and its value in a row.
type Column[R any] struct {
	Title string
	Value func(R) string
}

// Rows returns the rows for Document.Table, the first of which has the titles.
func Rows[R any](columns []Column[R], rows []R) [][]string {
	table := make([][]string, 1+len(rows))
	for _, column := range columns {
		table[0] = append(table[0], column.Title)
		for i, row := range rows {
			table[i+1] = append(table[i+1], column.Value(row))
		}
	}
	return table
}
