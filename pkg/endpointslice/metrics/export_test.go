package metrics

// Owners is how many owners are remembered.
func (m *Metrics) Owners() int { return len(m.owners) }
