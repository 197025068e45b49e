package ops

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// Saved is what a recorded call keeps for its derivative: the data that the entry declares (Saves, SavesFor), sizes and
// types of the rest, and the plain arguments.
type Saved struct {
	node *Node
	args Args    // tensors are left out
	in   []shape // by argument
	out  []shape // by result
	kept []kept
	need uint32   // bit i: argument i needs a gradient
	ctx  *Context // that runs what is seen of saved results; nil where nobody sees
	over bool     // the operator runs in the place of one that changes its first argument

	unhooked bool // hooks for saved tensors do not apply
}

// GradFunc computes the gradients of the arguments (nil where there is none, a list for a list of tensors) from
// those of the results.
type GradFunc func(ctx *Context, s *Saved, g []Value) []Value

// kept is one saved tensor. item is its place in a list argument.
type kept struct {
	slot    uint8 // as in slots
	item    int32
	version int
	origin  string // the node that made it, for the message when it was changed since
	number  int
	value   Value
	memory  *tensor.Storage // held for value
	hooks   *SavedHooks
	packed  any
	edge    Edge // where the gradient of what hooks have packed goes, which theirs does not know
	// Where code of a script sees the calls, results are saved as what detach gives, and detached once more where a derivative looks at them, as in PyTorch.
	seen     Value
	unpacked Value // what the derivative that runs looks at, if not value
}

// shape describes an argument without holding its memory. For arguments that are no tensors kind is plainArg.
type shape struct {
	kind           shapeKind
	dtype          tensor.DType
	device         tensor.Device
	conj, neg      bool
	sizes, strides []int
	offset         int
	fake           *Fake // instead of sizes and strides
	list           []shape
}

type shapeKind uint8

const (
	plainArg shapeKind = iota
	tensorArg
	listArg
)

func shapeOf(v Value) shape {
	switch v := v.(type) {
	case *tensor.Tensor:
		if v != nil {
			// Copies: the arrays of a tensor may lie in one object with it and keep its memory.
			n := v.Dim()
			geometry := append(append(make([]int, 0, 2*n), v.Sizes()...), v.Strides()...)
			return shape{kind: tensorArg, dtype: v.DType(), device: v.Device(), conj: v.Conj, neg: v.Neg, sizes: geometry[:n], strides: geometry[n:], offset: v.Offset()}
		}
	case *Fake:
		if v != nil {
			return shape{kind: tensorArg, dtype: v.DType, fake: &Fake{Sizes: v.Sizes, Strides: v.Strides, Offset: v.Offset, DType: v.DType, Device: v.Device, Conj: v.Conj, Neg: v.Neg}}
		}
	case []Value:
		for _, x := range v {
			if isTensor(x) {
				list := make([]shape, len(v))
				for i, x := range v {
					list[i] = shapeOf(x)
				}
				return shape{kind: listArg, list: list}
			}
		}
	}
	return shape{}
}

// describe is the shape as a tensor without data.
func (s *shape) describe() *Fake {
	switch {
	case s.kind != tensorArg:
		return nil
	case s.fake != nil:
		return s.fake
	}
	return &Fake{Sizes: symbolic.Ints(s.sizes), Strides: symbolic.Ints(s.strides), Offset: symbolic.IntOf(int64(s.offset)), DType: s.dtype, Device: s.device, Conj: s.conj, Neg: s.neg}
}

// newSaved describes the arguments of a call; tensors are kept by keepArgs and keepResults.
func newSaved(n *Node, args []Value) *Saved {
	s := &Saved{node: n, args: make(Args, len(args)), in: make([]shape, len(args))}
	for i, v := range args {
		if s.in[i] = shapeOf(v); s.in[i].kind == plainArg {
			s.args[i] = v
		}
	}
	return s
}

// wanted are the slots that the gradients which are needed look at.
func (s *Saved) wanted(e *entry) slots {
	w := e.Saves
	for i, more := range e.SavesFor {
		if s.need&(1<<i) != 0 {
			w |= more
		}
	}
	return w
}

// keepArgs saves the arguments among w, in the order of their names as PyTorch does: hooks see it.
func (s *Saved) keepArgs(ctx *Context, w slots, args []Value) {
	w &= 0xffff
	if w&(w-1) == 0 {
		if i := bits.TrailingZeros32(uint32(w)); i < len(args) {
			s.keepArg(ctx, uint8(i), args[i])
		}
		return
	}
	for _, i := range ctx.savingOrder(s.node.entry).args {
		if w&(in0<<i) != 0 && int(i) < len(args) {
			s.keepArg(ctx, i, args[i])
		}
	}
}

func (s *Saved) keepArg(ctx *Context, slot uint8, v Value) {
	if list, ok := v.([]Value); ok {
		for k, x := range list {
			if isTensor(x) {
				s.keep(ctx, slot, k, x)
			}
		}
	} else if isTensor(v) {
		s.keep(ctx, slot, 0, v)
	}
}

