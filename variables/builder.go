package variables

import (
	"fmt"
	"regexp"
	"slices"
	"sort"
	"strings"

	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/vm/object"
)

// Wrap is the tracker of a value of the frame. Nothing is guarded until
// something looks at it.
func (t *Trace) Wrap(v object.Value, src *guards.Source) Tracker {
	return &Lazy{sourced: sourced{src}, V: v}
}

// Realize looks at a lazy value: guards are installed and inputs made.
func (t *Trace) Realize(th *object.Thread, x Tracker) (Tracker, error) {
	switch x := x.(type) {
	case *Lazy:
		if x.real == nil {
			real, err := t.build(th, x.V, x.src)
			if err != nil {
				return nil, err
			}
			x.real = real
		}
		return x.real, nil
	case *Computed:
		return t.realizeComputed(th, x)
	case *Formatted:
		return nil, Unsupportedf("Unsupported string", x.Kind(), "Dynamo cannot look at a string whose text depends on the graph.")
	}
	return x, nil
}

// fetched notes that a value was read from a dict or an object: that it is there is guarded even if nothing looks at it.
func (t *Trace) fetched(x Tracker) Tracker {
	if l, ok := x.(*Lazy); ok && l.real == nil {
		t.unlooked = append(t.unlooked, l)
	}
	return x
}

// GuardFetched guards that values are there that were read and that nothing has looked at, and of which type those are that arithmetic was put off on.
func (t *Trace) GuardFetched(th *object.Thread) {
	for _, l := range t.unlooked {
		if l.real == nil {
			t.GuardPresent(th, l.src)
		}
	}
	for _, l := range t.postponed {
		if l.real == nil {
			t.guardTypeOf(th, l)
		}
	}
	t.unlooked, t.postponed = nil, nil
}

// GuardPresent guards that a dict or an object has the entry from which a value comes that is passed on unread.
func (t *Trace) GuardPresent(th *object.Thread, s *guards.Source) {
	switch {
	case s.Access != guards.DictItem:
	case s.Base.Access == guards.Dict:
		t.guard(th, &guards.Guard{Source: s.Base.Base, Kind: guards.HasAttr, Name: s.Name})
	default:
		t.guard(th, &guards.Guard{Source: s.Base, Kind: guards.DictContains, Value: s.Key})
	}
}

// Imported is a module that the code being traced imports.
func (t *Trace) Imported(name string, module object.Value) Tracker {
	m, ok := object.AsModule(module)
	if !ok {
		return t.Existing(module)
	}
	if known, ok := t.tracked[module].(*PyModule); ok && known.src != nil {
		return known
	}
	x := &PyModule{sourced{guards.NewImport(name, module)}, m}
	t.tracked[module] = x
	return x
}

// Peek is x, or what a lazy value turned out to be if it was looked at.
func (t *Trace) Peek(x Tracker) Tracker {
	switch l := x.(type) {
	case *Lazy:
		if l.real != nil {
			return l.real
		}
	case *Computed:
		if l.real != nil {
			return l.real
		}
	}
	return x
}

// TouchFirstTensor looks at the first tensor of the caller that x reaches, if any: in the closure
// of a function that tracing made, in the order of its free variables, in its defaults, or in a container. A call of such a function does that, which decides the order of the graph's inputs.
// PyTorch asks whether the function is a constant, and so looks no further than to the first object that is none, be it a tensor or not.
func (t *Trace) TouchFirstTensor(th *object.Thread, x Tracker) (found bool, err error) {
	return t.touchTensor(th, x, map[Tracker]bool{})
}

// isObjectOfClass tells whether v is of a class written in Python that is no named tuple, none of the standard library's dicts and no member of an enumeration.
func isObjectOfClass(v object.Value) bool {
	typ := v.Type()
	_, method := object.AsMethod(v)
	return method || typ.IsHeap() && builtinKinds[typ.FullName()] == "" && !hasFields(typ) && !typ.IsSubtype(object.TypeType) && !isEnumMember(v)
}

