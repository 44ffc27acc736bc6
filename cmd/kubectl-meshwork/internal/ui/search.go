package ui

import (
	"encoding/json"
	"net/http"
)

const (
	// mostWords is the number of words that a search may have.
	mostWords = 8
	// shortestWord is the length from which a word is looked for: shorter ones are everywhere.
	shortestWord = 2
)

// serveSearch looks for each parameter "word" in objects that the page does not have.
func (s *Server) serveSearch(w http.ResponseWriter, r *http.Request) {
	words := r.URL.Query()["word"]
	if len(words) > mostWords {
		http.Error(w, "too many words", http.StatusBadRequest)
		return
	}
	for _, word := range words {
		if len(word) < shortestWord {
			http.Error(w, "a word is too short", http.StatusBadRequest)
			return
		}
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(s.board.Search(words))
}
