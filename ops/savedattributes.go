package ops

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/magneto-go/magneto/tensor"
)

// What scripts see of a node: its edges as PyTorch draws them, and what it keeps for its derivative, by the names of the operator's schema
// (grad_fn._saved_self, grad_fn._saved_result, grad_fn._saved_dim).

// SavedAttribute is one thing that a node keeps.
type SavedAttribute struct {
	Value   Value
	Integer bool // an int of the schema, which PyTorch shows without a sign
	Tensors bool // tensors, which have a SavedTensor each
	Kept    []*SavedTensor
}

// SavedTensor is one tensor that a node keeps.
type SavedTensor struct {
	saved *Saved
	kept  *kept // nil for one that is not there
}

// schema is the parsed schema of an entry.
func (e *entry) schema() *Schema {
	s, err := ParseSchema(e.S)
	if err != nil {
		panic(err)
	}
	return s
}

func resultName(s *Schema, i int) string {
	switch {
	case s.Returns[i].Name != "":
		return s.Returns[i].Name
	case len(s.Returns) == 1:
		return "result"
	}
	return fmt.Sprintf("result%d", i)
}

// SavedAttribute finds what is kept under a name; ok is false where there is no such thing. Tensors are not unpacked for raw.
func (ctx *Context) SavedAttribute(n *Node, name string, raw bool) (out SavedAttribute, ok bool, err error) {
	defer ctx.catch(&err, ctx.state())
	if n.entry == nil || n.saved == nil {
		return out, false, nil
	}
	s, schema := n.saved, n.entry.schema()
	for i, p := range schema.Params {
		if i >= len(s.in) {
			break
		}
		if of, found := strings.CutPrefix(name, p.Name+"_sym_"); found {
			if v := s.geometryOf(i, of); v != nil {
				return SavedAttribute{Value: v}, true, nil
			}
		}
		switch {
		case name != p.Name:
		case p.Type.Base != "Tensor":
			return SavedAttribute{Value: s.args[i], Integer: p.Type.Base == "int"}, true, nil
		default:
			return s.keptTensors(ctx, i, p.Type.List, raw), true, nil
		}
	}
	for i := range schema.Returns {
		if name == resultName(schema, i) {
			return s.keptTensors(ctx, 16+i, false, raw), true, nil
		}
	}
	return out, false, nil
}

// geometryOf is what is kept of the sizes of argument i, by the end of its name; nil for another name.
func (s *Saved) geometryOf(i int, of string) Value {
	if s.in[i].kind != tensorArg {
		if of == "sizes_opt" {
			return []Value{int64(0)}
		}
		return nil
	}
	f := s.InMeta(i)
	switch of {
	case "sizes", "sizes_opt":
		return sizeList(f.Sizes)
	case "strides":
		return sizeList(f.Strides)
	case "numel":
		return intValue(f.Numel())
	}
	place, found := strings.CutPrefix(of, "argsize_")
	back, negative := strings.CutPrefix(place, "minus_")
	d, err := strconv.Atoi(back)
	if !found || err != nil {
		return nil
	}
	if negative {
		d = len(f.Sizes) - d
	}
	if d < 0 || d >= len(f.Sizes) {
		return nil
	}
	return intValue(f.Sizes[d])
}

// keptTensors is what is kept in a slot: a tensor, or those of a list.
func (s *Saved) keptTensors(ctx *Context, slot int, list, raw bool) SavedAttribute {
	if !raw {
		s.checkReleased()
	}
	out := SavedAttribute{Tensors: true}
	one := func(item int) Value {
		k := s.keptAt(slot, item)
		out.Kept = append(out.Kept, &SavedTensor{saved: s, kept: k})
		if k == nil || raw {
			return nil
		}
		v := s.find(uint8(slot), item)
		if slot >= 16 && recordedNode(v) == s.node { // a result is shown as another tensor of the same history
			v = ctx.unrecorded("detach", v)
			SetHistory(v, s.node, slot-16)
		}
		return v
	}
	if list {
		items := make([]Value, len(s.in[slot].list))
		for i := range items {
			items[i] = one(i)
		}
		out.Value = items
		return out
	}
	if out.Value = one(0); out.Value == nil && !raw && slot < 16 && s.in[slot].kind == plainArg && isNumber(s.args[slot]) {
		d, _ := scalarDType(s.args[slot])
		out.Value = tensor.Scalar(d, s.args[slot])
	}
	return out
}

