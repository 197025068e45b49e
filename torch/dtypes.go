package torch

import (
	"math"
	"math/big"
	"strings"

	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

func payload[T any](v Value) T {
	n, _ := object.AsNative(v)
	p, _ := n.V.(T)
	return p
}

func getter(name string, f func(th *object.Thread, self Value) Value) object.GetsetDef {
	return object.GetsetDef{Name: name, Get: func(th *object.Thread, self Value) (Value, error) { return f(th, self), nil }}
}

func textSlots(spec *object.Spec, text func(th *object.Thread, self Value) string) {
	spec.Repr = func(th *object.Thread, self Value) (Value, error) { return object.NewStr(text(th, self)), nil }
}

var (
	dtypeType    *object.Type
	dtypeObjects = map[tensor.DType]Value{}
)

// DTypeType is torch.dtype.
func DTypeType() *object.Type {
	if dtypeType == nil {
		spec := object.Spec{Layout: object.LayoutNative, NoNew: true, Getset: []object.GetsetDef{
			getter("is_floating_point", func(th *object.Thread, v Value) Value { return object.Bool(payload[tensor.DType](v).IsFloat()) }),
			getter("is_complex", func(th *object.Thread, v Value) Value { return object.Bool(payload[tensor.DType](v).IsComplex()) }),
			getter("is_signed", func(th *object.Thread, v Value) Value { return object.Bool(payload[tensor.DType](v).IsSigned()) }),
			getter("__module__", func(*object.Thread, Value) Value { return object.NewStr("torch") }),
			getter("itemsize", func(th *object.Thread, v Value) Value { return object.Int(int64(payload[tensor.DType](v).Size())) }),
		}, Methods: []object.Method{
			{Name: "to_real", NoArgs: func(th *object.Thread, v Value) (Value, error) {
				return DTypeObject(payload[tensor.DType](v).ToReal()), nil
			}},
			{Name: "to_complex", NoArgs: func(th *object.Thread, v Value) (Value, error) {
				d := payload[tensor.DType](v)
				if !d.ToComplex().IsComplex() {
					return object.Null, object.RuntimeErrorf("Unknown Complex ScalarType for %s", d.ScalarName())
				}
				return DTypeObject(d.ToComplex()), nil
			}},
			{Name: "__reduce__", NoArgs: func(th *object.Thread, v Value) (Value, error) {
				return object.NewStr(payload[tensor.DType](v).Name()), nil
			}},
		}}
		textSlots(&spec, func(th *object.Thread, v Value) string { return payload[tensor.DType](v).String() })
		dtypeType = object.NewExtensionType("dtype", "torch", nil, spec) // shared: see shareTypes
	}
	return dtypeType
}

// DTypeObject is the one Python object of an element type.
func DTypeObject(d tensor.DType) Value {
	v, ok := dtypeObjects[d]
	if !ok {
		v = object.NewNative(DTypeType(), d)
		dtypeObjects[d] = v // shared: see shareTypes
	}
	return v
}

var deviceType *object.Type

// DeviceType is torch.device.
func DeviceType() *object.Type {
	if deviceType != nil {
		return deviceType
	}
	spec := object.Spec{Layout: object.LayoutNative, Getset: []object.GetsetDef{
		getter("type", func(th *object.Thread, v Value) Value { return object.NewStr(payload[tensor.Device](v).Type) }),
		getter("index", func(th *object.Thread, v Value) Value {
			if i := payload[tensor.Device](v).Index; i >= 0 {
				return object.Int(int64(i))
			}
			return object.None
		}),
	}}
	spec.Str = func(th *object.Thread, v Value) (Value, error) {
		return object.NewStr(payload[tensor.Device](v).String()), nil
	}
	spec.Repr = func(th *object.Thread, v Value) (Value, error) {
		d := payload[tensor.Device](v)
		text := "device(type='" + d.Type + "'"
		if d.Index >= 0 {
			text += ", index=" + object.FormatFloat(float64(d.Index))[:len(object.FormatFloat(float64(d.Index)))-2]
		}
		return object.NewStr(text + ")"), nil
	}
	spec.Hash = func(th *object.Thread, v Value) (int64, error) {
		return object.HashBytes([]byte(payload[tensor.Device](v).String())), nil
	}
	spec.Compare = func(th *object.Thread, a, b Value, op object.CompareOp) (Value, error) {
		x := payload[tensor.Device](a)
		n, ok := object.AsNative(b)
		if !ok {
			return object.NotImplemented, nil
		}
		y, ok := n.V.(tensor.Device)
		if !ok {
			return object.NotImplemented, nil
		}
		switch op {
		case object.Eq:
			return object.Bool(x == y), nil
		case object.Ne:
			return object.Bool(x != y), nil
		}
		return object.NotImplemented, nil
	}
	spec.New = func(th *object.Thread, cls *object.Type, args, kwNames []Value) (Value, error) {
		first := "type"
		if len(kwNames) > 0 {
			if name, _ := object.Text(kwNames[0]); name == "device" {
				first = name // what a device alone is called
			}
		}
		a, err := object.Args("device", args, kwNames, "|", first, "index")
		if err != nil {
			return object.Null, err
		}
		if a[0].IsNull() {
			return object.Null, noSuchDevice("", "")
		}
		if n, ok := object.AsNative(a[0]); ok {
			if d, ok := n.V.(tensor.Device); ok {
				return object.NewNative(cls, d), nil
			}
		}
		text, ok := object.Text(a[0])
		if !ok {
			if a[0].IsInt() && !a[0].IsBool() {
				return object.Null, errNoAccelerator()
			}
			kind := a[0].Type().ShortName()
			if a[1].IsNull() {
				return object.Null, noSuchDevice(kind, "      didn't match because some of the arguments have invalid types: (!"+kind+"!)\n")
			}
			return object.Null, object.TypeErrorf("device(): argument 'type' (position 1) must be str, not %s", kind)
		}
		d, err := parseDevice(text)
		if err != nil {
			return object.Null, err
		}
		if !a[1].IsNull() && !a[1].IsNone() {
			if d.Index >= 0 {
				return object.Null, object.RuntimeErrorf("type (string) must not include an index because index was passed explicitly: %s", text)
			}
			i, ok := a[1].AsInt()
			if !ok || a[1].IsBool() {
				return object.Null, object.TypeErrorf("device(): argument 'index' (position 2) must be int, not %s", a[1].Type().ShortName())
			}
			if i < 0 {
				return object.Null, object.RuntimeErrorf("Device index must not be negative")
			}
			d.Index = int(i)
		}
		return object.NewNative(cls, d), nil
	}
	spec.Methods = []object.Method{
		{Name: "__reduce__", NoArgs: func(th *object.Thread, v Value) (Value, error) {
			d := payload[tensor.Device](v)
			args := []Value{object.NewStr(d.Type)}
			if d.Index >= 0 {
				args = append(args, object.Int(int64(d.Index)))
			}
			return object.NewTuple(DeviceType().Ref(), object.NewTuple(args...).Ref()).Ref(), nil
		}},
		{Name: "__enter__", NoArgs: func(th *object.Thread, v Value) (Value, error) {
			return callPython(th, "torch.utils._device", "enter", v)
		}},
		{Name: "__exit__", Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
			return callPython(th, "torch.utils._device", "leave")
		}},
	}
	deviceType = object.NewExtensionType("device", "torch", nil, spec) // shared: see shareTypes
	return deviceType
}

