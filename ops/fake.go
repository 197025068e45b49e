package ops

import (
	"slices"
	"strings"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// baseFake runs the meta.
func (ctx *Context) baseFake(op *Op, args []Value) []Value {
	args = fakeArgs(args)
	outs := ctx.described(op, args)
	ctx.refuseDevices(op, args)
	return outs
}

// described gives what is known of the results of an operator.
func (ctx *Context) described(op *Op, args []Value) []Value {
	e := op.e
	switch op.Variant {
	case InPlace:
		return fakeInPlace(ctx, op, args)
	case Out:
		return fakeOut(ctx, op, args)
	}
	if e.FakeAnswer != nil {
		return e.FakeAnswer(ctx, args)
	}
	if env, ok := ctx.fakeEnv.(dataNeeded); ok && e.Answer && e.Meta == nil && e.Decomp == nil {
		env.NeedData(op.Name)
	}
	if e.Meta == nil {
		if e.Decomp != nil {
			return ctx.withoutGrad(func() []Value { return ctx.decomposed(op, args) })
		}
		if _, meta := ctx.fakeEnv.(constEnv); meta {
			refuseOnMeta(op.Name)
		}
		throw("NotImplementedError", "magneto: operator %s has no meta function", op)
	}
	if e.device > 0 && e.device < len(args) && args[e.device] == nil && ctx.onMeta {
		args = slices.Clone(args)
		args[e.device] = tensor.Device{Type: "meta", Index: -1}
	}
	fakes := e.Meta(ctx, args)
	if e.device > 0 && e.device < len(args) && isMetaDevice(args[e.device]) {
		for _, f := range fakes {
			f.Device = args[e.device].(tensor.Device)
		}
	}
	given := e.device > 0 && e.device < len(args) && args[e.device] != nil
	if env := ctx.Numbers(); !given && env != nil && env.Whole() && anyOnMeta(args) { // composite operators, which have no parts that know
		for _, f := range fakes {
			f.Device = tensor.Device{Type: "meta", Index: -1}
		}
	}
	out := make([]Value, len(fakes))
	for i, f := range fakes {
		if op.view {
			self := args[0].(*Fake)
			f.Base = self
			if self.Base != nil {
				f.Base = self.Base
			}
		}
		out[i] = f
	}
	return wrapReturns(op, out)
}

func anyMeta(args []Value) bool {
	return !eachTensor(args, func(v Value) bool { t, ok := v.(*tensor.Tensor); return !ok || !t.IsMeta() })
}

// constEnv decides nothing: sizes of tensors on the device meta are constants.
type constEnv struct{}

func (constEnv) Decide(symbolic.Bool) bool { return false }
func (constEnv) Hint(symbolic.Int) int64   { return 0 }

// dataNeeded is an environment that has its own error for operators whose answer depends on data.
type dataNeeded interface{ NeedData(name string) }

func (constEnv) FreshUnbacked(why string) symbolic.Int {
	switch why {
	case "nonzero":
		throw("NotImplementedError", "The register_meta function for torch.nonzero() raises unimplemented by default, as a correct data-independent implementation does not exist. This implementation returns a fake value, assuming all elements of the tensor are non-zero. To enable this registration, please set 'torch.fx.experimental._config.meta_nonzero_assume_all_nonzero' to True.")
	case "repeat_interleave.Tensor":
		throwRuntime("cannot repeat_interleave a meta tensor without output_size")
	}
	refuseOnMeta(why)
	return symbolic.Int{}
}

// refuseOnMeta refuses an operator whose results cannot be told of tensors without data.
func refuseOnMeta(op string) {
	throw("NotImplementedError", "aten::%s: attempted to run this operator with Meta tensors, but there was no fake impl or Meta kernel registered. You may have run into this message while using an operator with PT2 compilation APIs (torch.compile/torch.export); in order to use this operator with those APIs you'll need to add a fake impl. Please see the following for next steps:  https://pytorch.org/tutorials/advanced/custom_ops_landing_page.html", op)
}

// baseMeta runs an operator on tensors without data.
func (ctx *Context) baseMeta(op *Op, args []Value) []Value {
	refuseMeta(op, args)
	var self *tensor.Tensor // nil unless it leads
	if len(args) > 0 {
		self, _ = args[0].(*tensor.Tensor)
	}
	if op.Variant == InPlace {
		if op.view && self != nil && self.IsMeta() {
			v := ctx.eagerView(op, args)[0].(*tensor.Tensor)
			self.SetGeometry(v.Sizes(), v.Strides(), v.Offset())
		} else if self != nil && self.IsMeta() {
			ctx.onConstants(func() []Value { return ctx.baseFake(op, args) }) // which checks sizes and element types
		}
		if self != nil {
			self.BumpVersion()
		}
		return args[:1]
	}
	if op.view && op.Variant == Plain && self != nil && self.IsMeta() {
		return ctx.eagerView(op, args)
	}
	fakes := ctx.onConstants(func() []Value { return ctx.baseFake(op, args) })
	if op.Variant == Out {
		return fitOuts(args[len(args)-len(fakes):], fakes)
	}
	if len(fakes) != 1 {
		return unfakeMeta(fakes)
	}
	if f, ok := fakes[0].(*Fake); ok && f.Device.Type != "meta" && op.Variant == Plain {
		requireKind(op.Name != "_to_copy", "NotImplementedError", "Cannot copy out of meta tensor; no data!")
		if op.e.Kernel != nil && (strings.HasSuffix(op.Name, "_like") || strings.HasPrefix(op.Name, "new_")) {
			return ctx.eager(op, args)
		}
	}
	return unfakeMeta(fakes)
}

// onConstants runs f with sizes that are all known.
func (ctx *Context) onConstants(f func() []Value) []Value {
	saved := ctx.fakeEnv
	ctx.fakeEnv = constEnv{}
	defer func() { ctx.fakeEnv = saved }()
	return f()
}

// fitOuts gives tensors on the device meta, which results are written to, the sizes of these.
func fitOuts(outs, results []Value) []Value {
	for i, r := range results {
		out, ok := outs[i].(*tensor.Tensor)
		f, ok2 := r.(*Fake)
		if !ok || !ok2 {
			continue
		}
		if sizes := constants(f.Sizes); !slices.Equal(sizes, out.Sizes()) {
			resizeTensor(out, sizes)
			out.SetGeometry(sizes, constants(f.Strides), out.Offset())
		}
		out.BumpVersion()
	}
	return append([]Value(nil), outs...)
}

// refuseMeta raises where an operator whose result has data would read a tensor that has none.
func refuseMeta(op *Op, args []Value) {
	if op.Name == "_local_scalar_dense" {
		throwRuntime("Tensor.item() cannot be called on meta tensors")
	}
	first, ok := args[0].(*tensor.Tensor)
	if op.Variant == Plain && (op.e.loop != nil || op.Name == "cat" || op.Name == "where.self") {
		refuseBeside(args)
	}
	if !ok || first == nil || first.IsMeta() || first.Dim() == 0 && !op.mutates && op.Name != "copy" {
		return
	}
	requireKind(op.Name != "copy_" && op.Name != "copy", "NotImplementedError", "Cannot copy out of meta tensor; no data!")
	if op.Variant == Out {
		refuseOutDevice(op, args, first.Device())
	}
	throwRuntime("Tensor on device meta is not on the expected device %s!", first.Device())
}

// refuseBeside refuses a tensor with data, and dimensions, beside a first one that is on the device meta.
func refuseBeside(args []Value) {
	leads, seen := false, false
	eachTensor(args, func(v Value) bool {
		t, ok := v.(*tensor.Tensor)
		if ok && !seen {
			leads, seen = t.IsMeta(), true
		}
		if ok && leads && !t.IsMeta() && t.Dim() > 0 {
			throwRuntime("Tensor on device %s is not on the expected device meta!", t.Device())
		}
		return true
	})
}

func requireKind(ok bool, kind, text string) {
	if !ok {
		throw(kind, "%s", text)
	}
}

func unfakeMeta(values []Value) []Value {
	return mapTensors(values, func(v Value) Value {
		if f, ok := v.(*Fake); ok {
			return tensor.NewMeta(f.DType, constants(f.Sizes), constants(f.Strides))
		}
		return v
	})
}

func fakeInPlace(ctx *Context, op *Op, args Args) []Value {
	self := args[0].(*Fake)
	self.memory().writes++
	if op.view {
		v := op.e.Meta(ctx, args)[0]
		self.Sizes, self.Strides, self.Offset = v.Sizes, v.Strides, v.Offset
		return args[:1]
	}
	if op.e.Into == nil && op.e.Meta != nil {
		checkInPlace(ctx, op, self, op.e.Meta(ctx, args)[0])
	}
	return args[:1]
}

func fakeOut(ctx *Context, op *Op, args Args) []Value {
	n := len(op.Schema().Returns)
	outs := args[len(args)-n:]
	results := ctx.baseFake(op.Functional, args[:len(args)-n])
	for i, r := range results {
		out, ok := outs[i].(*Fake)
		if !ok {
			continue
		}
		result := r.(*Fake)
		checkOutType(op, args, i, result.DType, out.DType)
		out.memory().writes++
		if !slices.Equal(out.Sizes, result.Sizes) {
			out.Sizes, out.Strides = result.Sizes, result.Strides
		}
	}
	return append([]Value(nil), outs...)
}

// ValueUnknown is the error of asking for the number in a tensor that has no data.
const ValueUnknown = "aten._local_scalar_dense.default: the value of a tensor without data is not known"

// fakeItem is the element of a tensor without data: a number that depends on data is a symbol of its own.
func fakeItem(ctx *Context, a Args) []Value {
	f := a.fake(0)
	check(ctx.expect(f.Numel().Eq(one)), "a Tensor with %s elements cannot be converted to Scalar", f.Numel())
	if f.DType.IsIntOrBool() && f.DType != tensor.Bool && ctx.fakeEnv != nil {
		return result(f.remember(&f.read, ctx.fakeEnv, "item"))
	}
	if env := ctx.Numbers(); env != nil {
		switch {
		case f.DType == tensor.Bool:
			return result(env.FreshBool())
		case f.DType.IsFloat():
			return result(env.FreshFloat())
		case f.DType.IsComplex():
			throw("NotImplementedError", "local_scalar_dense/item NYI for torch.%s", f.DType.Name())
		}
	}
	if env, ok := ctx.fakeEnv.(dataNeeded); ok {
		env.NeedData("_local_scalar_dense")
	}
	throwRuntime(ValueUnknown)
	return nil
}
