package variables

import (
	"fmt"

	"github.com/magneto-go/magneto/vm/object"
)

// Exhaust counts, until stop is called, as effects also the changes of what tracing has made, and the steps of iterators of lists, tuples and text:
// PyTorch takes none of them back when it has run a generator to its end. first tells the first of them in the words of logs.
func (t *Trace) Exhaust() (first *string, stop func()) {
	outer := t.exhausting
	first = new(string)
	t.exhausting = first
	return first, func() { t.exhausting = outer }
}

// noticed notes the first change while a generator is exhausted.
func (t *Trace) noticed(what string) {
	if t.exhausting != nil && *t.exhausting == "" {
		*t.exhausting = what
	}
}

// noticeStep counts a step of iterator v while a generator is exhausted.
func (t *Trace) noticeStep(v object.Value) {
	if t.exhausting == nil {
		return
	}
	if what := stepped(v); what != "" {
		t.effects++
		t.noticed(what)
	}
}

// stepped describes the iterator of a list, a tuple or text that a step of v moves, "" where there is none.
func stepped(v object.Value) string {
	if _, its, _, ok := object.Draws(v); ok {
		for _, it := range its {
			if what := stepped(it); what != "" {
				return what
			}
		}
		return ""
	}
	seq, at, ok := object.SequenceIterator(v)
	if !ok {
		if v.Type() == object.EnumerateType {
			return "ListIteratorVariable()"
		}
		return ""
	}
	kind, n := "ListIteratorVariable", at
	if _, tuple := object.AsTuple(seq); tuple {
		kind = "TupleIteratorVariable"
	}
	if items, ok := object.Items(seq); ok {
		n = len(items)
	} else if s, ok := object.AsStr(seq); ok {
		n = s.Len()
	}
	return fmt.Sprintf("%s(length=%d, index=%d)", kind, n, at)
}