// noSuchDevice refuses a call of torch.device whose arguments are of these types, and says why a device alone cannot be meant.
func noSuchDevice(got, why string) error {
	return object.TypeErrorf("device() received an invalid combination of arguments - got (%s), but expected one of:\n * (torch.device device)\n%s * (str type, int index = -1)\n", got, why)
}

// parseDevice reads a device; names of accelerators are allowed, tensors cannot be put on them.
func parseDevice(text string) (d tensor.Device, err error) {
	defer func() {
		switch e := recover().(type) {
		case nil:
		case *ops.Error:
			err = raise(e)
		default:
			panic(e)
		}
	}()
	return ops.ParseDevice(text), nil
}

var (
	layoutType    *object.Type
	layoutObjects = map[tensor.Layout]Value{}
)

func stridedObject(th *object.Thread) Value { return layoutObject(tensor.Strided) }

// layoutObject is the one Python object of a layout.
func layoutObject(l tensor.Layout) Value {
	if layoutType == nil {
		spec := object.Spec{Layout: object.LayoutNative, NoNew: true, Getset: []object.GetsetDef{
			getter("__module__", func(*object.Thread, Value) Value { return object.NewStr("torch") }),
		}, Methods: []object.Method{
			{Name: "__reduce__", NoArgs: func(th *object.Thread, v Value) (Value, error) {
				restore, err := importAttribute(th, "torch.serialization", "_get_layout")
				return object.NewTuple(restore, object.NewTuple(object.NewStr(payload[tensor.Layout](v).String())).Ref()).Ref(), err
			}},
		}}
		textSlots(&spec, func(_ *object.Thread, v Value) string { return payload[tensor.Layout](v).String() })
		layoutType = object.NewExtensionType("layout", "torch", nil, spec) // shared: see shareTypes
	}
	v, ok := layoutObjects[l]
	if !ok {
		v = object.NewNative(layoutType, l)
		layoutObjects[l] = v // shared: see shareTypes
	}
	return v
}