func (t *Trace) touchTensor(th *object.Thread, x Tracker, seen map[Tracker]bool) (bool, error) {
	x = t.Peek(x)
	if x == nil || seen[x] {
		return false, nil
	}
	seen[x] = true
	switch x := x.(type) {
	case *Tensor, *SymInt, *SymFloat, *Object, *Method, *Context, *Generator:
		return true, nil
	case *Attribute:
		_, tensor := t.Peek(x.Obj).(*Tensor)
		return tensor, nil
	case *Lazy:
		if isObjectOfClass(x.V) {
			return true, nil
		}
		_, list := object.AsList(x.V)
		_, tuple := object.AsTuple(x.V)
		dict := x.V.Type() == object.DictType
		number := x.V.Type() == object.IntType || x.V.Type() == object.FloatType
		if !list && !tuple && !dict && !number && !x.V.Type().IsSubtype(t.Host.TensorType(th)) {
			return false, nil
		}
		real, err := t.Realize(th, x)
		if err != nil {
			return false, err
		}
		return t.touchTensor(th, real, seen)
	case *Container:
		if d, ok := object.AsDict(x.V); ok && !isObjectOfClass(x.V) {
			var values []Tracker
			if err := d.Each(th, func(_ *object.Thread, _, v object.Value) error { values = append(values, t.FromValue(v)); return nil }); err != nil {
				return false, err
			}
			return t.touchAny(th, values, seen)
		}
		if isObjectOfClass(x.V) {
			return true, nil
		}
		switch x.Kind() {
		case "ZipVariable", "MapVariable", "FilterVariable", "ExceptionVariable", "LocalGeneratorObjectVariable":
			return true, nil
		}
		_, list := object.AsList(x.V)
		_, tuple := object.AsTuple(x.V)
		if !list && !tuple {
			return false, nil
		}
		return t.touchAny(th, t.Items(th, x), seen)
	case *Function:
		if !x.New {
			return false, nil
		}
		for _, c := range x.Fn.Closure.All() {
			var content Tracker
			if cell := t.Cells[c]; cell != nil {
				if cell.Value == nil && !cell.Written && cell.Source != nil && !c.V.IsNull() {
					cell.Value = t.Wrap(c.V, cell.Source)
				}
				content = cell.Value
			}
			if found, err := t.touchTensor(th, content, seen); found || err != nil {
				return found, err
			}
		}
		if x.Fn.Defaults != nil {
			for _, v := range x.Fn.Defaults.Items {
				if found, err := t.touchTensor(th, t.FromValue(v), seen); found || err != nil {
					return found, err
				}
			}
		}
	}
	return false, nil
}

func (t *Trace) touchAny(th *object.Thread, items []Tracker, seen map[Tracker]bool) (bool, error) {
	for _, e := range items {
		if found, err := t.touchTensor(th, e, seen); found || err != nil {
			return found, err
		}
	}
	return false, nil
}

// build wraps a value by its type and puts the guards of that type on it.
func (t *Trace) build(th *object.Thread, v object.Value, src *guards.Source) (Tracker, error) {
	if known, ok := t.tracked[v]; ok && !IsConstant(v) {
		if known.Source() == nil && src.Guardable() {
			// The object was reached another way that needs no guard; that this
			// path leads to it does.
			t.guard(th, &guards.Guard{Source: src, Kind: guards.IDMatch, Value: v})
		}
		t.duplicate(th, known, src)
		return known, nil
	}
	x, err := t.buildNew(th, v, src)
	if err == nil && !IsConstant(v) {
		if _, constant := x.(*Constant); !constant {
			t.tracked[v] = x
		}
	}
	return x, err
}

// duplicate guards that two sources hold one object: containers and what has attributes by identity, functions by what they are, each for itself.
func (t *Trace) duplicate(th *object.Thread, known Tracker, src *guards.Source) {
	first := known.Source()
	if first == nil || !src.Guardable() || !first.Guardable() || first.Text() == src.Text() {
		return
	}
	switch known := known.(type) {
	case *Tensor, *Container, *Object, *Class:
		t.guard(th, &guards.Guard{Source: first, Kind: guards.DuplicateInput, Other: src, Name: src.Text()})
	case *Function:
		t.guardIdentity(th, known.Fn.Ref(), src)
	case *Builtin:
		t.guardIdentity(th, known.Fn, src)
	case *PyModule:
		t.guard(th, &guards.Guard{Source: src, Kind: guards.ModuleMatch, Value: known.M.Ref()})
	}
}

// guardIdentity guards that a source gives the function, class, native function or constant that it gives now: a function by its code.
func (t *Trace) guardIdentity(th *object.Thread, v object.Value, src *guards.Source) {
	g := &guards.Guard{Source: src, Kind: guards.IDMatch, Value: v}
	if f, ok := object.AsFunction(v); ok {
		g.Kind, g.Value = guards.ClosureMatch, f.Code.Ref()
	} else if _, ok := object.AsType(v); ok {
		g.Kind = guards.ClassMatch
	} else if isNativeConstant(v) {
		g.Kind = guards.ConstantMatch
	} else if _, ok := object.AsBuiltin(v); ok {
		g.Kind = guards.BuiltinMatch
	}
	t.guard(th, g)
}

