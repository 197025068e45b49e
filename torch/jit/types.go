package jit

import (
	"strings"

	"github.com/magneto-go/magneto/script/front"
	"github.com/magneto-go/magneto/script/ir"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/torch"
	"github.com/magneto-go/magneto/vm/object"
)

// attr is an attribute of a Python object, Null without one.
func attr(th *object.Thread, v Value, name string) Value {
	out, err := object.LookupAttr(th, v, object.Intern(name))
	if err != nil {
		return object.Null
	}
	return out
}

// attrText is an attribute that is a string.
func attrText(th *object.Thread, v Value, name string) string {
	a := attr(th, v, name)
	if a.IsNull() {
		return ""
	}
	s, _ := object.Text(a)
	return s
}

// typeOf is the type that a Python object names in an annotation; nil if it names none.
func typeOf(th *object.Thread, v Value) *ir.Type {
	if v.IsNull() {
		return nil
	}
	if v.IsNone() {
		return ir.None
	}
	if s, ok := object.AsStr(v); ok {
		_ = s
		return nil
	}
	if t, ok := payload[*ir.Type](v); ok {
		return t
	}
	if t, ok := object.AsType(v); ok {
		return classType(th, t)
	}
	if u, ok := object.AsUnion(v); ok {
		return unionOf(th, u.Args.Items)
	}
	if g, ok := object.AsGenericAlias(v); ok {
		args, _ := object.AsTuple(attr(th, g.Ref(), "__args__"))
		return genericOf(th, attr(th, g.Ref(), "__origin__"), args)
	}
	origin := attr(th, v, "__origin__")
	if !origin.IsNull() {
		args, _ := object.AsTuple(attr(th, v, "__args__"))
		return genericOf(th, origin, args)
	}
	switch {
	case attrText(th, v, "_name") == "Any", strings.HasSuffix(text(th, v), "typing.Any"):
		return ir.Any
	}
	return nil
}

func text(th *object.Thread, v Value) string {
	s, err := object.Repr(th, v)
	if err != nil {
		return ""
	}
	return s
}

// typeArgument is the type of an argument of a union or container; a class is compiled for it.
func typeArgument(th *object.Thread, v Value) *ir.Type {
	if t := typeOf(th, v); t != nil {
		return t
	}
	if t, ok := object.AsType(v); ok && isScriptClass(th, t) {
		c, err := compileClass(th, t)
		front.Check(err)
		return c
	}
	return nil
}

// isScriptClass tells whether a class that annotations name can be one of scripts.
func isScriptClass(th *object.Thread, t *object.Type) bool {
	return t.IsHeap() && t.Module != "typing" && attrText(th, t.Ref(), "__module__") != "typing" && !isPlainGeneric(t)
}

func unionOf(th *object.Thread, args []Value) *ir.Type {
	var members []*ir.Type
	for _, a := range args {
		t := typeArgument(th, a)
		if a.IsNone() {
			t = ir.None
		}
		if t == nil {
			return nil
		}
		members = append(members, t)
	}
	return ir.UnionOf(members...)
}

func genericOf(th *object.Thread, origin Value, args *object.Tuple) *ir.Type {
	if args == nil {
		return nil
	}
	name := attrText(th, origin, "__name__")
	if name == "" {
		name = attrText(th, origin, "_name")
	}
	switch name {
	case "Union", "Optional", "UnionType":
		return unionOf(th, args.Items)
	case "Final", "Annotated":
		return typeOf(th, args.Items[0])
	}
	var elem []*ir.Type
	for _, a := range args.Items {
		if tup, ok := object.AsTuple(a); ok && len(tup.Items) == 0 {
			continue
		}
		t := typeArgument(th, a)
		if t == nil {
			return nil
		}
		elem = append(elem, t)
	}
	switch {
	case name == "list" && len(elem) == 1:
		return ir.ListOf(elem[0])
	case name == "dict" && len(elem) == 2:
		return ir.DictOf(elem[0], elem[1])
	case name == "tuple":
		return ir.TupleOf(elem...)
	case name == "Future" && len(elem) == 1:
		return ir.FutureOf(elem[0])
	case name == "_Await" && len(elem) == 1:
		return ir.AwaitOf(elem[0])
	}
	return nil
}

// standing are classes outside of the interpreter's own that stand for plain types, by module and name.
var standing = map[string]*ir.Type{
	"builtins.NoneType": ir.None, "types.NoneType": ir.None, "typing.Any": ir.Any, "numbers.Number": ir.Number,
	"torch.cpu.Stream": ir.Stream, "torch.Stream": ir.Stream,
}

// plainClass is the plain type that a class stands for.
func plainClass(th *object.Thread, t *object.Type) *ir.Type {
	switch t {
	case object.IntType:
		return ir.Int
	case object.FloatType:
		return ir.Float
	case object.BoolType:
		return ir.Bool
	case object.StrType:
		return ir.Str
	case object.ComplexType:
		return ir.Complex
	case torch.TensorType(th):
		return ir.Tensor
	case torch.DeviceType():
		return ir.Device
	case torch.DTypeType():
		return ir.Int
	case torch.GeneratorType():
		return ir.Generator
	}
	return standing[attrText(th, t.Ref(), "__module__")+"."+t.Name]
}

