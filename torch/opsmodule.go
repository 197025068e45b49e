package torch

import (
	"regexp"
	"strings"

	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

var packetType, schemaType *object.Type

// buildOps is torch.ops: torch.ops.<namespace>.<operator>[.<overload>].
func buildOps(th *object.Thread) *object.Module {
	m := object.NewModule("torch.ops")
	m.Set("__path__", object.NewList().Ref())
	m.Set("load_library", object.NewFunc("load_library", refuseLibrary).Ref())
	m.Set("loaded_libraries", object.NewSet().Ref())
	m.Lazy = func(th *object.Thread, name *object.Str) (Value, error) {
		if strings.HasPrefix(name.S, "__") {
			return object.Null, nil
		}
		if name.S == "higher_order" {
			space, err := higherOrderNamespace(th)
			if err == nil {
				m.Set(name.S, space)
			}
			return space, err
		}
		space := opNamespace(name.S)
		m.Set(name.S, space)
		if home := operatorsInPython[name.S]; home != "" {
			if _, err := interp.ImportModule(th, home); err != nil {
				return object.Null, err
			}
		}
		return space, nil
	}
	return m
}

// questionsOf are the operators by namespace that torch._tensor_questions defines.
var questionsOf = map[string]map[string]bool{
	"aten": {"size": true, "stride": true, "dim": true, "numel": true, "storage_offset": true, "element_size": true, "is_complex": true, "is_floating_point": true,
		"is_contiguous": true, "is_strides_like_format": true, "is_non_overlapping_and_dense": true, "_foobar": true},
	"prim": {"layout": true, "device": true},
}

// operatorsInPython are the modules that define the operators of a namespace.
var operatorsInPython = map[string]string{"quantized": "torch._quantized.operators", "prims": "torch._prims"}

// refuseLibrary is torch.ops.load_library(path): a shared library holds machine code against PyTorch's C++ interface, which is not here, so that every file is
// refused as PyTorch refuses one that does not load.
func refuseLibrary(th *object.Thread, args, kwNames []Value) (Value, error) {
	if len(args) != 1 {
		return object.Null, object.TypeErrorf("_Ops.load_library() takes exactly one argument: path")
	}
	path, err := object.StrOf(th, args[0])
	if err != nil {
		return object.Null, err
	}
	return object.Null, object.Raisef(object.OSError, "Could not load this library: %s", path)
}

// higherOrderNamespace is torch.ops.higher_order, whose operators are written in Python.
func higherOrderNamespace(th *object.Thread) (Value, error) {
	home, err := interp.ImportModule(th, "torch._higher_order_ops._run")
	if err != nil {
		return object.Null, err
	}
	m := object.NewModule("torch.ops.higher_order")
	m.Lazy = func(th *object.Thread, name *object.Str) (Value, error) {
		v, err := object.LookupAttr(th, home, name)
		if err == nil && !v.IsNull() {
			if said, absent := object.GetAttr(th, v, "_name"); absent == nil && said.Type() == object.StrType {
				return v, nil
			}
		}
		if err == nil {
			err = object.AttributeErrorf(m.Ref(), name, "'_HigherOrderNamespace' 'torch.ops.higher_order' object has no attribute '%s'", name.S)
		}
		return object.Null, err
	}
	return m.Ref(), nil
}

func opNamespace(name string) Value {
	m := object.NewModule("torch.ops." + name)
	m.Lazy = func(th *object.Thread, attr *object.Str) (Value, error) {
		if attr.S == "__origin__" || attr.S == "__self__" {
			return object.Null, object.AttributeErrorf(m.Ref(), attr, "Invalid attribute '%s' for '_OpNamespace' '%s'", attr.S, name)
		}
		if attr.S == "name" {
			return object.NewStr(name), nil
		}
		if strings.HasPrefix(attr.S, "__") && !ops.IsOperatorForm(attr.S) {
			return object.Null, nil
		}
		if v := packetNamed(th, name, attr.S); !v.IsNull() {
			return v, nil
		}
		if f := graphFunctions["torch.ops."+name+"."+attr.S]; f != nil {
			return f(th), nil
		}
		if home := questionsOf[name]; home[attr.S] {
			if _, err := interp.ImportModule(th, "torch._tensor_questions"); err != nil {
				return object.Null, err
			}
			if v := packetNamed(th, name, attr.S); !v.IsNull() {
				return v, nil
			}
		}
		if name == "aten" && absentOperator(attr.S) {
			return absent(th, "torch.ops.aten."+attr.S)
		}
		return object.Null, object.AttributeErrorf(m.Ref(), attr, "'_OpNamespace' '%s' object has no attribute '%s'", name, attr.S)
	}
	return m.Ref()
}

// graphFunctions are functions of torch.ops that graphs call and that are no operators of the table, by their paths.
var graphFunctions = map[string]func(*object.Thread) Value{}

// RegisterGraphFunction makes one of them.
func RegisterGraphFunction(path string, f func(*object.Thread) Value) {
	graphFunctions[path] = f // start: by Register
}

// atenPacket collects every overload of a name, whether or not torch shows it; those of another operator for a further
// name of it.
func atenPacket(name string) *ops.Packet {
	p := packetOfOps(name, name)
	if p == nil && absentOperator(name) {
		p = packetOfOps(name, ops.Aliased(name))
	}
	return p
}

func packetOfOps(name, operator string) *ops.Packet {
	if list := ops.Further(name); list != nil {
		return &ops.Packet{Name: name, PyName: "torch.ops.aten." + name, Ops: list}
	}
	var p *ops.Packet
	for _, op := range ops.Table() {
		if op.Name != operator || op.OnlyScripts() && !op.IsWhole() {
			continue
		}
		if p == nil {
			p = &ops.Packet{Name: name, PyName: "torch.ops.aten." + name}
		}
		p.Ops = append(p.Ops, op)
	}
	return p
}

// OverloadPacket is the object of torch.ops.<namespace>.<operator>.
type OverloadPacket struct {
	Namespace, Name string
	Packet          *ops.Packet
}

// packetNamed is the object of an operator; absent if there is none of that name. There is one for each, until a script defines further overloads.
func packetNamed(th *object.Thread, space, name string) Value {
	p := Context(th).DefinedPacket(space + "::" + name)
	known := objectsOf.Of(th).named
	if v, ok := known[space+"::"+name]; ok && (p == nil || packetOf(th, v).Packet == p) {
		return v
	}
	if p == nil && space == "aten" {
		p = atenPacket(name)
	}
	if p == nil {
		return object.Null
	}
	v := taggedFunction(th, packetClass(), name, p, &OverloadPacket{space, name, p})
	known[space+"::"+name] = v
	return v
}

func packetClass() *object.Type {
	if packetType == nil {
		of := packetOf
		spec := object.Spec{Getset: []object.GetsetDef{
			getter("__name__", func(th *object.Thread, v Value) Value { return object.NewStr(of(th, v).Name) }),
			getter("op", func(th *object.Thread, v Value) Value { return v }), getter("_op", func(th *object.Thread, v Value) Value { return v }),
			getter("_qualified_op_name", func(th *object.Thread, v Value) Value {
				return object.NewStr(of(th, v).Namespace + "::" + of(th, v).Name)
			}),
		}, Methods: []object.Method{{Name: "overloads", NoArgs: func(th *object.Thread, v Value) (Value, error) {
			var names []string
			for _, op := range of(th, v).Packet.Ops {
				names = append(names, overloadName(op))
			}
			return object.StrList(names), nil
		}}}}
		spec.Str = func(th *object.Thread, v Value) (Value, error) {
			return object.NewStr(of(th, v).Namespace + "." + of(th, v).Name), nil
		}
		spec.Repr = func(th *object.Thread, v Value) (Value, error) {
			return object.NewStr("<OpOverloadPacket(op='" + of(th, v).Namespace + "." + of(th, v).Name + "')>"), nil
		}
		spec.GetAttr = func(th *object.Thread, v Value, attr *object.Str) (Value, error) {
			for _, op := range of(th, v).Packet.Ops {
				if overloadName(op) == attr.S {
					return overloadObject(th, of(th, v).Namespace, of(th, v).Name, op), nil
				}
			}
			found, err := object.GenericGetAttr(th, v, attr)
			if err != nil && !strings.HasPrefix(attr.S, "__") && object.ErrorIs(err, object.AttributeError) {
				return object.Null, object.Raisef(object.AttributeError, "The underlying op of '%s.%s' has no overload name '%s'", of(th, v).Namespace, of(th, v).Name, attr.S)
			}
			return found, err
		}
		packetType = object.NewType("OpOverloadPacket", "torch._ops", object.BuiltinFunctionType, spec) // shared: see shareTypes
	}
	return packetType
}

// taggedFunction is a builtin function of a type of its own; the tracer knows it by its Tag like any other operator.
func taggedFunction(th *object.Thread, t *object.Type, name string, p *ops.Packet, what any) Value {
	var b *object.Builtin
	call := func(th *object.Thread, args, kwNames []Value) (Value, error) {
		if len(p.Ops) == 1 {
			if err := checkCall(th, p.Ops[0], args, kwNames, false); err != nil {
				return object.Null, err
			}
		}
		v, err := callOperator(th, p, args, kwNames, false)
		if err != nil {
			if tracing != nil && len(kwNames) == 0 {
				if v, ok, err := tracing.Plain(th, p.Name, args); ok {
					return v, err
				}
			}
			return object.Null, dispatcherError(th, p, err, args, kwNames)
		}
		return plainResult(p, v), nil
	}
	b = object.NewFunc(name, overridable(func() Value { return b.Ref() }, call))
	b.Header.SetType(t)
	space, _, _ := strings.Cut(strings.TrimPrefix(p.PyName, "torch.ops."), ".")
	b.Module = "torch._ops." + space
	b.Tag = p
	objectsOf.Of(th).described[p] = what
	return b.Ref()
}

// dispatcherError is the error of a call that no overload takes as the dispatcher raises it: a RuntimeError.
func dispatcherError(th *object.Thread, p *ops.Packet, err error, args, kwNames []Value) error {
	if e, ok := err.(*object.Exception); ok && e.Matches(object.TypeError) && len(e.Args.Items) == 1 {
		text, _ := object.Text(e.Args.Items[0])
		switch {
		case !strings.HasPrefix(text, p.Name+"()") && !strings.HasPrefix(text, "expected Tensor as element"):
		case len(p.Ops) > 1:
			return noOverload(th, p, args, kwNames)
		default:
			if why := checkCall(th, p.Ops[0], args, kwNames, true); why != nil {
				return why
			}
			return object.RuntimeErrorf("%s", text)
		}
	}
	return err
}

// plainResult is a result as functions of torch.ops give it: tensors of a list in a list, and those with names in a plain tuple.
func plainResult(p *ops.Packet, v Value) Value {
	items, ok := object.AsTuple(v)
	if !ok {
		return v
	}
	returns := p.Ops[0].Schema().Returns
	if len(returns) == 1 && returns[0].Type.List {
		return object.NewList(items.Items...).Ref()
	}
	if len(returns) == len(items.Items) {
		for i, r := range returns {
			if inner, ok := object.AsTuple(items.Items[i]); ok && r.Type.List {
				items = object.NewTuple(items.Items...)
				items.Items[i], v = object.NewList(inner.Items...).Ref(), items.Ref()
			}
		}
	}
	if v.Type() != object.TupleType {
		return object.NewTuple(items.Items...).Ref()
	}
	return v
}

func tagOf(th *object.Thread, v Value) any {
	b, _ := object.AsBuiltin(v)
	p, _ := b.Tag.(*ops.Packet)
	return objectsOf.Of(th).described[p]
}

func packetOf(th *object.Thread, v Value) *OverloadPacket { return tagOf(th, v).(*OverloadPacket) }

func overloadOf(th *object.Thread, v Value) *Overload { return tagOf(th, v).(*Overload) }

// OpOfOverload is the operator of an overload object; ok is false for other values.
func OpOfOverload(th *object.Thread, v Value) (op *ops.Op, ok bool) {
	if v.Type() != overloadClass() {
		return nil, false
	}
	return overloadOf(th, v).Op, true
}

func overloadName(op *ops.Op) string {
	if op.Overload == "" {
		return "default"
	}
	return op.Overload
}

var overloadType *object.Type

// Overload is the object of torch.ops.<namespace>.<operator>.<overload>.
type Overload struct {
	Namespace, Name string
	Op              *ops.Op
	Packet          *ops.Packet // with this one overload
}

// String is the name that graphs print: "aten.relu.default".
func (o *Overload) String() string { return o.Namespace + "." + o.Name + "." + overloadName(o.Op) }

// OverloadOf is the object of an operator's overload, and the path that scripts name it by: torch.ops.aten.add.Tensor.
func OverloadOf(th *object.Thread, op *ops.Op) (v Value, path string) {
	space, name, custom := strings.Cut(op.Name, "::")
	if !custom {
		space, name = "aten", op.Name
	}
	return overloadObject(th, space, name, op), "torch.ops." + space + "." + name + "." + overloadName(op)
}

func overloadObject(th *object.Thread, space, name string, op *ops.Op) Value {
	if v, ok := objectsOf.Of(th).overloads[op]; ok {
		return v
	}
	packet := &ops.Packet{Name: name, PyName: "torch.ops." + space + "." + name + "." + overloadName(op), Ops: []*ops.Op{op}}
	v := taggedFunction(th, overloadClass(), name+"."+overloadName(op), packet, &Overload{space, name, op, packet})
	objectsOf.Of(th).overloads[op] = v
	return v
}

func packetOfOverload(th *object.Thread, v Value) Value {
	o := overloadOf(th, v)
	return packetNamed(th, o.Namespace, o.Name)
}

func overloadClass() *object.Type {
	of := overloadOf
	if overloadType == nil {
		qualified := func(th *object.Thread, v Value) Value {
			o := of(th, v)
			text := o.Namespace + "::" + o.Name
			if o.Op.Overload != "" {
				text += "." + o.Op.Overload
			}
			return object.NewStr(text)
		}
		spec := object.Spec{Getset: []object.GetsetDef{
			getter("__qualname__", qualified), getter("_name", qualified),
			getter("__name__", func(th *object.Thread, v Value) Value {
				return object.NewStr(of(th, v).Name + "." + overloadName(of(th, v).Op))
			}),
			getter("_schema", func(th *object.Thread, v Value) Value { return schemaObject(of(th, v)) }),
			getter("namespace", func(th *object.Thread, v Value) Value { return object.NewStr(of(th, v).Namespace) }),
			getter("_overloadname", func(th *object.Thread, v Value) Value { return object.NewStr(overloadName(of(th, v).Op)) }),
			getter("py_kernels", func(*object.Thread, Value) Value { return object.NewDict().Ref() }), // operators of PyTorch have none in Python
			getter("overloadpacket", packetOfOverload), getter("_overloadpacket", packetOfOverload),
		}, Methods: []object.Method{{Name: "name", NoArgs: func(th *object.Thread, v Value) (Value, error) {
			return qualified(th, v), nil
		}}, {Name: "_can_decompose", NoArgs: func(th *object.Thread, v Value) (Value, error) {
			return object.Bool(compositeOverload(of(th, v).Op)), nil
		}}, {Name: "_preservable", NoArgs: func(th *object.Thread, v Value) (Value, error) {
			return object.Bool(of(th, v).Op.Preservable() && !of(th, v).Op.IsWhole()), nil
		}}}}
		overloadParts(&spec)
		spec.Str = func(th *object.Thread, v Value) (Value, error) { return object.NewStr(of(th, v).String()), nil }
		spec.Repr = func(th *object.Thread, v Value) (Value, error) {
			o := of(th, v)
			return object.NewStr("<OpOverload(op='" + o.Namespace + "." + o.Name + "', overload='" + overloadName(o.Op) + "')>"), nil
		}
		overloadType = object.NewType("OpOverload", "torch._ops", object.BuiltinFunctionType, spec) // shared: see shareTypes
	}
	return overloadType
}

func schemaObject(o *Overload) Value {
	text := o.Op.SchemaText()
	if !strings.Contains(text, "::") {
		text = o.Namespace + "::" + text
	}
	return object.NewNative(schemaClass(), schema{wholeDefaults.ReplaceAllString(text, "=$1."), o})
}

// wholeDefaults are defaults that are whole floats, which schemas print without the digit behind the dot.
var wholeDefaults = regexp.MustCompile(`=(-?[0-9]+)\.0\b`)

// schema is what scripts see of the schema of an overload.
type schema struct {
	text string
	of   *Overload
}

func schemaClass() *object.Type {
	if schemaType == nil {
		spec := object.Spec{Layout: object.LayoutNative, NoNew: true, Getset: []object.GetsetDef{
			getter("name", func(th *object.Thread, v Value) Value {
				o := payload[schema](v).of
				return object.NewStr(o.Namespace + "::" + o.Name)
			}),
			getter("overload_name", func(th *object.Thread, v Value) Value {
				name := overloadName(payload[schema](v).of.Op)
				if name == "default" {
					name = ""
				}
				return object.NewStr(name)
			}),
			getter("is_mutable", func(th *object.Thread, v Value) Value { return object.Bool(payload[schema](v).of.Op.Mutates()) }),
			getter("arguments", func(th *object.Thread, v Value) Value {
				list := object.NewList()
				for _, p := range payload[schema](v).of.Op.Schema().Params {
					list.Items = append(list.Items, object.NewNative(argumentClass(), p))
				}
				return list.Ref()
			}),
			getter("returns", func(th *object.Thread, v Value) Value {
				list := object.NewList()
				for _, r := range payload[schema](v).of.Op.Schema().Returns {
					list.Items = append(list.Items, object.NewNative(argumentClass(), ops.Param{Name: r.Name, Type: r.Type, Alias: r.Alias}))
				}
				return list.Ref()
			}),
		}}
		textSlots(&spec, func(th *object.Thread, v Value) string { return payload[schema](v).text })
		schemaType = object.NewExtensionType("FunctionSchema", "torch._C", nil, spec) // shared: see shareTypes
	}
	return schemaType
}

var argumentType *object.Type

// argumentClass is torch._C.Argument: a parameter of a schema.
func argumentClass() *object.Type {
	if argumentType == nil {
		argumentType = object.NewExtensionType("Argument", "torch._C", nil, object.Spec{Layout: object.LayoutNative, NoNew: true, Getset: []object.GetsetDef{ // shared: see shareTypes
			getter("name", func(th *object.Thread, v Value) Value { return object.NewStr(payload[ops.Param](v).Name) }),
			{Name: "type", Get: func(th *object.Thread, v Value) (Value, error) {
				return callPython(th, "torch._library.utils", "jit_type", object.NewStr(payload[ops.Param](v).Type.Script()))
			}},
			{Name: "alias_info", Get: func(th *object.Thread, v Value) (Value, error) {
				alias := payload[ops.Param](v).Alias
				if alias == "" {
					return object.None, nil
				}
				return callPython(th, "torch._library.utils", "AliasInfo", object.NewStr(strings.TrimSuffix(alias, "!")), object.Bool(strings.HasSuffix(alias, "!")))
			}},
			getter("is_write", func(th *object.Thread, v Value) Value {
				return object.Bool(strings.HasSuffix(payload[ops.Param](v).Alias, "!"))
			}),
			getter("kwarg_only", func(th *object.Thread, v Value) Value { return object.Bool(payload[ops.Param](v).KwOnly) }),
			getter("is_out", func(th *object.Thread, v Value) Value {
				p := payload[ops.Param](v)
				return object.Bool(p.KwOnly && strings.HasSuffix(p.Alias, "!"))
			}),
			getter("default_value", func(th *object.Thread, v Value) Value { return FromOps(th, payload[ops.Param](v).Default) }),
			{Name: "has_default_value", Get: func(th *object.Thread, v Value) (Value, error) {
				has := payload[ops.Param](v).HasDef
				return object.NewFuncValue("has_default_value", func(*object.Thread, []Value, []Value) (Value, error) { return object.Bool(has), nil }), nil
			}},
		}})
	}
	return argumentType
}

// defineOperator is torch._C._define_op(namespace, name, overload, schema, table): table holds the Python functions "eager", "fake" and
// "backward" and may be filled later.
func defineOperator(th *object.Thread, args, kwNames []Value) (Value, error) {
	a, err := object.Args("_define_op", args, kwNames, "namespace", "name", "schema", "table", "|", "tags")
	if err != nil {
		return object.Null, err
	}
	space, _ := object.Text(a[0])
	name, _ := object.Text(a[1])
	schema, _ := object.Text(a[2])
	table, ok := object.AsDict(a[3])
	if !ok {
		return object.Null, object.TypeErrorf("_define_op() expects a dict of functions")
	}
	if full := schema[:strings.IndexByte(schema, '(')]; Context(th).Defined(full) != nil {
		return object.Null, object.RuntimeErrorf("Tried to register an operator (%s) with the same name and overload name multiple times.", schema)
	}
	function := func(key string) Value {
		v, _ := table.GetStr(object.Intern(key))
		return v
	}
	var op *ops.Op
	call := func(f Value, list []ops.Value) ([]ops.Value, error) {
		var positional []Value
		var keywords []object.Kw
		for i, p := range op.Schema().Params {
			v := FromOps(th, list[i])
			if items, ok := object.AsTuple(v); ok && p.Type.List {
				v = object.NewList(items.Items...).Ref()
			}
			if p.KwOnly {
				keywords = append(keywords, object.Kw{Name: p.Name, V: v})
			} else {
				positional = append(positional, v)
			}
		}
		r, err := object.CallKw(th, f, positional, keywords...)
		if err != nil {
			return nil, err
		}
		if r.IsNone() {
			return nil, nil
		}
		v, err := ToOps(th, r)
		if err != nil {
			return nil, err
		}
		if many, ok := v.([]ops.Value); ok && strings.Contains(schema[strings.LastIndex(schema, "->"):], "(") {
			return many, nil
		}
		return []ops.Value{v}, nil
	}
	op, err = Context(th).Define(ops.Custom{
		Schema: schema,
		Eager: func(list []ops.Value) ([]ops.Value, error) {
			f := function("eager")
			if f.IsNull() {
				return nil, object.NotImplementedErrorf("%s::%s: no kernel is registered for the CPU", space, name)
			}
			t := interp.ThreadOf(th.Running())
			hook := t.FrameHook
			t.FrameHook = nil // what a kernel calls is not compiled
			out, err := call(f, list)
			t.FrameHook = hook
			return out, err
		},
		Meta: func(list []ops.Value) ([]ops.Value, error) {
			f := function("fake")
			if f.IsNull() && len(op.Schema().Returns) == 0 {
				return nil, nil // it only mutates: there is nothing to describe
			}
			if f.IsNull() {
				return nil, &ops.Error{Kind: "RuntimeError", Msg: "There was no fake impl registered for " + space + "." + name + ".default. This is necessary for torch.compile/export/fx tracing to work. Please use `torch.library.register_fake` to add an fake impl."}
			}
			out, err := call(f, list)
			if e, ok := err.(*object.Exception); ok && e.Type() == object.RuntimeError && len(e.Args.Items) == 1 {
				text, _ := object.Text(e.Args.Items[0]) // as of an operator that refuses its arguments
				return nil, &ops.Error{Kind: "RuntimeError", Msg: text}
			}
			if err != nil {
				return nil, err
			}
			return describedAll(out), nil
		},
	})
	if err != nil {
		return object.Null, object.RuntimeErrorf("%s", err.Error())
	}
	if !a[4].IsNull() {
		objectsOf.Of(th).tags[op] = a[4]
	}
	return overloadObject(th, space, name, op), nil
}

// describedAll are values with descriptions of their tensors in the place of these.
func describedAll(values []ops.Value) []ops.Value {
	for i, v := range values {
		switch v := v.(type) {
		case *tensor.Tensor:
			values[i] = ops.FakeOf(v)
		case []ops.Value:
			values[i] = describedAll(v)
		}
	}
	return values
}

// fakesAmong are the descriptions of tensors among results, in lists too.
func fakesAmong(out []ops.Value) (fakes []*ops.Fake) {
	for _, v := range out {
		switch v := v.(type) {
		case *ops.Fake:
			fakes = append(fakes, v)
		case *tensor.Tensor:
			fakes = append(fakes, ops.FakeOf(v))
		case []ops.Value:
			fakes = append(fakes, fakesAmong(v)...)
		}
	}
	return fakes
}

// undefineOperator is torch._C._undefine_op(overload): it takes back _define_op.
func undefineOperator(th *object.Thread, args, kwNames []Value) (Value, error) {
	o, ok := tagOf(th, args[0]).(*Overload)
	if !ok {
		return object.Null, object.TypeErrorf("_undefine_op() expects an operator overload")
	}
	Context(th).Undefine(o.Op)
	delete(objectsOf.Of(th).named, o.Namespace+"::"+o.Name)
	delete(objectsOf.Of(th).overloads, o.Op)
	return object.None, nil
}

// opParameters lists the parameters of an overload: name, and whether it is written to.
func opParameters(th *object.Thread, args, kw []Value) (Value, error) {
	o, ok := tagOf(th, args[0]).(*Overload)
	if !ok {
		return object.Null, object.TypeErrorf("_op_parameters() expects an operator overload")
	}
	var items []Value
	for _, p := range o.Op.Schema().Params {
		items = append(items, object.NewTuple(object.NewStr(p.Name), object.Bool(p.Mutable())).Ref())
	}
	return object.NewTuple(items...).Ref(), nil
}

// CallFake runs the meta of an overload on a tuple and a dict of arguments, of which none need have data; env knows their symbolic sizes.
func CallFake(th *object.Thread, env ops.Env, overload, args, kwargs Value) ([]ops.Value, error) {
	o, ok := tagOf(th, overload).(*Overload)
	if !ok {
		return nil, object.TypeErrorf("an operator overload is needed, not %s", overload.Type().Name)
	}
	call, _ := sequence(th, args)
	call = object.Keep(call)
	var names []Value
	if d, ok := object.AsDict(kwargs); ok {
		_ = d.Each(th, func(th *object.Thread, k, v Value) error {
			call, names = append(call, v), append(names, k)
			return nil
		})
	}
	list, kws, err := opsArguments(th, call, names)
	if err != nil {
		return nil, err
	}
	op, bound, err := o.Packet.Bind(list, kws)
	if err != nil {
		return nil, raise(err)
	}
	out, err := Context(th).CallFake(env, op, bound)
	if err != nil {
		return nil, raise(err)
	}
	return out, nil
}

// describeFake runs an overload's meta on a tuple and a dict of arguments and gives (sizes, strides, dtype) of each result.
func describeFake(th *object.Thread, args, kw []Value) (Value, error) {
	out, err := CallFake(th, nil, args[0], args[1], args[2])
	if err != nil {
		return object.Null, err
	}
	var items []Value
	for _, f := range fakesAmong(out) {
		strides := make([]Value, len(f.Strides))
		for i, s := range f.Strides {
			strides[i] = FromOps(th, s)
		}
		items = append(items, object.NewTuple(fakeSizes(th, f), object.NewTuple(strides...).Ref(), DTypeObject(f.DType)).Ref())
	}
	return object.NewTuple(items...).Ref(), nil
}