// savingOrder are the numbers of the arguments and of the results of a call, each in the order of their names.
type savingOrder struct{ args, results []uint8 }

func (ctx *Context) savingOrder(e *entry) savingOrder {
	if order, ok := ctx.savingOrders[e]; ok {
		return order
	}
	schema := e.schema()
	order := savingOrder{
		numbersByName(min(len(schema.Params), 16), func(i uint8) string { return schema.Params[i].Name }),
		numbersByName(min(len(schema.Returns), 16), func(i uint8) string { return schema.Returns[i].Name }),
	}
	if ctx.savingOrders == nil {
		ctx.savingOrders = map[*entry]savingOrder{}
	}
	ctx.savingOrders[e] = order
	return order
}

func numbersByName(n int, name func(uint8) string) []uint8 {
	order := make([]uint8, n)
	for i := range order {
		order[i] = uint8(i)
	}
	slices.SortStableFunc(order, func(a, b uint8) int { return strings.Compare(name(a), name(b)) })
	return order
}

// keepResults describes the results and saves those among w.
func (s *Saved) keepResults(ctx *Context, w slots, outs []Value) {
	s.out = make([]shape, len(outs))
	for i, v := range outs {
		s.out[i] = shapeOf(v)
	}
	if w >>= 16; w&(w-1) == 0 {
		if i := bits.TrailingZeros32(uint32(w)); i < len(outs) && isTensor(outs[i]) {
			s.keep(ctx, uint8(16+i), 0, outs[i])
		}
		return
	}
	for _, i := range ctx.savingOrder(s.node.entry).results {
		if w&(1<<i) != 0 && int(i) < len(outs) && isTensor(outs[i]) {
			s.keep(ctx, 16+i, 0, outs[i])
		}
	}
}

func (s *Saved) keep(ctx *Context, slot uint8, item int, v Value) {
	k := kept{slot: slot, item: int32(item), value: v}
	if t, ok := v.(*tensor.Tensor); ok {
		if t.Inference && !ctx.inferenceMode {
			throwRuntime("Inference tensors cannot be saved for backward. Please do not use Tensors created in inference mode in computation tracked by autograd. To work around this, you can make a clone to get a normal tensor and use it in autograd, or use `torch.no_grad()` instead of `torch.inference_mode()`.")
		}
		k.version = t.Version()
		if slot >= 16 {
			k.origin, k.number = s.node.name, int(slot)-16
		} else if n := recordedNode(t); n != nil {
			k.origin, k.number = n.name, int(t.OutputNr)
		}
	}
	if n := len(ctx.savedHooks); n > 0 && !s.unhooked {
		k.hooks, k.edge = ctx.savedHooks[n-1], s.edgeOfKept(ctx, slot, v)
		k.packed, k.value = k.hooks.pack(ctx, v), nil
	} else if t, ok := v.(*tensor.Tensor); ok {
		k.memory = t.Storage()
		k.memory.Hold()
	}
	if slot >= 16 && k.hooks == nil && s.node.entry.shows(int(slot)-16, v) && ctx.watched(v) {
		k.seen, s.ctx = ctx.unrecorded("detach", v), ctx
	}
	s.kept = append(s.kept, k)
}

// shows tells whether result i, v, has a history in PyTorch.
func (e *entry) shows(i int, v Value) bool {
	return dtypeOf(v).Differentiable() && e.Stats&(out0<<i) == 0
}

// unrecorded is call1 without history.
func (ctx *Context) unrecorded(name string, args ...Value) Value {
	saved := ctx.gradEnabled
	ctx.gradEnabled = false
	out := ctx.call1(name, args...)
	ctx.gradEnabled = saved
	return out
}

// watched tells whether code of a script sees calls with v: a mode below the level at hand, a recorder that shows all there is, or the class of v.
func (ctx *Context) watched(v Value) bool {
	if IsWrapped(v) { // function transforms save what they wrap
		return false
	}
	return ctx.seen(v)
}

// seen is watched for a tensor that may have been wrapped since it was saved.
func (ctx *Context) seen(v Value) bool {
	return ctx.shown() || ctx.dispatchers && dispatcherAmong([]Value{v}) != nil
}

// shown tells whether a mode below the level at hand, or a recorder that shows all there is, sees calls.
func (ctx *Context) shown() bool {
	return ctx.lookedOn() || ctx.recorderSees()
}

// recorderSees tells whether a recorder that shows all there is sees calls below the level at hand.
func (ctx *Context) recorderSees() bool {
	return slices.ContainsFunc(ctx.levels[:ctx.depth], func(l Level) bool {
		record, ok := l.(*recordLevel)
		if !ok {
			return false
		}
		w, ok := record.r.(Watcher)
		return ok && w.Watches()
	})
}

