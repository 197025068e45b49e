package native

import (
	"slices"

	"github.com/magneto-go/magneto/symbolic"
)

// index is an affine function of a group's axes: start + Σ coef·axis. The zero index is 0.
type index struct {
	terms []term
	start symbolic.Int
}

type term struct {
	axis int
	coef symbolic.Int
}

// place says for each dimension of a value which of its elements is meant.
type place []index

var zero, one, minusOne = symbolic.IntOf(0), symbolic.IntOf(1), symbolic.IntOf(-1)

func onAxis(a int) index { return index{terms: []term{{a, one}}} }

func at(i symbolic.Int) index { return index{start: i} }

// axis is the axis that i is, -1 where it is something else.
func (i index) axis() int {
	if len(i.terms) == 1 && i.terms[0].coef == one && i.start == zero {
		return i.terms[0].axis
	}
	return -1
}

func (i index) equal(j index) bool {
	return i.start == j.start && slices.Equal(i.terms, j.terms)
}

func (p place) equal(q place) bool { return slices.EqualFunc(p, q, index.equal) }

// times adds f·j to i.
func (i index) times(j index, f symbolic.Int) index {
	out := index{terms: slices.Clone(i.terms), start: i.start.Add(j.start.Mul(f))}
next:
	for _, t := range j.terms {
		t.coef = t.coef.Mul(f)
		for k := range out.terms {
			if out.terms[k].axis == t.axis {
				out.terms[k].coef = out.terms[k].coef.Add(t.coef)
				continue next
			}
		}
		out.terms = append(out.terms, t)
	}
	slices.SortFunc(out.terms, func(a, b term) int { return a.axis - b.axis })
	return out
}

// through is where look, whose axes are the dimensions of a value at p, points.
func (p place) through(look place) place {
	out := make(place, len(look))
	for d, i := range look {
		out[d] = at(i.start)
		for _, t := range i.terms {
			out[d] = out[d].times(p[t.axis], t.coef)
		}
	}
	return out
}

// renamed has other numbers for the axes.
func (p place) renamed(to []int) place {
	out := make(place, len(p))
	for d, i := range p {
		out[d] = index{start: i.start}
		for _, t := range i.terms {
			out[d].terms = append(out[d].terms, term{to[t.axis], t.coef})
		}
		slices.SortFunc(out[d].terms, func(a, b term) int { return a.axis - b.axis })
	}
	return out
}

// axes marks the axes that p moves along.
func (p place) axes(n int) []bool {
	on := make([]bool, n)
	for _, i := range p {
		for _, t := range i.terms {
			on[t.axis] = true
		}
	}
	return on
}

// aligned is the place of an operand with these sizes beside a result at p, by the rules of broadcasting. Where the size of an operand is
// written otherwise than that of the result, it is the same or one: which of them, its value tells.
func aligned(p place, of, operand []symbolic.Int) place {
	out := make(place, len(operand))
	lead := len(of) - len(operand)
	for d, n := range operand {
		switch {
		case n == one:
		case n == of[lead+d]:
			out[d] = p[lead+d]
		default:
			out[d] = index{}.times(p[lead+d], n.Sub(one).Min(one))
		}
	}
	return out
}
