package metrics

// Owners returns the number of owners.
func (m *Metrics) Owners() int { return len(m.owners) }