func (t *Trace) buildNew(th *object.Thread, v object.Value, src *guards.Source) (Tracker, error) {
	s := sourced{src}
	typ := v.Type()
	switch typ {
	case object.IntType:
		return t.buildInt(th, v, src)
	case object.FloatType:
		return t.buildFloat(th, v, src)
	case object.BoolType, object.StrType, object.BytesType, object.NoneType, object.ComplexType, object.EllipsisType, object.NotImplementedType:
		t.guard(th, &guards.Guard{Source: src, Kind: guards.ConstantMatch, Value: v})
		return &Constant{s, v}, nil
	}
	if ten := guards.TensorOf(v); ten != nil {
		return t.buildTensor(th, v, ten, src)
	}
	if x, ok, err := t.buildArray(th, v, src); ok {
		return x, err
	}
	if typ.FullName() == "torch.SymInt" {
		if err := t.relate(th, v, src); err != nil {
			return nil, err
		}
	}
	if isNativeConstant(v) {
		t.guardIdentity(th, v, src)
		return &Constant{s, v}, nil
	}
	if f, ok := object.AsFunction(v); ok {
		t.guardIdentity(th, v, src)
		return &Function{sourced: s, Fn: f}, nil
	}
	if c, ok := object.AsType(v); ok {
		t.guardIdentity(th, v, src)
		return &Class{sourced: s, T: c}, nil
	}
	if b, ok := object.AsBuiltin(v); ok && !b.Self.IsNull() && b.Self.Type().Layout() != object.LayoutModule && b.Self.Type().Layout() != object.LayoutType {
		t.guard(th, &guards.Guard{Source: src, Kind: guards.TypeMatch, Value: typ.Ref()})
		t.guard(th, &guards.Guard{Source: src.Attr("__name__"), Kind: guards.EqualsMatch, Value: object.NewStr(b.Name)})
		if guards.TensorOf(b.Self) != nil {
			return &Builtin{s, v}, nil
		}
		return &Attribute{sourced: s, Obj: t.Wrap(b.Self, src.Attr("__self__")), Name: b.Name}, nil
	}
	if _, ok := object.AsBuiltin(v); ok {
		t.guardIdentity(th, v, src)
		return &Builtin{s, v}, nil
	}
	if m, ok := object.AsModule(v); ok {
		t.guard(th, &guards.Guard{Source: src, Kind: guards.ModuleMatch, Value: v})
		return &PyModule{s, m}, nil
	}
	if m, ok := object.AsMethod(v); ok {
		if t.Config.TraceNumpy && t.globalDraws(th, v) {
			t.guard(th, &guards.Guard{Source: src, Kind: guards.IDMatch, Value: v})
			return &Builtin{s, v}, nil
		}
		t.guard(th, &guards.Guard{Source: src, Kind: guards.TypeMatch, Value: typ.Ref()})
		return &Method{s, t.Wrap(m.Self, src.Attr("__self__")), t.Wrap(m.Func, src.Attr("__func__"))}, nil
	}
	if c, ok := object.AsCell(v); ok {
		return t.buildCell(th, c, src), nil
	}
	if isEnumMember(v) {
		t.guard(th, &guards.Guard{Source: src, Kind: guards.IDMatch, Value: v})
		return &Constant{s, v}, nil
	}
	if p, ok := object.AsMappingProxy(v); ok && p.D.Type().IsSubtype(object.DictType) {
		return t.buildMappingProxy(th, v, p.D, src)
	}
	if x, ok, err := t.buildContainer(th, v, src); ok {
		return x, err
	}
	if x, ok, err := t.buildOpaque(th, v, src); ok {
		return x, err
	}
	of := &guards.Guard{Source: src, Kind: guards.TypeMatch, Value: typ.Ref(), Hint: "type " + typ.ShortName()}
	if (typ.IsHeap() || object.InstanceDict(v) != nil) && typ.Layout() == object.LayoutObject { // or a type in Go with attributes, as SimpleNamespace
		if t.isModule(th, typ) {
			owner := guards.OwnerLocalModule
			if strings.HasPrefix(typ.ModuleName(), "torch.nn") {
				owner = guards.OwnerLocalBuiltin
			}
			if !t.Config.AllowRNN && isRecurrent(typ) {
				return nil, &Unsupported{Title: "Attempted to wrap RNN, GRU, or LSTM", Context: guards.ReprOf(th, v), Explanation: "Dynamo does not support RNN, GRU, or LSTM.",
					Hints: []string{"Set torch._dynamo.config.allow_rnn=True to enable experimental support for RNN, GRU, and LSTM in Dynamo",
						Supportable}}
			}
			s.src = src.WithOwner(owner)
			of.Source = s.src
		}
		t.guard(th, of)
		return &Object{sourced: s, V: v, T: typ}, nil
	}
	t.guard(th, of)
	if isPrimitive(typ) {
		t.guard(th, &guards.Guard{Source: src, Kind: guards.PrimitiveMatch, Value: object.Plain(v)})
	}
	return &Container{sourced: s, V: v, Orig: v}, nil
}