// classType is the type of the instances of a class: a plain one, a named tuple, an enum, or a class that is compiled.
func classType(th *object.Thread, t *object.Type) *ir.Type {
	if p := plainClass(th, t); p != nil {
		return p
	}
	if t.Name == "Future" && attrText(th, t.Ref(), "__module__") == "torch.jit" {
		front.Check(object.RuntimeErrorf("Attempted to use Future without a contained type. Please add a contained type, e.g. Future[int]"))
	}
	s := states.Of(th)
	if known := s.classes[t]; known != nil {
		return known
	}
	if t.IsSubtype(torch.TensorType(th)) || t.Ref().Type().Name == "tensortype" { // torch.FloatTensor and its like
		return ir.Tensor
	}
	switch {
	case isNamedTuple(th, t):
		return namedTupleType(th, t)
	case isEnum(th, t):
		return enumType(th, t)
	}
	if attr(th, t.Ref(), "__torch_script_interface__") != object.Null {
		out, err := interfaceType(th, t)
		if err != nil {
			front.Check(err)
		}
		return out
	}
	return nil
}

func isNamedTuple(th *object.Thread, t *object.Type) bool {
	return t.IsSubtype(object.TupleType) && t != object.TupleType && !attr(th, t.Ref(), "_fields").IsNull()
}

func isEnum(th *object.Thread, t *object.Type) bool {
	return !attr(th, t.Ref(), "__members__").IsNull() && !attr(th, t.Ref(), "_member_map_").IsNull()
}

// qualifiedName is the name of a class or function in scripts: its module without __main__, and its own name.
func qualifiedName(th *object.Thread, v Value) string {
	module := attrText(th, v, "__module__")
	name := attrText(th, v, "__name__")
	if name == "<lambda>" {
		name = "_lambda"
	}
	switch {
	case module == "__main__" || module == "":
		return "__torch__." + name
	case module == "builtins":
		return "__torch__.builtins." + name
	}
	return "__torch__." + strings.TrimPrefix(module, "__main__.") + "." + name
}

func namedTupleType(th *object.Thread, t *object.Type) *ir.Type {
	fields, _ := object.AsTuple(attr(th, t.Ref(), "_fields"))
	hints, _ := annotations(th, t.Ref())
	for _, base := range t.MRO { // whose fields a class may take from another one
		if hints == nil || hints.Len() == 0 {
			hints, _ = annotations(th, base.Ref())
		}
	}
	defaults, _ := object.AsDict(attr(th, t.Ref(), "_field_defaults"))
	var names []string
	var elem []*ir.Type
	var defs []ir.Constant
	for _, f := range fields.Items {
		name, _ := object.Text(f)
		names = append(names, name)
		et := ir.Tensor
		if hints != nil {
			if h, ok := hints.Lookup(name); ok {
				if x := typeOrText(th, h, t); x != nil {
					et = x
				}
			}
		}
		elem = append(elem, et)
		if defaults != nil {
			if d, ok := defaults.Lookup(name); ok {
				if c, ok := constantOf(th, d); ok {
					defs = append(defs, c)
				}
			}
		}
	}
	s := states.Of(th)
	out := ir.NamedTupleOf(qualifiedName(th, t.Ref()), names, elem, defs)
	s.classes[t] = out
	s.tuples[tupleKey(out)] = t
	return out
}

// tupleKey stands for the class of named tuples of a type: other classes may have the same name.
func tupleKey(t *ir.Type) string { return t.Name + " " + strings.Join(t.Fields, " ") }

// typeOrText is typeOf for annotations that may be text.
func typeOrText(th *object.Thread, v Value, home *object.Type) *ir.Type {
	if s, ok := object.AsStr(v); ok {
		p, err := parseText(th, "<annotation>", s.S+"\n")
		if err != nil {
			return nil
		}
		return typeOfText(th, p, homeGlobals(th, home))
	}
	return typeOf(th, v)
}

// annotations is __annotations__ of a class or function.
func annotations(th *object.Thread, v Value) (*object.Dict, error) {
	a, err := object.GetAttr(th, v, "__annotations__")
	if err != nil {
		return nil, err
	}
	d, _ := object.AsDict(a)
	return d, nil
}

