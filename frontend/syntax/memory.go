package syntax

import (
	"sync"

	"github.com/go-python/gpython/ast"
)

// A program that imports much parses a hundred modules, one after the other, and a page of memory that is touched for the first time costs more than
// the tokens on it: what a parse no longer needs is the next one's.

var (
	tokenMemory sync.Pool // of *[]Token, empty
	spanMemory  sync.Pool // of map[ast.Ast]Span, empty
)

// mostKept bounds what is kept for the next parse, in tokens and in nodes.
const mostKept = 1 << 15

// tokenRoom is an empty list with room for n tokens.
func tokenRoom(n int) []Token {
	if kept, ok := tokenMemory.Get().(*[]Token); ok && cap(*kept) >= n {
		return *kept
	}
	return make([]Token, 0, n)
}

// freeTokens ends the use of the tokens: the tree that was made from them does not refer to them.
func (p *parser) freeTokens() {
	if s := p.scanner; cap(s.tokens) <= mostKept {
		room := s.tokens[:0]
		tokenMemory.Put(&room)
	}
	p.toks, p.scanner.tokens = nil, nil
}

// spanRoom is an empty table for the source ranges of about n nodes.
func spanRoom(n int) map[ast.Ast]Span {
	if kept, ok := spanMemory.Get().(map[ast.Ast]Span); ok {
		return kept
	}
	return make(map[ast.Ast]Span, n)
}

// Free ends the use of a tree that has been compiled. It is for trees whose nodes nobody else has.
func (t *Tree) Free() {
	if t.spans != nil && len(t.spans) <= mostKept {
		clear(t.spans)
		spanMemory.Put(t.spans)
	}
	t.spans, t.Root = nil, nil
}