// buildMappingProxy wraps a read-only view of a dict, whose keys are guarded.
func (t *Trace) buildMappingProxy(th *object.Thread, v, dict object.Value, src *guards.Source) (Tracker, error) {
	t.guard(th, &guards.Guard{Source: src, Kind: guards.TypeMatch, Value: v.Type().Ref(), Hint: "type mappingproxy"})
	x, err := t.build(th, dict, src.MappingDict())
	if err != nil {
		return nil, err
	}
	c, ok := x.(*Container)
	if !ok {
		return nil, Unsupportedf("Unsupported mapping proxy", v.Type().ShortName(), "Dynamo has no model of the dict that it shows.")
	}
	t.observeKeys(th, c)
	return t.shown(&Container{sourced: sourced{src}, V: object.NewMappingProxy(c.V), Orig: v, wrapped: true}), nil
}

// isRecurrent tells whether modules of a class are nn.RNN, nn.GRU or nn.LSTM.
func isRecurrent(class *object.Type) bool {
	for _, c := range class.MRO {
		if c.Name == "RNNBase" && c.ModuleName() == "torch.nn.modules.rnn" {
			return true
		}
	}
	return false
}

// isEnumMember tells whether v is a member of an enum class.
func isEnumMember(v object.Value) bool {
	meta := v.Type().Ref().Type()
	for _, m := range meta.MRO {
		if m.Name == "EnumType" {
			return true
		}
	}
	return false
}

// isNativeConstant tells whether v is a dtype, device or the like.
func isNativeConstant(v object.Value) bool {
	n, ok := object.AsNative(v)
	if !ok {
		return isPlaceholder(v)
	}
	switch n.V.(type) {
	case tensor.DType, tensor.Device, tensor.Layout, tensor.MemoryFormat:
		return true
	}
	return false
}

// staticInt is the hint of a guard on an integer that is constant because a module has it; "" for others.
func staticInt(src *guards.Source) string {
	if !src.ModuleMember() {
		return ""
	}
	return "torch.compile considers integer attributes of the nn.Module to be static. If you are observing recompilation, you might want to make this integer dynamic using " +
		"torch._dynamo.config.allow_unspec_int_on_nn_module = True, or convert this integer into a tensor."
}

func (t *Trace) buildInt(th *object.Thread, v object.Value, src *guards.Source) (Tracker, error) {
	s := sourced{src}
	_, small := v.AsInt()
	specialize := !small || t.Config.SpecializeInt || src.ModuleMember() && !t.Config.UnspecModuleInts || src.IsGlobal() || src.Access == guards.Defaults && src.Root().IsGlobal()
	automatic := !specialize && t.State.Scalar(src.Text(), v, t.Config.AutomaticDynamic)
	dynamic := automatic || !specialize && (!t.Config.AssumeStatic || t.Config.DynamicSources(src.Text()))
	if !dynamic {
		if specialize && small {
			if !t.Config.SpecializeInt {
				t.State.Scalar(src.Text(), v, t.Config.AutomaticDynamic)
			}
			t.guard(th, &guards.Guard{Source: src, Kind: guards.EqualsMatch, Value: v, Hint: staticInt(src)})
		}
		t.guard(th, &guards.Guard{Source: src, Kind: guards.ConstantMatch, Value: v, Hint: staticInt(src)})
		return &Constant{s, v}, nil
	}
	if known := t.numbers[src.Text()]; known != nil {
		return known, nil
	}
	t.logDynamic(src, automatic)
	t.guard(th, &guards.Guard{Source: src, Kind: guards.TypeMatch, Value: object.IntType.Ref(), Hint: "type int"})
	n, _ := v.AsInt()
	place := guards.IntSource(src)
	expr := t.Shapes.Create(place, n, guards.Dynamic, t.Line(th))
	node := t.placeholder(th, src.Text(), "torch.SymInt", expr)
	t.Inputs = append(t.Inputs, &Input{Node: node, Source: src, Value: v})
	t.symbols[expr.Expr().Name] = node
	return t.keepNumber(src, &SymInt{sourced: s, Expr: expr, Node: node}), nil
}

// keepNumber has a symbolic number serve all reads of its source.
func (t *Trace) keepNumber(src *guards.Source, x Tracker) Tracker {
	if t.numbers == nil {
		t.numbers = map[string]Tracker{}
	}
	t.numbers[src.Text()] = x
	return x
}