// look is the saved result k for a derivative: detached where it is seen, and a result of the node again where a history is recorded.
func (s *Saved) look(k *kept) Value {
	if k.seen == nil || !s.ctx.seen(k.value) {
		return k.value
	}
	if k.unpacked == nil {
		if s.over { // the result is looked for in the tensor that was changed, twice
			s.ctx.unrecorded("detach", s.ctx.unrecorded("detach", k.value))
			k.seen = s.ctx.unrecorded("detach", k.value)
		}
		k.unpacked = s.ctx.unrecorded("detach", k.seen)
		if s.ctx.gradEnabled {
			inner, _ := s.ctx.Recorded(k.unpacked) // a capture makes it one of its own
			SetHistory(inner, s.node, int(k.slot)-16)
		}
	}
	return k.unpacked
}

// open unpacks, before a derivative runs, everything that hooks have packed: each once, in the order in which it was saved.
func (s *Saved) open() {
	for i := range s.kept {
		if k := &s.kept[i]; k.hooks != nil && k.unpacked == nil {
			k.unpacked = k.unpack()
		}
	}
}

func (k *kept) unpack() Value {
	v, err := k.hooks.Unpack(k.packed)
	rethrow(err)
	return joined(v, k.edge)
}

// edgeOfKept is where the gradient of a saved tensor goes: a result is one of the node itself.
func (s *Saved) edgeOfKept(ctx *Context, slot uint8, v Value) Edge {
	switch {
	case slot < 16:
		return ctx.edgeOf(v)
	case s.node.entry.shows(int(slot)-16, v):
		return Edge{s.node, int(slot) - 16}
	}
	return Edge{}
}

// joined is v as another tensor, with the history that e leads to. Tensors of classes that answer for themselves, and those of levels, stay as they are.
func joined(v Value, e Edge) Value {
	t, ok := v.(*tensor.Tensor)
	if !ok || DispatcherOf(t) != nil || IsWrapped(t) {
		return v
	}
	t = t.Detached()
	switch {
	case e.Node == nil:
	case e.Node.variable != nil:
		t.RequiresGrad = true
		extraOf(&t.Autograd).accumulate = e.Node
	default:
		t.GradFn, t.OutputNr = e.Node, int32(e.Nr)
	}
	return t
}

// looked is called when a derivative has run.
func (s *Saved) looked() {
	for i := range s.kept {
		s.kept[i].unpacked = nil
	}
}

// release lets go of what was saved.
func (s *Saved) release() {
	for _, k := range s.kept {
		if k.memory != nil {
			k.memory.Unhold()
		}
	}
	s.kept = nil
	s.node.released = true
}

// holdResults keeps the memory of saved tensors that a derivative returns as they are: a gradient lives on when the node is released.
func (s *Saved) holdResults(grads []Value) []Value {
	for _, g := range grads {
		for i := range s.kept {
			if k := &s.kept[i]; k.memory != nil && k.value == g {
				k.memory.Hold()
			}
		}
	}
	return grads
}

// find gives a saved tensor back, unless it was changed in place since.
func (s *Saved) find(slot uint8, item int) Value {
	s.checkReleased()
	for i := range s.kept {
		k := &s.kept[i]
		if k.slot != slot || int(k.item) != item {
			continue
		}
		if k.hooks != nil {
			if k.unpacked != nil {
				return k.unpacked
			}
			return k.unpack()
		}
		s.checkVersion(k)
		return s.look(k)
	}
	panic(fmt.Sprintf("ops: the derivative %s looks at a tensor that it does not save (slot %d, item %d)", s.node.name, slot, item))
}

// checkVersion throws where a saved tensor was changed in place since.
func (s *Saved) checkVersion(k *kept) {
	t, ok := k.value.(*tensor.Tensor)
	if !ok || t.Version() == k.version {
		return
	}
	name := LegacyTypeName(t.DType())
	if d := t.DType(); d.IsComplex() || d == tensor.BFloat16 {
		name = "CPU" + d.ScalarName() + "Type"
	}
	throwRuntime("one of the variables needed for gradient computation has been modified by an inplace operation: [%s %s]%s is at version %d; expected version %d instead. Hint: %s",
		name, sizesText(symbolic.Ints(t.Sizes())), k.originText(), t.Version(), k.version, s.node.changedHint())
}

// checkUnchanged throws where any tensor that was saved plainly has changed.
func (s *Saved) checkUnchanged() {
	s.checkReleased()
	for i := range s.kept {
		if s.kept[i].hooks == nil {
			s.checkVersion(&s.kept[i])
		}
	}
}

func (s *Saved) checkReleased() {
	if s.node.released {
		throwRuntime("Trying to backward through the graph a second time (or directly access saved tensors after they have already been freed). %s", secondPass)
	}
}