func enumType(th *object.Thread, t *object.Type) *ir.Type {
	members, _ := object.AsDict(attr(th, t.Ref(), "_member_map_"))
	var list []ir.Enumerator
	var vt *ir.Type
	for i, k := range members.Keys() {
		name, _ := object.Text(k)
		c, ok := constantOf(th, attr(th, members.Values()[i], "value"))
		if !ok {
			return nil
		}
		list = append(list, ir.Enumerator{Name: name, Value: c})
		switch c.V.(type) {
		case int64, float64, string:
		default:
			front.Check(object.RuntimeErrorf("Cannot create Enum with value type '%s', only int, float and string are supported", c.TypeOf().Repr()))
		}
		if vt == nil {
			vt = c.TypeOf()
		} else if u := ir.Unify(vt, c.TypeOf(), false); u != nil {
			vt = u
		} else {
			front.Check(object.RuntimeErrorf("Could not unify type list since element %d of type %s did not match the types before it (%s)", i, c.TypeOf().Repr(), vt.Repr()))
		}
	}
	if vt == nil {
		return nil
	}
	s := states.Of(th)
	out := ir.NewEnum(s.unique(qualifiedName(th, t.Ref())), vt, list)
	out.Class.Source = t
	s.classes[t] = out
	return out
}

// scalarNumbers are the numbers of dtypes in graphs.
var scalarNumbers = func() map[tensor.DType]int64 {
	out := map[tensor.DType]int64{}
	for _, d := range append(tensor.AllDTypes(), tensor.QInt8, tensor.QUInt8, tensor.QInt32, tensor.QUInt4x2, tensor.QUInt2x4, tensor.Bits8, tensor.Bits16, tensor.Float4E2M1FNx2) {
		if n, ok := ir.ScalarNumber(d.ScalarName()); ok {
			out[d] = n
		}
	}
	return out
}()

func dtypeOfNumber(n int64) (tensor.DType, bool) {
	for d, k := range scalarNumbers {
		if k == n {
			return d, true
		}
	}
	return tensor.Undefined, false
}

// memoryFormats are the numbers of memory formats.
var memoryFormats = []tensor.MemoryFormat{tensor.ContiguousFormat, tensor.PreserveFormat, tensor.ChannelsLast, tensor.ChannelsLast3d}

// constantOf is a Python value as a constant of a graph.
func constantOf(th *object.Thread, v Value) (ir.Constant, bool) {
	switch {
	case v.IsNull():
		return ir.Constant{}, false
	case v.IsNone():
		return ir.Constant{}, true
	case v.IsBool():
		return ir.Constant{V: v == object.True}, true
	case v.IsSmallInt():
		return ir.Constant{V: v.SmallInt()}, true
	case v.IsExactFloat():
		return ir.Constant{V: v.ExactFloat()}, true
	}
	if s, ok := object.AsStr(v); ok {
		return ir.Constant{V: s.S}, true
	}
	if c, ok := object.AsComplex(v); ok {
		return ir.Constant{V: c.V}, true
	}
	if t, ok := object.AsTuple(v); ok {
		list := make(ir.TupleConst, len(t.Items))
		for i, x := range t.Items {
			c, ok := constantOf(th, x)
			if !ok {
				return c, false
			}
			list[i] = c
		}
		return ir.Constant{V: list}, true
	}
	if l, ok := object.AsList(v); ok {
		list := make([]ir.Constant, len(l.Items))
		for i, x := range l.Items {
			c, ok := constantOf(th, x)
			if !ok {
				return c, false
			}
			list[i] = c
		}
		return ir.Constant{V: list}, true
	}
	if n, ok := object.AsNative(v); ok {
		switch x := n.V.(type) {
		case tensor.DType:
			k, ok := scalarNumbers[x]
			return ir.Constant{V: k}, ok
		case tensor.Device:
			return ir.Constant{V: ir.DeviceName(x.String())}, true
		case tensor.Layout:
			return ir.Constant{V: int64(0)}, true
		case tensor.MemoryFormat:
			for i, f := range memoryFormats {
				if f == x {
					return ir.Constant{V: int64(i)}, true
				}
			}
		case *tensor.Tensor:
			return ir.Constant{V: tensorConst{t: x}}, !isQuantized(v)
		case *tensor.Generator:
			return ir.Constant{V: generatorConst{x}}, true
		}
	}
	if isEnum(th, v.Type()) {
		if t := classType(th, v.Type()); t != nil {
			return ir.Constant{V: ir.EnumConst{Type: t, Name: attrText(th, v, "name")}}, true
		}
	}
	if v.IsInt() {
		i, ok := v.AsInt()
		return ir.Constant{V: i}, ok
	}
	if k, ok := schemeNumber(v); ok {
		return ir.Constant{V: k}, true
	}
	return ir.Constant{}, false
}

// isQuantized says whether a tensor is a quantised one, which has no memory of its own.
func isQuantized(v Value) bool {
	d := object.InstanceDict(v)
	if d == nil {
		return false
	}
	_, ok := d.Lookup("_quantizer")
	return ok
}

// schemeNumber is the number that scripts have for a kind of quantiser.
func schemeNumber(v Value) (int64, bool) {
	if v.Type().Name != "qscheme" {
		return 0, false
	}
	if d := object.InstanceDict(v); d != nil {
		if number, ok := d.Lookup("_number"); ok && number.IsSmallInt() {
			return number.SmallInt(), true
		}
	}
	return 0, false
}