func (t *Trace) buildFloat(th *object.Thread, v object.Value, src *guards.Source) (Tracker, error) {
	f, _ := v.AsFloat()
	special := f != f || f > 1.79e308 || f < -1.79e308
	varies := !t.Config.SpecializeFloat && !t.StaticFloats[src.Text()]
	automatic := varies && t.State.Scalar(src.Text(), v, t.Config.AutomaticDynamic)
	dynamic := automatic || varies && !t.Config.AssumeStatic
	if !dynamic || special {
		t.guard(th, &guards.Guard{Source: src, Kind: guards.ConstantMatch, Value: v})
		return &Constant{sourced{src}, v}, nil
	}
	if known := t.numbers[src.Text()]; known != nil {
		return known, nil
	}
	if automatic { // settings alone are no reason that PyTorch writes of floats
		t.logDynamic(src, automatic)
	}
	t.guard(th, &guards.Guard{Source: src, Kind: guards.TypeMatch, Value: object.FloatType.Ref(), Hint: "type float"})
	input := t.placeholder(th, src.Text(), "torch.Tensor", ops.NewFake(tensor.Float64, nil))
	t.Inputs = append(t.Inputs, &Input{Node: input, Source: src, Value: v, Float: true})
	item := input.Graph().Create(fxgraph.CallMethod, "item", []any{input}, nil, "")
	item.Meta.Stack = t.stack(th)
	number := &SymFloat{sourced: sourced{src}, Node: item, Hint: f, Has: true, Expr: t.Shapes.CreateFloat(src, f, t.Line(th))}
	item.Meta.Example = symbolic.FloatOf(number.Expr)
	return t.keepNumber(src, number), nil
}

func (t *Trace) stack(th *object.Thread) []fxgraph.Line {
	if t.Stack == nil {
		return nil
	}
	return t.Stack(th)
}

var nonAlphanumeric = regexp.MustCompile(`[^a-zA-Z0-9]+`)

// InputName is the name of the placeholder for a source: `L['x']` gives L_x_.
func InputName(text string) string { return nonAlphanumeric.ReplaceAllString(text, "_") }

// placeholder appends an input node behind the inputs that are there.
func (t *Trace) placeholder(th *object.Thread, text, typ string, example any) *fxgraph.Node {
	graph := t.Graph
	for b := t.body; b != nil; b = b.outer {
		graph = b.parent
	}
	var before *fxgraph.Node
	for _, n := range graph.Nodes() {
		if n.Op != fxgraph.Placeholder {
			before = n
			break
		}
	}
	name := InputName(text)
	n := graph.CreateBefore(before, fxgraph.Placeholder, name, nil, nil, fxgraph.SnakeCase(name))
	if n.Name != fxgraph.SnakeCase(name) {
		n.Target = name + n.Name[len(fxgraph.SnakeCase(name)):]
	}
	n.Type = typ
	n.Meta.Example, n.Meta.Stack = example, t.stack(th)
	return n
}