const secondPass = "Saved intermediate values of the graph are freed when you call .backward() or autograd.grad(). Specify retain_graph=True if you need to backward through the graph a second time or if you need to access saved tensors after calling backward."

// changedHint says how to find what changed a saved tensor.
func (n *Node) changedHint() string {
	if n.Trace != "" {
		return "the backtrace further above shows the operation that failed to compute its gradient. The variable in question was changed in there or anywhere later. Good luck!"
	}
	return "enable anomaly detection to find the operation that failed to compute its gradient, with torch.autograd.set_detect_anomaly(True, check_nan=False)."
}

func (k *kept) originText() string {
	name, number := k.origin, k.number
	if t, ok := k.value.(*tensor.Tensor); ok && k.slot < 16 { // an argument says what it is the output of now
		if n := recordedNode(t); n != nil {
			name, number = n.name, int(t.OutputNr)
		}
		if viewIsStale(t) {
			name, number = asStridedName, 0
		}
	}
	if name == "" {
		return ""
	}
	if i := strings.LastIndex(name, "Backward"); i > 0 {
		name = name[:i] + strings.TrimPrefix(name[i+len("Backward"):], "0")
	}
	return fmt.Sprintf(", which is output %d of %s,", number, name)
}

// LegacyTypeName is the old name of a tensor type: "torch.FloatTensor".
func LegacyTypeName(d tensor.DType) string {
	return "torch." + d.ScalarName() + "Tensor"
}

// typeText is what C++ calls a tensor type in errors: types that came after the legacy names have one of their own.
func typeText(d tensor.DType) string {
	switch d {
	case tensor.Float32, tensor.Float64, tensor.Float16, tensor.Int64, tensor.Int32, tensor.Int16, tensor.Int8, tensor.Uint8:
		return LegacyTypeName(d)
	}
	return "CPU" + d.ScalarName() + "Type"
}

// In is argument i as it was at the time of the call.
func (s *Saved) In(i int) Value {
	if s.in[i].kind == plainArg {
		if s.node != nil && s.node.released && isNumber(s.args[i]) && s.node.entry.schema().Params[i].Type.Base == "Tensor" {
			throwRuntime("Trying to backward through the graph a second time (or directly access saved tensors after they have already been freed). %s", secondPass)
		}
		return s.args[i]
	}
	return s.find(uint8(i), 0)
}

// List is argument i, a list.
func (s *Saved) List(i int) []Value {
	if s.in[i].kind != listArg {
		list, _ := s.args[i].([]Value)
		return list
	}
	out := make([]Value, len(s.in[i].list))
	for k := range out {
		if s.in[i].list[k].kind == tensorArg {
			out[k] = s.find(uint8(i), k)
		}
	}
	return out
}

// Out is result i.
func (s *Saved) Out(i int) Value { return s.find(uint8(16+i), 0) }

// Arg is argument i when it is no tensor.
func (s *Saved) Arg(i int) Value {
	if s.in[i].kind != plainArg {
		panic(fmt.Sprintf("ops: the derivative %s reads argument %d, a tensor, as a plain one", s.node.name, i))
	}
	return s.args[i]
}

// Args are the plain arguments, for reading numbers; tensors are described without their data.
func (s *Saved) Args() Args {
	full := append(Args(nil), s.args...)
	for i := range full {
		switch s.in[i].kind {
		case tensorArg:
			full[i] = s.in[i].describe()
		case listArg:
			full[i] = describeList(s.in[i].list)
		}
	}
	return full
}

func describeList(list []shape) []Value {
	out := make([]Value, len(list))
	for i := range list {
		if f := list[i].describe(); f != nil {
			out[i] = f
		}
	}
	return out
}

// InMeta describes tensor argument i without using its data.
func (s *Saved) InMeta(i int) *Fake { return s.in[i].describe() }

// InMetas describes the tensors of list argument i.
func (s *Saved) InMetas(i int) []*Fake {
	out := make([]*Fake, len(s.in[i].list))
	for k := range out {
		out[k] = s.in[i].list[k].describe()
	}
	return out
}

// OutMeta describes result i.
func (s *Saved) OutMeta(i int) *Fake { return s.out[i].describe() }

// Need says whether argument i needs a gradient.
func (s *Saved) Need(i int) bool { return s.need&(1<<i) != 0 }

// unmoved is the gradient, zeros, of argument i of a derivative that picks a branch by it and does not change with it. Nil if nobody asks: the argument has a
// gradient all the same, as it does in PyTorch, and a derivative of a derivative by it is no error.
func (s *Saved) unmoved(ctx *Context, i int) Value {
	if !s.Need(i) {
		return nil
	}
	f := s.InMeta(i)
	return ctx.call1("zeros", sizeList(f.Sizes), f.DType, tensor.Strided, f.Device)
}
