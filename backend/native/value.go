package native

import (
	"github.com/magneto-go/magneto/backend/graph"
	"github.com/magneto-go/magneto/loop/ir"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// value is a tensor of the program. One that is no view has memory of its own (a root), or lives in a kernel's registers alone.
type value struct {
	id    int
	name  string
	meta  *ops.Fake
	elem  ir.Elem
	plain bool // elem says how elements lie in memory

	def      *item // that makes it; nil for inputs, constants and views
	input    int   // number of the input, -1
	constant *tensor.Tensor

	base *value // whose memory it shows, itself no view; nil for roots
	of   *value // that it is a view of
	look place  // where in of its element is, over its own dimensions; nil where that is no affine function
	// splits says of a view that joins dimensions which dimensions of it are which ones of of, see shape.
	splits []segment

	// inside is the value in whose memory a root lies, at its offset and with its strides: a part of what a join gives.
	inside *value

	users   []*item // of a root: of it and its views
	escapes bool    // a root whose memory is seen outside of the program
	slot    int     // of a root that has memory, else -1
}

// root is the value whose memory v shows.
func (v *value) root() *value {
	if v.base != nil {
		return v.base
	}
	return v
}

// memory is the value whose memory v lies in.
func (v *value) memory() *value {
	r := v.root()
	if r.inside != nil {
		return r.inside
	}
	return r
}

// kind is what is done with an item.
type kind uint8

const (
	pointwise kind = iota // written into kernels
	reduction             // written into kernels
	product               // of matrices
	extern                // an operator on the eager kernels
	join                  // what its operands have written into the memory of its result; nothing is left to do
)

// item is one operation.
type item struct {
	id   int
	kind kind
	name string
	node *graph.Node

	in   []*value
	out  *value   // of all but extern items
	outs []*value // of extern items; nil where a result is no tensor

	// emit writes a pointwise item: elements of in in their types, the result as it would be stored.
	emit   func(l *ops.Lowering, in []ir.ID) ir.ID
	weight int // values of the loop IR that it takes

	reduce *ops.Reduction
	gather *gathering // of pointwise items that read their first operand by an index, in place of emit
	// scatter is of pointwise items that write by an index, see scatter.go. Their result is memory that another item has made.
	scatter *scattering
	// scans says of pointwise items that their elements are combined in order along a dimension.
	scans   bool
	scanned int

	args        []ops.Value    // of extern items, with *value in place of tensors
	drawing     int            // of extern items that draw from a stream: its number, from 1
	into        bool           // of extern items: their kernel writes into memory that it is given
	alpha, beta float64        // of products
	third       *value         // that a product adds beta times, nil
	batch       []symbolic.Int // two dimensions of batches of a product that has operands with four

	constant bool // follows from the sizes alone

	after []*item // that must have run before, beside those that make its operands
	group *group
}

// follows says whether an item computes the same in each call with the same sizes.
func (i *item) follows() bool {
	if i.node != nil && (i.node.Op.Random() || len(i.node.After) > 0) || i.kind == join || i.out != nil && i.out.inside != nil {
		return false
	}
	for _, v := range i.in {
		if d := v.def; d == nil || !d.constant || v.root().def == nil || !v.root().def.constant {
			return false
		}
	}
	return true
}

// allocates says whether the item's operator makes the memory of its results, rather than the program.
func (i *item) allocates() bool { return i.kind == extern && !i.into }

// eachOut visits the results.
func (i *item) eachOut(visit func(*value)) {
	if i.out != nil {
		visit(i.out)
	}
	for _, v := range i.outs {
		if v != nil {
			visit(v)
		}
	}
}

// rowLength is the number of elements that a reduction takes together.
func (i *item) rowLength() symbolic.Int {
	n := one
	for _, d := range i.reduce.Dims {
		n = n.Mul(i.in[0].meta.Sizes[d])
	}
	return n
}

// plan is a program on its way from graph to kernels.
type plan struct {
	g       *graph.Graph
	values  []*value
	byID    map[*graph.Value]*value
	items   []*item
	inputs  []*value
	outputs []*value // nil for None, and for numbers
	hint    func(symbolic.Int) int64
	explain bool // decisions go into the log
	refused map[[2]*group]bool

	exactSums bool
	repeats   bool         // a call that has ended in the middle can be made again, see repeatable
	streams   bool         // see Options
	draws     int          // items that draw from streams
	floats    tensor.DType // the type of new floating tensors
	log       []string
}

func (p *plan) newValue(name string, meta *ops.Fake) *value {
	v := &value{id: len(p.values), name: name, meta: meta, input: -1, slot: -1}
	if e, ok := ops.ElemOf(meta.DType); ok && !meta.Neg && !meta.Conj {
		v.elem, v.plain = e, true
	}
	p.values = append(p.values, v)
	return v
}

func (p *plan) add(i *item) *item {
	i.id = len(p.items)
	p.items = append(p.items, i)
	uses := func(v *value) {
		r := v.root()
		if n := len(r.users); n == 0 || r.users[n-1] != i {
			r.users = append(r.users, i)
		}
	}
	for _, v := range i.in {
		uses(v)
	}
	i.eachOut(func(v *value) { v.def = i })
	i.constant = i.follows()
	return i
}