func (t *Trace) buildTensor(th *object.Thread, v object.Value, ten *tensor.Tensor, src *guards.Source) (Tracker, error) {
	if v.Type() != t.Host.TensorType(th) {
		if layout, err := object.GetAttr(th, v, "layout"); err == nil && layout != t.Host.Attribute(th, "torch.strided") && layout != t.Host.Attribute(th, "torch.jagged") {
			return nil, &Unsupported{Title: "Attempted to wrap sparse Tensor", Explanation: "torch.compile does not support sparse Tensors", Hints: []string{sparseHint}, SkipFrame: true}
		}
	}
	if t.Config.InstallFreeTensors && free(src) && wrappingClass(th, v.Type()) == "" && (!ten.NeedsGrad() || ten.IsLeaf()) {
		return t.installedTensor(th, v, src), nil
	}
	marks := guards.MarksOf(th, v)
	whole := addressMark(v) == "guarded"
	policies, strideDynamic := t.policies(v, ten, src, marks)
	fake := ops.FakeOf(ten)
	if ten.NeedsGrad() && !ten.IsLeaf() {
		fake.RequiresGrad, fake.GradFn = false, t.Host.Ops(th).NewNode("InputBackward0", nil, nil)
	}
	expect := &guards.TensorExpectation{
		Type: v.Type(), DType: ten.DType(), Device: ten.Device(), RequiresGrad: ten.NeedsGrad(), Inference: ten.Inference, Conj: ten.Conj, Neg: ten.Neg,
		Sizes: append([]int{}, ten.Sizes()...), Strides: append([]int{}, ten.Strides()...),
	}
	if t.Entered != nil {
		t.Entered(th, v, src)
	}
	line := t.Line(th)
	mark := t.Shapes.Mark()
	t.base(th, ten, src, policies)
	symbolicSizes := false
	for i, size := range ten.Sizes() {
		place := guards.Place{Source: src, Property: guards.Size, Dim: i}
		fake.Sizes[i] = t.Shapes.Create(place, int64(size), policies[i], line)
		if policies[i] == guards.Unbacked {
			fake.Sizes[i] = t.unbackedMark(th, v, fake, i, fake.Sizes[i])
		}
		if fake.Sizes[i].IsSymbolic() {
			symbolicSizes = true
			expect.Sizes[i] = -1
		}
		if err := t.constrain(th, v, place, fake.Sizes[i], marks); err != nil {
			return nil, err
		}
	}
	t.strides(th, fake, ten, src, symbolicSizes, strideDynamic, expect)
	if symbolicSizes {
		fake.Offset = t.Shapes.Create(guards.Place{Source: src, Property: guards.Offset}, int64(ten.Offset()), guards.Duck, line)
	}
	t.Shapes.Order(mark, t.places(ten, src))
	if symbolicSizes {
		t.expected = append(t.expected, expectation{expect, fake})
	}
	if whole {
		t.guard(th, &guards.Guard{Source: src, Kind: guards.IDMatch, Value: v})
	} else {
		t.guard(th, &guards.Guard{Source: src, Kind: guards.TensorMatch, Tensor: expect})
		t.guard(th, &guards.Guard{Source: src, Kind: guards.DynamicIndices, Tensor: expect, Marks: marks})
	}
	if wrappingClass(th, v.Type()) != "" {
		if err := t.guardParts(th, v, src); err != nil {
			return nil, err
		}
	}
	if v.Type().ShortName() != "Parameter" {
		t.tensors = append(t.tensors, src)
	}
	t.sizeLike(fake)
	for _, size := range fake.Sizes {
		t.bindSymbols(th, size, src)
	}
	for _, stride := range fake.Strides {
		t.bindSymbols(th, stride, src)
	}
	t.bindSymbols(th, fake.Offset, src)
	typ := "torch.Tensor"
	if v.Type() != t.Host.TensorType(th) {
		typ = className(v.Type())
	}
	if fake.Class = wrappingClass(th, v.Type()); fake.Class != "" {
		t.wraps(fake.Class, v.Type())
	}
	shown := src.Text()
	if src.Access == guards.FromNumpy {
		shown = src.Base.Text()
	}
	node := t.placeholder(th, shown, typ, fake)
	t.Inputs = append(t.Inputs, &Input{Node: node, Source: src, Value: v, Plain: t.handles(th, v.Type())})
	return &Tensor{sourced: sourced{src}, Node: node, Fake: fake, Type: v.Type(), Real: v}, nil
}

// addressMark is what mark_static_address has said of a tensor: "guarded" means that no other takes its place.
func addressMark(v object.Value) string {
	d := v.Dict()
	if d == nil {
		return ""
	}
	mark, _ := d.Lookup("_dynamo_static_input_type")
	text, _ := object.Text(mark)
	return text
}

// className is how the code of graphs names a class: those of scripts by globals of their own.
func className(class *object.Type) string {
	name := class.FullName()
	if strings.HasPrefix(name, "torch.") {
		return name
	}
	return strings.ReplaceAll(name, ".", "_")
}

// wrappingClass is the name of a class whose tensors are made of others (__tensor_flatten__), "" for other classes.
func wrappingClass(th *object.Thread, class *object.Type) string {
	if class.Lookup(th, object.Intern("__tensor_flatten__")).IsNull() || class.Lookup(th, object.Intern("__torch_dispatch__")).IsNull() {
		return ""
	}
	return class.ShortName()
}

// expectation is what a guard expects of a tensor with symbolic sizes.
type expectation struct {
	of   *guards.TensorExpectation
	fake *ops.Fake
}

// SettleTensors has the guards of tensors ask for the sizes and strides that the trace turned out to need as they are.
func (t *Trace) SettleTensors() {
	settle := func(expected []int, numbers []symbolic.Int) {
		for i, n := range numbers {
			if c, ok := t.Shapes.Simplify(n).Const(); ok {
				expected[i] = int(c)
			}
		}
	}
	for _, e := range t.expected {
		settle(e.of.Sizes, e.fake.Sizes)
		settle(e.of.Strides, e.fake.Strides)
	}
}

