package variables

import (
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/vm/object"
)

// Restart says that tracing has to begin anew: it has given a lazy module its parameters, once for all.
type Restart struct{ Module object.Value }

func (Restart) Error() string { return "restart analysis" }

// initializeLazy gives a module of the caller whose parameters wait for their sizes these parameters, before its first call is traced, as PyTorch's
// tracer does: it is another module from then on. Tensors like the arguments say the sizes.
func (t *Trace) initializeLazy(th *object.Thread, o *Object, args []Tracker, kwargs []KW) error {
	if o.New || o.V.IsNull() || o.V.Dict() == nil {
		return nil
	}
	if t.Initialized[o.V] { // the arguments were looked at for this
		for _, a := range args {
			if _, err := t.Realize(th, a); err != nil {
				return err
			}
		}
		return nil
	}
	if _, waits := o.V.Dict().Lookup("_initialize_hook"); !waits {
		return nil
	}
	infer, ok := object.AsFunction(o.T.Lookup(th, object.Intern("_infer_parameters")))
	if !ok || moduleName(infer) != "torch.nn.modules.lazy" {
		return nil
	}
	var samples []object.Value
	for _, a := range args {
		v, ok := t.sampleOf(th, a)
		if !ok {
			return nil
		}
		samples = append(samples, v)
	}
	named := object.NewDict()
	for _, kw := range kwargs {
		v, ok := t.sampleOf(th, kw.Value)
		if !ok {
			return nil
		}
		named.SetStr(object.Intern(kw.Name), v)
	}
	context := t.Host.Ops(th)
	mode := context.SetGradEnabled(false)
	_, err := object.Call(th, infer.Ref(), o.V, o.V, object.NewTuple(samples...).Ref(), named.Ref())
	context.SetGradEnabled(mode)
	if err != nil {
		return err
	}
	return Restart{o.V}
}

// sampleOf is a value of the kind of x: for a tensor one of its sizes in this call.
func (t *Trace) sampleOf(th *object.Thread, x Tracker) (object.Value, bool) {
	x, err := t.Realize(th, x)
	if err != nil {
		return object.Null, false
	}
	switch x := x.(type) {
	case *Constant:
		return x.V, true
	case *Tensor:
		sizes := make([]int, len(x.Fake.Sizes))
		for i, n := range x.Fake.Sizes {
			if !t.Shapes.HasHint(n) {
				return object.Null, false
			}
			sizes[i] = int(t.Shapes.Hint(n))
		}
		sample := tensor.New(x.Fake.DType, sizes...)
		return t.Host.WrapTensor(th, sample), x.Fake.Device == ops.FakeOf(sample).Device
	}
	return object.Null, false
}