var (
	memoryFormatType    *object.Type
	memoryFormatObjects = map[tensor.MemoryFormat]Value{}
)

func memoryFormatObject(m tensor.MemoryFormat) Value {
	if memoryFormatType == nil {
		spec := object.Spec{Layout: object.LayoutNative, NoNew: true, Methods: []object.Method{
			{Name: "__reduce__", NoArgs: func(th *object.Thread, v Value) (Value, error) {
				return object.NewStr(strings.TrimPrefix(payload[tensor.MemoryFormat](v).String(), "torch.")), nil
			}},
		}, Getset: []object.GetsetDef{
			getter("__module__", func(*object.Thread, Value) Value { return object.NewStr("torch") }),
		}}
		textSlots(&spec, func(th *object.Thread, v Value) string { return payload[tensor.MemoryFormat](v).String() })
		memoryFormatType = object.NewExtensionType("memory_format", "torch", nil, spec) // shared: see shareTypes
	}
	v, ok := memoryFormatObjects[m]
	if !ok {
		v = object.NewNative(memoryFormatType, m)
		memoryFormatObjects[m] = v // shared: see shareTypes
	}
	return v
}

var (
	generatorType *object.Type
)

// generatorObject is the Python object of a generator.
func generatorObject(th *object.Thread, g *tensor.Generator) Value {
	if g != Context(th).Generator {
		return object.NewNative(GeneratorType(), g)
	}
	o := objectsOf.Of(th)
	if o.generator.IsNull() || payload[*tensor.Generator](o.generator) != g {
		o.generator = object.NewNative(GeneratorType(), g)
	}
	return o.generator
}

