package torch

import (
	"weak"

	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// Storages go to other machines of a family by their memory, which both have then. Each machine has a storage of its own over it: the counts of a storage belong to one
// program.

// leftMemory is memory on its way from one machine to another.
type leftMemory struct{ bytes []byte }

// arrived are the storages of a machine over memory that came from others, by address: tensors that shared one there share one here.
type arrived struct {
	storages map[uintptr]weak.Pointer[tensor.Storage]
}

var arrivedIn = object.NewState(func(*object.Thread) *arrived { return &arrived{map[uintptr]weak.Pointer[tensor.Storage]{}} })

// leaveStorage is torch._C._leave_storage(storage): a key by which another process takes it. Its memory is never released from then on, but collected.
func leaveStorage(th *object.Thread, args, kwNames []Value) (Value, error) {
	s := payload[*tensor.Storage](args[0])
	if s == nil {
		return object.Null, object.TypeErrorf("_leave_storage() expects a storage")
	}
	if s.IsMeta() {
		return object.Null, object.NotImplementedErrorf("magneto: a storage without memory is not sent to other processes")
	}
	s.Share()
	s.Hold()
	return object.Int(interp.MachineOf(th).Family().Deposit(&leftMemory{s.Bytes()})), nil
}

// takeStorage is torch._C._take_storage(key).
func takeStorage(th *object.Thread, args, kwNames []Value) (Value, error) {
	key, err := object.ToInt(th, args[0])
	if err != nil {
		return object.Null, err
	}
	left, ok := interp.MachineOf(th).Family().Take(int64(key)).(*leftMemory)
	if !ok {
		return object.Null, object.RuntimeErrorf("a storage that was sent to another process can be received once")
	}
	return storageObject(th, arrivedIn.Of(th).over(left.bytes)), nil
}

// over is the storage over memory.
func (a *arrived) over(memory []byte) *tensor.Storage {
	s := tensor.Over(memory)
	if len(memory) > 0 {
		if known := a.storages[s.Address()].Value(); known != nil && known.Size() == len(memory) {
			return known
		}
		for address, p := range a.storages {
			if p.Value() == nil {
				delete(a.storages, address)
			}
		}
		a.storages[s.Address()] = weak.Make(s)
	}
	s.Share()
	return s
}
