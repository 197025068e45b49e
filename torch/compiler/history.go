package compiler

import (
	"github.com/magneto-go/magneto/dynamo"
	"github.com/magneto-go/magneto/variables"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// What compilations have seen of sizes, for torch._dynamo.pgo, which keeps it in files.

// LoadHistory has torch._dynamo.pgo read what was kept under the job's name.
func (host) LoadHistory(th *object.Thread) { tellHistory(th, "torch._dynamo.pgo._load") }

// KeepHistory has torch._dynamo.pgo keep what there is.
func (host) KeepHistory(th *object.Thread) { tellHistory(th, "torch._dynamo.pgo.put_code_state") }

// tellHistory calls a function of torch._dynamo.pgo where the program has given its job a name.
func tellHistory(th *object.Thread, path string) {
	m := interp.MachineOf(th)
	named := m.Getenv("TORCH_COMPILE_JOB_ID") != "" || m.Getenv("TORCH_COMPILE_STICKY_PGO_KEY") != ""
	if config, loaded := m.Modules.Lookup("torch.compiler.config"); loaded {
		id, err := object.GetAttr(th, config, "job_id")
		named = err == nil && !id.IsNone()
	}
	if !named {
		return
	}
	if _, err := object.Call(th, attribute(th, path)); err != nil {
		host{}.Fault(th, "torch._dynamo.pgo: "+err.Error(), "")
	}
}

func registerHistory(m *object.Module) {
	m.SetFunc("code_state", func(th *object.Thread, _, _ []object.Value) (object.Value, error) {
		var list []object.Value
		dynamo.EachSeen(th, func(file string, id dynamo.CodeID, seen *variables.FrameState) {
			var entries []object.Value
			seen.Each(func(source string, e variables.Observed) {
				entries = append(entries, object.NewTuple(object.NewStr(source), seenTuple(e.Scalar), seenSizes(e.Size), seenSizes(e.Stride)).Ref())
			})
			closure := object.None
			if id.Closure != 0 {
				closure = object.Int(int64(id.Closure))
			}
			list = append(list, object.NewTuple(object.NewStr(file), object.Int(int64(id.Line)), object.NewStr(id.Name), object.NewStr(id.FileHash), closure,
				object.NewList(entries...).Ref()).Ref())
		})
		return object.NewList(list...).Ref(), nil
	})
	m.SetFunc("put_code_state", putCodeState)
	m.SetFunc("reset_code_state", func(th *object.Thread, _, _ []object.Value) (object.Value, error) {
		dynamo.ForgetHistory(th)
		return object.None, nil
	})
	m.SetFunc("file_hash", func(th *object.Thread, args, _ []object.Value) (object.Value, error) {
		file, _ := object.Text(args[0])
		return object.NewStr(dynamo.FileHash(th, file)), nil
	})
}

// putCodeState takes what code_state gives for one source: (file, line, name, hash of the file, hash of the closure, source, scalar, size, stride).
func putCodeState(th *object.Thread, args, _ []object.Value) (object.Value, error) {
	file, _ := object.Text(args[0])
	line, _ := args[1].AsInt()
	name, _ := object.Text(args[2])
	hash, _ := object.Text(args[3])
	closure, _ := args[4].AsInt()
	source, _ := object.Text(args[5])
	id := dynamo.CodeID{FileHash: hash, Name: name, Line: int(line), Closure: uint32(closure)}
	dynamo.SeenOf(th, file, id).Put(source, variables.Observed{Scalar: seenOf(args[6]), Size: sizesOf(args[7]), Stride: sizesOf(args[8])})
	return object.None, nil
}

// seenTuple is (kind, value): how much is known, and the number, the dimension or the elements.
func seenTuple(s variables.Seen) object.Value {
	value := s.Value
	switch s.Known {
	case variables.Inferred:
		value = object.Int(int64(s.Dim))
	case variables.Unset, variables.Varying:
		value = object.None
	}
	return object.NewTuple(object.Int(int64(s.Known)), value).Ref()
}

func seenSizes(s variables.SeenTuple) object.Value {
	value := object.None
	if s.Known == variables.Fixed {
		items := make([]object.Value, len(s.Items))
		for i, item := range s.Items {
			items[i] = seenTuple(item)
		}
		value = object.NewTuple(items...).Ref()
	}
	return object.NewTuple(object.Int(int64(s.Known)), value).Ref()
}

func seenOf(v object.Value) variables.Seen {
	kind, value := pairOf(v)
	s := variables.Seen{Known: kind}
	switch kind {
	case variables.Fixed:
		s.Value = value
	case variables.Inferred:
		n, _ := value.AsInt()
		s.Dim = int(n)
	}
	return s
}

func sizesOf(v object.Value) variables.SeenTuple {
	kind, value := pairOf(v)
	s := variables.SeenTuple{Known: kind}
	items, _ := object.Items(value)
	for _, item := range items {
		s.Items = append(s.Items, seenOf(item))
	}
	return s
}

func pairOf(v object.Value) (variables.Known, object.Value) {
	items, _ := object.Items(v)
	kind, _ := items[0].AsInt()
	return variables.Known(kind), items[1]
}