// GeneratorType is torch.Generator.
func GeneratorType() *object.Type {
	if generatorType != nil {
		return generatorType
	}
	gen := func(v Value) *tensor.Generator { return payload[*tensor.Generator](v) }
	spec := object.Spec{Layout: object.LayoutNative, HasDict: false, Getset: []object.GetsetDef{
		getter("device", func(th *object.Thread, _ Value) Value { return FromOps(th, tensor.CPU) }),
	}, Methods: []object.Method{
		{Name: "manual_seed", OneArg: func(th *object.Thread, self, seed Value) (Value, error) {
			if !seed.IsInt() {
				return object.Null, object.RuntimeErrorf("manual_seed expected a long, but got %s", seed.Type().ShortName())
			}
			s, err := toSeed(th, seed)
			if err != nil {
				return object.Null, err
			}
			gen(self).ManualSeed(s)
			return self, nil
		}},
		{Name: "seed", NoArgs: func(th *object.Thread, self Value) (Value, error) {
			return FromOps(th, gen(self).SeedFrom(interp.MachineOf(th).Seeds())), nil
		}},
		{Name: "initial_seed", NoArgs: func(th *object.Thread, self Value) (Value, error) { return FromOps(th, gen(self).InitialSeed()), nil }},
		{Name: "get_state", NoArgs: func(th *object.Thread, self Value) (Value, error) { return Wrap(th, stateTensor(gen(self))), nil }},
		{Name: "set_state", OneArg: func(th *object.Thread, self, state Value) (Value, error) {
			if err := setState(gen(self), state); err != nil {
				return object.Null, err
			}
			return self, nil
		}},
		{Name: "get_offset", NoArgs: func(*object.Thread, Value) (Value, error) { return object.Null, errNoOffset() }},
		{Name: "set_offset", OneArg: func(*object.Thread, Value, Value) (Value, error) { return object.Null, errNoOffset() }},
		{Name: "graphsafe_get_state", NoArgs: func(*object.Thread, Value) (Value, error) {
			return object.Null, object.Raisef(object.NotImplementedError, "graphsafe_get_state is not supported in this Generator")
		}},
		{Name: "graphsafe_set_state", OneArg: func(*object.Thread, Value, Value) (Value, error) {
			return object.Null, object.Raisef(object.NotImplementedError, "graphsafe_set_state is not supported in this Generator")
		}},
		{Name: "clone_state", NoArgs: func(th *object.Thread, self Value) (Value, error) {
			return object.NewNative(GeneratorType(), gen(self).Clone()), nil
		}},
		{Name: "__reduce__", NoArgs: func(th *object.Thread, self Value) (Value, error) {
			g := gen(self)
			state := object.NewTuple(FromOps(th, g.InitialSeed()), object.None, Wrap(th, stateTensor(g)))
			return object.NewTuple(GeneratorType().Ref(), object.NewTuple(FromOps(th, tensor.CPU)).Ref(), state.Ref()).Ref(), nil
		}},
		{Name: "__setstate__", OneArg: func(th *object.Thread, self, state Value) (Value, error) {
			parts, ok := object.AsTuple(state)
			if !ok || len(parts.Items) != 3 {
				return object.Null, object.TypeErrorf("expected the state of a generator, a tuple of seed, offset and tensor")
			}
			seed, err := toSeed(th, parts.Items[0])
			if err != nil {
				return object.Null, err
			}
			gen(self).ManualSeed(seed)
			return object.None, setState(gen(self), parts.Items[2])
		}},
	}}
	spec.New = func(th *object.Thread, cls *object.Type, args, kwNames []Value) (Value, error) {
		args, err := object.Args("Generator", args, kwNames, "|", "device")
		if err != nil {
			return object.Null, err
		}
		device, err := deviceNamed(th, args[0], tensor.CPU)
		if err == nil {
			err = hasGenerator(device)
		}
		if err != nil {
			return object.Null, err
		}
		return object.NewNative(cls, tensor.NewGenerator()), nil
	}
	generatorType = object.NewExtensionType("Generator", "torch._C", nil, spec) // shared: see shareTypes
	return generatorType
}

func errNoAccelerator() error {
	return object.RuntimeErrorf("Cannot access accelerator device when none is available.")
}

func errNoOffset() error { return object.RuntimeErrorf("CPU Generator does not use offset") }

// hasGenerator refuses devices that draw no random numbers here.
func hasGenerator(d tensor.Device) error {
	text := "Backend doesn`t support getNewGenerator()"
	switch d.Type {
	case "cpu":
		return nil
	case "cuda", "xpu":
		text = "Cannot get " + strings.ToUpper(d.Type) + " generator without ATen_" + d.Type + " library."
	case "mps", "mtia":
		text = "Cannot execute getNewGenerator() without " + strings.ToUpper(d.Type) + " backend."
	case "meta":
		text = "META device type not an accelerator."
	}
	return object.Raisef(object.RuntimeError, "%s", text)
}

// toSeed takes the low 64 bits; negative seeds wrap.
func toSeed(th *object.Thread, v Value) (uint64, error) {
	if i, ok := v.AsInt(); ok {
		return uint64(i), nil
	}
	if v.IsInt() {
		b := object.BigOf(v)
		if b.IsUint64() {
			return b.Uint64(), nil
		}
		return 0, object.Raisef(object.ValueError, "Overflow when unpacking long long")
	}
	if f, ok := v.AsFloat(); ok {
		return uint64(int64(f)), nil
	}
	x, err := object.Index(th, v)
	if err != nil {
		return 0, err
	}
	i, _ := x.AsInt()
	return uint64(i), nil
}

func stateTensor(g *tensor.Generator) *tensor.Tensor {
	state := g.State()
	t := tensor.NewUninit(tensor.Uint8, len(state))
	copy(t.Storage().Bytes(), state)
	return t
}

