package dynamo

import (
	"fmt"
	"hash/crc32"
	"hash/fnv"

	"github.com/magneto-go/magneto/variables"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// What is seen of the inputs of functions is kept by where they are written, as in PyTorch: functions of one name on a line share it, resume functions too.
// Between processes it is kept by a layer above, which is told when something new was seen.

// CodeID is where a function is written. The file counts by what is in it, so that a copy elsewhere is the same.
type CodeID struct {
	FileHash, Name string
	Line           int
	Closure        uint32 // of the functions that it closes over; 0 where it closes over nothing
}

// history is what has been seen since the last reset.
type history struct {
	of     map[CodeID]*variables.FrameState
	order  []*writtenCode
	loaded bool // what another process has seen was asked for
}

type writtenCode struct {
	id   CodeID
	file string // as it was called first
	told bool   // counts though nothing was seen
}

// EachSeen visits what has been seen of the inputs of functions since the last reset.
func EachSeen(th *object.Thread, visit func(file string, id CodeID, seen *variables.FrameState)) {
	h := machines.Of(th).loadHistory(th)
	for _, c := range h.order {
		if seen := h.of[c.id]; c.told || seen.Any() {
			visit(c.file, c.id, seen)
		}
	}
}

// SeenOf is what has been seen of the inputs of a function.
func SeenOf(th *object.Thread, file string, id CodeID) *variables.FrameState {
	h := &machines.Of(th).history
	if h.of == nil {
		h.of = map[CodeID]*variables.FrameState{}
	}
	if h.of[id] == nil {
		h.of[id] = variables.NewFrameState()
		h.order = append(h.order, &writtenCode{id: id, file: file})
	}
	return h.of[id]
}

// ForgetHistory forgets what has been seen.
func ForgetHistory(th *object.Thread) { machines.Of(th).history = history{} }

// loadHistory lets the layer above put what another process has seen, once.
func (m *machine) loadHistory(th *object.Thread) *history {
	if h := &m.history; !h.loaded {
		h.loaded = true
		theHost.LoadHistory(th)
	}
	return &m.history
}

// seenBy is what has been seen of the inputs of a function that runs.
func seenBy(th *object.Thread, code *object.Code, closure object.Closure) *variables.FrameState {
	machines.Of(th).loadHistory(th)
	id := CodeID{FileHash: FileHash(th, code.Filename), Name: code.Name, Line: int(code.FirstLine), Closure: closureHash(closure)}
	return SeenOf(th, code.Filename, id)
}

// tellSources counts a function that was compiled once without what it closes over, which is what PyTorch looks its sources up by.
func tellSources(th *object.Thread, code *object.Code) {
	id := CodeID{FileHash: FileHash(th, code.Filename), Name: code.Name, Line: int(code.FirstLine)}
	SeenOf(th, code.Filename, id)
	for _, c := range machines.Of(th).history.order {
		c.told = c.told || c.id == id
	}
}

// keepHistory tells the layer above that something new may have been seen.
func keepHistory(th *object.Thread, seen *variables.FrameState) {
	if seen.Changed() {
		theHost.KeepHistory(th)
	}
}

// FileHash is the checksum of a file, the name where there is no such file.
func FileHash(th *object.Thread, file string) string {
	m := machines.Of(th)
	hash, known := m.fileHashes[file]
	if !known {
		hash = file
		if text, err := interp.MachineOf(th).ReadFile(file); err == nil {
			hash = fmt.Sprintf("%08x", crc32.ChecksumIEEE(text))
		}
		m.fileHashes[file] = hash
	}
	return hash
}

// closureHash tells functions apart that close over other functions.
func closureHash(closure object.Closure) uint32 {
	if closure.Len() == 0 {
		return 0
	}
	h := fnv.New32a()
	for i := range closure.Len() {
		if fn, ok := object.AsFunction(closure.Cell(i).V); ok {
			fmt.Fprint(h, fn.Code.Filename, ":", fn.Code.FirstLine, ":", fn.Code.Name, fn.Code.Instrs, fn.Code.Positions)
		}
		h.Write([]byte{0})
	}
	return h.Sum32()
}