func (s *Saved) keptAt(slot, item int) *kept {
	for i := range s.kept {
		if k := &s.kept[i]; int(k.slot) == slot && int(k.item) == item {
			return k
		}
	}
	return nil
}

// RegisterHooks packs the tensor with h, whose unpack will be asked for it.
func (ctx *Context) RegisterHooks(t *SavedTensor, h *SavedHooks) (err error) {
	defer ctx.catch(&err, ctx.state())
	switch {
	case t.saved.node.released:
		throwRuntime("Calling register_hooks on a saved tensor after it has been freed. %s", strings.ReplaceAll(secondPass, "access saved tensors", "access saved variables"))
	case t.kept == nil:
		throwRuntime("Calling register_hooks on a saved tensor with value None is forbidden")
	case t.kept.hooks != nil:
		throwRuntime("Calling register_hooks on a saved tensor whose hooks have already been set. Hint: only one pair of hooks is allowed at a time.")
	}
	packed := h.pack(ctx, t.kept.value)
	if t.kept.memory != nil {
		t.kept.memory.Unhold()
	}
	t.kept.packed, t.kept.hooks, t.kept.value, t.kept.memory = packed, h, nil, nil
	return nil
}

// pack calls the pack hook, which is not recorded and may not change the tensor.
func (h *SavedHooks) pack(ctx *Context, v Value) any {
	t, plain := v.(*tensor.Tensor)
	before := 0
	if plain {
		before = t.Version()
	}
	recording := ctx.gradEnabled
	ctx.gradEnabled = false
	packed, err := h.Pack(v)
	ctx.gradEnabled = recording
	rethrow(err)
	if plain && t.Version() != before {
		throwRuntime("A saved tensor pack hook is modifying its input in place. Tensors provided as input to pack hook cannot be modified by in-place operations as this can lead to unexpected side-effects. Please open an issue if you need to perform in-place operations on the input to a pack hook.")
	}
	return packed
}

// ShownEdges are the edges as PyTorch draws them: for the arguments of an operator that it differentiates, given or not.
func (n *Node) ShownEdges() []Edge {
	var edges []Edge
	for _, i := range n.shown() {
		if i < 0 {
			edges = append(edges, Edge{})
		} else {
			edges = append(edges, n.Edges[i])
		}
	}
	return edges
}

// shown are the numbers of the edges that PyTorch draws, -1 for one that leads nowhere from an argument that is no tensor.
func (n *Node) shown() []int {
	var shown []int
	if n.entry == nil || n.saved == nil {
		for i := range n.Edges {
			if i >= len(n.plain) || !n.plain[i] {
				shown = append(shown, i)
			}
		}
		return shown
	}
	next := 0
	for i, p := range n.entry.schema().Params {
		if i >= len(n.saved.in) {
			break
		}
		in := &n.saved.in[i]
		draws := p.Type.Base == "Tensor" && !n.entry.constant(i, p.Name)
		switch in.kind {
		case tensorArg:
			if draws && (in.describe().DType.Differentiable() || p.Name == "self" || p.Name == "other" || p.Name == "exponent") || n.Edges[next].Node != nil {
				shown = append(shown, next)
			}
			next++
		case listArg:
			for k := range in.list {
				if m := in.list[k].describe(); m != nil && m.DType.Differentiable() {
					shown = append(shown, next)
				}
				next++
			}
		default:
			if draws && (p.Type.Optional || isNumber(n.saved.args[i])) {
				shown = append(shown, -1)
			}
		}
	}
	return shown
}

// constant says whether PyTorch takes a tensor argument for a constant.
func (e *entry) constant(i int, name string) bool {
	for _, r := range e.refuses {
		if r.classes == fmt.Sprintf("g%d", i) {
			return true
		}
	}
	return strings.HasPrefix(name, "running_") || name == "attn_mask"
}