func setState(g *tensor.Generator, state Value) error {
	t, ok := Unwrap(state)
	if !ok {
		return object.TypeErrorf("expected a torch.ByteTensor, but got %s", state.Type().ShortName())
	}
	if t.DType() != tensor.Uint8 || t.IsMeta() {
		return object.TypeErrorf("RNG state must be a torch.ByteTensor")
	}
	if err := g.SetState(t.Contiguous().Storage().Bytes()[t.Contiguous().Offset():][:t.Numel()]); err != nil {
		return object.Raisef(object.RuntimeError, "%s", err.Error())
	}
	return nil
}

// floatInfo is what torch.finfo knows of a type.
type floatInfo struct {
	bits                       int
	eps, max, tiny, resolution float64
}

var floatInfos = map[tensor.DType]floatInfo{
	tensor.Float16:  {16, 0x1p-10, 65504, 0x1p-14, 1e-3},
	tensor.BFloat16: {16, 0x1p-7, 3.3895313892515355e38, 0x1p-126, 1e-2},
	tensor.Float32:  {32, 0x1p-23, math.MaxFloat32, 0x1p-126, 1e-6},
	tensor.Float64:  {64, 0x1p-52, math.MaxFloat64, 0x1p-1022, 1e-15},

	tensor.Float8E4M3FN:   {8, 0.125, 448, 0x1p-6, 1},
	tensor.Float8E5M2:     {8, 0.25, 57344, 0x1p-14, 1},
	tensor.Float8E4M3FNUZ: {8, 0.125, 240, 0x1p-7, 1},
	tensor.Float8E5M2FNUZ: {8, 0.125, 57344, 0x1p-15, 1},
	tensor.Float8E8M0FNU:  {8, 1, 0x1p127, 0x1p-127, 1},
}

// lowest is the least number: exponents alone have no sign.
func (i floatInfo) lowest() float64 {
	if i == floatInfos[tensor.Float8E8M0FNU] {
		return i.tiny
	}
	return -i.max
}

var finfoType, iinfoType *object.Type

func finfo(v Value) floatInfo { return floatInfos[payload[tensor.DType](v)] }

// FinfoType is torch.finfo.
func FinfoType() *object.Type {
	if finfoType != nil {
		return finfoType
	}
	field := func(name string, f func(i floatInfo) float64) object.GetsetDef {
		return getter(name, func(th *object.Thread, v Value) Value { return object.Float(f(finfo(v))) })
	}
	spec := object.Spec{Layout: object.LayoutNative, Getset: []object.GetsetDef{
		getter("bits", func(th *object.Thread, v Value) Value { return object.Int(int64(finfo(v).bits)) }),
		getter("dtype", func(th *object.Thread, v Value) Value { return object.NewStr(payload[tensor.DType](v).Name()) }),
		field("eps", func(i floatInfo) float64 { return i.eps }), field("max", func(i floatInfo) float64 { return i.max }),
		field("min", floatInfo.lowest), field("tiny", func(i floatInfo) float64 { return i.tiny }),
		field("smallest_normal", func(i floatInfo) float64 { return i.tiny }), field("resolution", func(i floatInfo) float64 { return i.resolution }),
	}}
	textSlots(&spec, func(th *object.Thread, v Value) string {
		i := finfo(v)
		f := func(x float64) string { return shortFloat(th, x) }
		return "finfo(resolution=" + f(i.resolution) + ", min=" + f(i.lowest()) + ", max=" + f(i.max) + ", eps=" + f(i.eps) + ", smallest_normal=" + f(i.tiny) + ", tiny=" + f(i.tiny) + ", dtype=" + payload[tensor.DType](v).Name() + ")"
	})
	spec.Compare = sameDTypeCompare
	spec.New = func(th *object.Thread, cls *object.Type, args, kwNames []Value) (Value, error) {
		a, err := object.Args("finfo", args, kwNames, "|", "type")
		if err != nil {
			return object.Null, err
		}
		d := Context(th).DefaultDType()
		if !a[0].IsNull() {
			x, err := ToOps(th, a[0])
			if err != nil {
				return object.Null, err
			}
			var ok bool
			if d, ok = x.(tensor.DType); !ok {
				return object.Null, object.TypeErrorf("finfo(): argument 'type' (position 1) must be torch.dtype, not %s", a[0].Type().Name)
			}
		}
		d = d.ToReal()
		if !d.IsFloat() {
			return object.Null, object.TypeErrorf("torch.finfo() requires a floating point input type. Use torch.iinfo to handle 'torch.finfo'")
		}
		return object.NewNative(cls, d), nil
	}
	finfoType = object.NewExtensionType("finfo", "torch", nil, spec) // shared: see shareTypes
	return finfoType
}