// base makes symbols of the sizes and strides of the tensor that an input is a view of, in front of the input's own, which are the same
// symbols where they have the same value.
func (t *Trace) base(th *object.Thread, ten *tensor.Tensor, src *guards.Source, policies []guards.Policy) {
	if ten.Base == nil {
		return
	}
	base := src.Attr("_base")
	ofBase, dynamicStrides := t.policies(object.None, ten.Base, base, make([]map[int]bool, len(guards.MarkAttributes)))
	if !slices.ContainsFunc(append(ofBase, policies...), func(p guards.Policy) bool { return p != guards.Static }) {
		return
	}
	fake := ops.FakeOf(ten.Base)
	symbolicSizes := false
	for i, size := range ten.Base.Sizes() {
		fake.Sizes[i] = t.Shapes.Create(guards.Place{Source: base, Property: guards.Size, Dim: i}, int64(size), ofBase[i], t.Line(th))
		symbolicSizes = symbolicSizes || fake.Sizes[i].IsSymbolic()
	}
	t.strides(th, fake, ten.Base, base, symbolicSizes, dynamicStrides, &guards.TensorExpectation{Strides: make([]int, ten.Base.Dim())})
}

// places are where the numbers of a tensor lie, and those of the one that it is a view of.
func (t *Trace) places(ten *tensor.Tensor, src *guards.Source) []guards.Place {
	var out []guards.Place
	for _, p := range []guards.Property{guards.Size, guards.Stride} {
		for d := range ten.Dim() {
			out = append(out, guards.Place{Source: src, Property: p, Dim: d})
		}
	}
	out = append(out, guards.Place{Source: src, Property: guards.Offset})
	if ten.Base != nil {
		out = append(out, t.places(ten.Base, src.Attr("_base"))...)
	}
	return out
}

// policies decides for each dimension whether it is symbolic.
func (t *Trace) policies(v object.Value, ten *tensor.Tensor, src *guards.Source, marks []map[int]bool) (dims []guards.Policy, strides []bool) {
	dims = make([]guards.Policy, ten.Dim())
	static := addressMark(v) == "guarded" || t.Config.ForceParameterStatic && (v.Type().ShortName() == "Parameter" || src.FromMemberTable()) ||
		t.Config.ForceModuleStatic && (src.Owner == guards.OwnerLocalBuiltin || src.Owner == guards.OwnerGlobalBuiltin)
	automatic := make([]bool, ten.Dim())
	strides = automatic
	if !static {
		if ten.Base != nil {
			t.State.Sizes(src.Attr("_base").Text(), ten.Base.Sizes(), ten.Base.Strides(), t.Config.AutomaticDynamic)
		}
		automatic, strides = t.State.Sizes(src.Text(), ten.Sizes(), ten.Strides(), t.Config.AutomaticDynamic)
	}
	listed, unbacked := t.Config.DynamicSources(src.Text()), t.Config.UnbackedSources(src.Text())
	for i := range dims {
		switch {
		case marks[guards.MarkUnbacked][i], unbacked:
			dims[i] = guards.Unbacked
		case marks[guards.MarkDynamic][i] || marks[guards.MarkWeakDynamic][i] || marks[guards.MarkStrictUnbacked][i] || listed: // strict ones have hints, as in PyTorch
			dims[i] = guards.Dynamic
			if marks[guards.MarkDynamic][i] {
				t.Shapes.LogDynamic(src, "mark_dynamic")
				t.State.Marked(src.Text(), i, ten.Dim())
			}
		case marks[guards.MarkStatic][i] || static:
		case automatic[i]:
			t.logDynamic(src, true)
			dims[i] = guards.Dynamic
			if t.Config.AutomaticUnbacked {
				dims[i] = guards.Unbacked
			}
		case !t.Config.AssumeStatic:
			t.logDynamic(src, false)
			dims[i] = guards.Duck
		}
	}
	return dims, strides
}

// logDynamic tells why a size or number is symbolic: earlier calls had another, or settings take none for fixed.
func (t *Trace) logDynamic(src *guards.Source, automatic bool) {
	reason := "assume_static_by_default = False"
	if automatic {
		reason = "automatic dynamic/PGO"
	}
	t.Shapes.LogDynamic(src, reason)
}

