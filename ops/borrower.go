package ops

import (
	"slices"

	"github.com/magneto-go/magneto/tensor"
)

// borrower has the tensors of the levels below that a level has made its own (adopt), which are given back when it ends.
type borrower struct {
	adopted []*tensor.Tensor
}

// borrowing is a level that has a borrower.
type borrowing interface{ borrowed() *borrower }

func (b *borrower) borrowed() *borrower { return b }

func (b *borrower) borrow(v Value) {
	if t, ok := v.(*tensor.Tensor); ok {
		b.adopted = append(b.adopted, t)
	}
}

// giveBack gives the tensors their own history again, unless their memory has been given another value.
func (b *borrower) giveBack(l Level) {
	for _, t := range b.adopted {
		h := ownedBy(l, t)
		if h == nil {
			continue
		}
		inner, ok := h.value.(*tensor.Tensor)
		if _, functional := l.(*functionalize); functional && h.alias.set.base != h.value {
			continue
		}
		if ok {
			t.Autograd = inner.Autograd
			replaceInner(t, inner)
		}
	}
	b.adopted = nil
}

// replaceInner puts a tensor in the places that have known it as what it was below a level.
func replaceInner(t, inner *tensor.Tensor) {
	if x, ok := t.Autograd.Extra.(*tensorExtra); ok && x.accumulate != nil && x.accumulate.variable == Value(inner) {
		x.accumulate.variable = t // made in the meantime
	}
	if below := handleOf(t); below != nil { // which has adopted what t was for it
		if l, ok := below.level.(borrowing); ok {
			b := l.borrowed()
			b.adopted = append(slices.DeleteFunc(b.adopted, func(o *tensor.Tensor) bool { return o == inner }), t)
		}
	}
}