func sameDTypeCompare(th *object.Thread, a, b Value, op object.CompareOp) (Value, error) {
	if a.Type() != b.Type() {
		return object.NotImplemented, nil
	}
	same := payload[tensor.DType](a) == payload[tensor.DType](b)
	switch op {
	case object.Eq:
		return object.Bool(same), nil
	case object.Ne:
		return object.Bool(!same), nil
	}
	return object.NotImplemented, nil
}

// shortFloat prints as C++ streams do, with six digits.
func shortFloat(th *object.Thread, x float64) string {
	s, err := object.FormatString(th, "%g", []Value{object.Float(x)}, object.Null)
	if err == nil && s != "%g" {
		return s
	}
	text, _ := object.PercentFormat(th, "%g", object.NewTuple(object.Float(x)).Ref())
	return text
}

// IinfoType is torch.iinfo.
func IinfoType() *object.Type {
	if iinfoType != nil {
		return iinfoType
	}
	limits := func(v Value) (lo, hi Value) {
		d := payload[tensor.DType](v)
		bits := uint(d.Size() * 8)
		if !d.IsSigned() {
			return object.Int(0), object.BigInt(new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), bits), big.NewInt(1)))
		}
		top := new(big.Int).Lsh(big.NewInt(1), bits-1)
		return object.Int(-1 << (bits - 1)), object.Int(new(big.Int).Sub(top, big.NewInt(1)).Int64())
	}
	spec := object.Spec{Layout: object.LayoutNative, Getset: []object.GetsetDef{
		getter("bits", func(th *object.Thread, v Value) Value { return object.Int(int64(payload[tensor.DType](v).Size() * 8)) }),
		getter("dtype", func(th *object.Thread, v Value) Value { return object.NewStr(payload[tensor.DType](v).Name()) }),
		getter("min", func(th *object.Thread, v Value) Value { lo, _ := limits(v); return lo }),
		getter("max", func(th *object.Thread, v Value) Value { _, hi := limits(v); return hi }),
	}}
	textSlots(&spec, func(th *object.Thread, v Value) string {
		lo, hi := limits(v)
		l, _ := object.ToFloat(th, lo)
		h, _ := object.ToFloat(th, hi)
		return "iinfo(min=" + shortFloat(th, l) + ", max=" + shortFloat(th, h) + ", dtype=" + payload[tensor.DType](v).Name() + ")"
	})
	spec.Compare = sameDTypeCompare
	spec.New = func(th *object.Thread, cls *object.Type, args, kwNames []Value) (Value, error) {
		if len(args) == 0 {
			return object.Null, object.TypeErrorf("iinfo() missing 1 required positional arguments: \"type\"")
		}
		a, err := object.Args("iinfo", args, kwNames, "type")
		if err != nil {
			return object.Null, err
		}
		if n, ok := object.AsNative(a[0]); ok {
			if d, ok := n.V.(tensor.DType); ok && d >= tensor.QInt8 && d <= tensor.QUInt2x4 {
				return object.NewNative(cls, d), nil
			}
		}
		x, err := ToOps(th, a[0])
		if err != nil {
			return object.Null, err
		}
		d, ok := x.(tensor.DType)
		if !ok {
			return object.Null, object.TypeErrorf("iinfo(): argument 'type' (position 1) must be torch.dtype, not %s", a[0].Type().Name)
		}
		if !d.IsIntegral() {
			if d == tensor.Bool {
				return object.Null, object.TypeErrorf("torch.bool is not supported by torch.iinfo")
			}
			return object.Null, object.TypeErrorf("torch.iinfo() requires an integer input type. Use torch.finfo to handle 'torch.iinfo'")
		}
		return object.NewNative(cls, d), nil
	}
	iinfoType = object.NewExtensionType("iinfo", "torch", nil, spec) // shared: see shareTypes
	return iinfoType
}