// constrain applies the range of mark_dynamic and remembers hard marks.
func (t *Trace) constrain(th *object.Thread, v object.Value, place guards.Place, size symbolic.Int, marks []map[int]bool) error {
	dim := place.Dim
	if !marks[guards.MarkDynamic][dim] && !marks[guards.MarkStrictUnbacked][dim] {
		return nil
	}
	lo, hi, ranged, err := markedRange(th, v, dim)
	if err != nil {
		return err
	}
	if !size.IsSymbolic() {
		if n, ok := size.Const(); ok && ranged {
			t.Shapes.Fix(place, "", n)
		}
		return nil
	}
	s := t.Shapes.Symbol(size.Expr().Name)
	s.Strict = true
	if !ranged {
		return nil
	}
	if s.Hint < lo || s.Hint > hi {
		return &OutOfRange{Text: fmt.Sprintf("%d not in range [%d, %d]", s.Hint, lo, hi)}
	}
	s.Lo, s.Hi = max(s.Lo, lo), min(s.Hi, hi)
	s.User = &[2]int64{s.Lo, s.Hi}
	return nil
}

// markedRange is the range that mark_dynamic gave a dimension of v.
func markedRange(th *object.Thread, v object.Value, dim int) (lo, hi int64, ok bool, err error) {
	ranges, found := v.Dict().Lookup("_dynamo_dynamic_range")
	if !found {
		return 0, 0, false, nil
	}
	err = object.Iterate(th, ranges, func(th *object.Thread, r object.Value) error {
		items, isTuple := object.AsTuple(r)
		if !isTuple || len(items.Items) != 3 {
			return nil
		}
		n := [3]int64{0, 0, guards.Infinity}
		bounds := -1 // beside the dimension
		for i, e := range items.Items {
			if value, isInt := e.AsInt(); isInt {
				n[i] = value
				bounds++
			}
		}
		if int(n[0]) == dim && bounds > 0 {
			lo, hi, ok = n[1], n[2], true
		}
		if ok && bounds == 1 { // PyTorch has no ranges that are open on one side
			return &Refused{object.NewException(object.AssertionError, "not simple sympy type <class 'NoneType'>: None")}
		}
		return nil
	})
	return lo, hi, ok, err
}

// OutOfRange is a size outside of the range that mark_dynamic gave.
type OutOfRange struct {
	Text  string
	Stack []fxgraph.Line // where it was met
}

func (e *OutOfRange) Error() string { return e.Text }

// strides expresses strides by sizes where they follow from them; others stay
// as they are, or become symbols of their own.
func (t *Trace) strides(th *object.Thread, fake *ops.Fake, ten *tensor.Tensor, src *guards.Source, symbolicSizes bool, dynamic []bool, expect *guards.TensorExpectation) {
	order := make([]int, ten.Dim())
	for i := range order {
		order[i] = i
	}
	sizes, strides := ten.Sizes(), ten.Strides()
	sort.SliceStable(order, func(a, b int) bool {
		i, j := order[a], order[b]
		if strides[i] != strides[j] {
			return strides[i] < strides[j]
		}
		return i > j
	})
	nextHint := 1
	known := map[int]symbolic.Int{1: symbolic.IntOf(1), 0: symbolic.IntOf(0)}
	for _, i := range order {
		place := guards.Place{Source: src, Property: guards.Stride, Dim: i}
		candidate, ok := known[strides[i]]
		switch {
		case strides[i] == 0 || strides[i] == 1:
			fake.Strides[i] = symbolic.IntOf(int64(strides[i]))
		case symbolicSizes && ok:
			fake.Strides[i] = candidate
			if candidate.IsSymbolic() {
				t.Shapes.Relate(place, candidate, int64(strides[i]))
			}
		case symbolicSizes && strides[i] != nextHint || dynamic[i] && !symbolicSizes:
			policy := guards.Dynamic
			if symbolicSizes {
				policy = guards.Duck
			}
			fake.Strides[i] = t.Shapes.Create(place, int64(strides[i]), policy, t.Line(th))
		default:
			fake.Strides[i] = symbolic.IntOf(int64(strides[i]))
		}
		if fake.Strides[i].IsSymbolic() {
			expect.Strides[i] = -1
		}
		nextHint = strides[i] * sizes[i]
		if _, taken := known[nextHint]; !taken {
			known[nextHint] = fake.Strides[i].Mul(fake.Sizes[i])
		}
	}
}

// bindSymbols makes a placeholder for every symbol of v that has none.
func (t *Trace) bindSymbols(th *object.Thread, v symbolic.Int, src *guards.Source) {
	if !v.IsSymbolic() {
		return
	}
	for _, name := range symbolic.Symbols(v.Expr()) {
		if t.symbols[name] != nil {
			continue
		}
		s := t.Shapes.Symbol(name)
		if s == nil || s.Place.Source == nil {
			continue
		}
		expr := symbolic.FromExpr(symbolic.NewSymbol(name))
		node := t.placeholder(th, name, "torch.SymInt", expr)
		place := s.Place
		t.symbols[name] = node
		t.Inputs = append(t.Inputs, &Input{Node: node, Source: place.Source, Place: &place})
	}
}
