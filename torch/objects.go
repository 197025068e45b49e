package torch

import (
	"sync"

	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/vm/object"
)

// objects are the Python objects that a machine has for what exists once.
type objects struct {
	generator  Value // of the context
	backward   Value // what runs backward passes, see SetCompiledBackward
	packets    map[*ops.Packet]Value
	overloads  map[*ops.Op]Value
	named      map[string]Value // the packets of torch.ops, by qualified name
	transforms map[*ops.TransformFunction]Value
	described  map[*ops.Packet]any // the packets of functions of torch.ops: what they are
	legacy     map[*object.Type]legacyInfo
	tags       map[*ops.Op]Value                  // of operators that scripts define
	rules      map[*ops.Op]map[*object.Type]Value // that answer for a class in place of its __torch_dispatch__
}

var objectsOf = object.NewState(func(*object.Thread) *objects {
	return &objects{
		packets:   map[*ops.Packet]Value{},
		overloads: map[*ops.Op]Value{}, named: map[string]Value{},
		transforms: map[*ops.TransformFunction]Value{},
		described:  map[*ops.Packet]any{},
		legacy:     map[*object.Type]legacyInfo{},
		tags:       map[*ops.Op]Value{},
		rules:      map[*ops.Op]map[*object.Type]Value{},
	}
})

// shareTypes makes the types and constants that all machines share, which are made when they are first asked for. Module torch
// calls it: one machine makes a native module at a time, so that none reads what another writes.
func shareTypes(th *object.Thread) {
	DTypeObject(tensor.Undefined)
	for _, d := range append(tensor.AllDTypes(), tensor.NamedDTypes()...) {
		DTypeObject(d)
	}
	for _, m := range []tensor.MemoryFormat{tensor.ContiguousFormat, tensor.PreserveFormat, tensor.ChannelsLast, tensor.ChannelsLast3d} {
		memoryFormatObject(m)
	}
	DeviceType()
	for l := tensor.Strided; l <= tensor.Jagged; l++ {
		layoutObject(l)
	}
	GeneratorType()
	FinfoType()
	IinfoType()
	LinAlgError()
	savedTensorClass()
	tensortype()
	storageClass()
	packetClass()
	overloadClass()
	schemaClass()
	argumentClass()
	SizeType(th)
	symIntClass(th)
	symFloatClass()
	symBoolClass()
	TensorType(th)
	ParameterType(th)
}

// namedTypes are types that all machines share, by names that are found while programs run.
type namedTypes struct {
	mutex sync.Mutex
	types map[string]*object.Type
}

// get makes the type of a name once.
func (n *namedTypes) get(name string, make func() *object.Type) *object.Type {
	n.mutex.Lock()
	defer n.mutex.Unlock()
	t, ok := n.types[name]
	if !ok {
		t = make()
		n.types[name] = t
	}
	return t
}
