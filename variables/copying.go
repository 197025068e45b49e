package variables

import "github.com/magneto-go/magneto/vm/object"

// copy.copy and copy.deepcopy are traced like functions of scripts. What they ask of objects in native code is told by library code in Python.

func init() {
	RegisterFunction("copy.deepcopy", deepCopied)
}

// deepCopied is copy.deepcopy. PyTorch does not trace the copy of a tensor.
func deepCopied(th *object.Thread, t *Trace, args []Tracker, kwargs []KW) (Tracker, error) {
	if len(args) > 0 {
		x, err := t.Realize(th, args[0])
		if err != nil {
			return nil, err
		}
		if x, ok := x.(*Tensor); ok {
			return nil, &Unsupported{Title: "Attempted to copy.deepcopy a tensor", Context: "copy.deepcopy(" + x.Kind() + "())",
				Explanation: "Dynamo does not support copy.deepcopy() on tensors.", Hints: []string{"Avoid calling copy.deepcopy() on tensors inside compiled regions."}}
		}
	}
	f, err := t.libraryFunction(th, "copy", "deepcopy")
	if err != nil {
		return nil, err
	}
	return t.Inliner.Inline(th, f.(*Function), args, kwargs)
}

// reduction traces what object gives copy and pickle.
func (t *Trace) reduction(th *object.Thread, x Tracker, name string) (Tracker, error) {
	f, err := t.libraryFunction(th, "copyreg", map[string]string{"__reduce_ex__": "_reduction_of", "__getstate__": "_state_of"}[name])
	if err != nil {
		return nil, err
	}
	return t.Call(th, f, []Tracker{x}, nil)
}

// containerReduction is what a container of a class of the program gives copy and pickle: the method of the class, or what native code says of the shadow, with the attributes
// that the tracker holds.
func (t *Trace) containerReduction(th *object.Thread, x *Container, name string, args []Tracker) (Tracker, error) {
	if name == "__reduce_ex__" && t.hasSpecial(th, x, "__reduce__") {
		return t.callSpecial(th, x, "__reduce__")
	}
	r, err := t.callContainer(th, x, name, args, nil)
	if err != nil || t.hasSpecial(th, x, "__getstate__") {
		return r, err
	}
	parts, err := t.Unpack(th, r)
	if err != nil || len(parts) < 3 {
		return r, err
	}
	state, err := t.reduction(th, x, "__getstate__")
	if err != nil {
		return nil, err
	}
	parts[2] = state
	return t.NewTuple(parts), nil
}

func (t *Trace) libraryFunction(th *object.Thread, module, name string) (Tracker, error) {
	m, err := object.ImportModule(th, module)
	if err != nil {
		return nil, err
	}
	f, err := object.GetAttr(th, m, name)
	if err != nil {
		return nil, err
	}
	return t.FromValue(f), nil
}
