package compiler

import (
	"github.com/magneto-go/magneto/dynamo"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// state is what a machine has of torch.compile.
type state struct {
	listener    func(*object.Thread, dynamo.Event) // see Listen
	graphs      int                                // compiled so far
	captures    int                                // graphs that were to be captured ahead of time so far
	attributes  map[string]object.Value            // objects found by their dotted path
	disallowed  map[object.Value]bool              // functions that always break the graph
	substitutes map[object.Value]object.Value      // functions that are traced in the place of others (substitute_in_graph)
	stance      stance
	settings    settings
	counts      counts
	logs        logs
	explaining  *explanation
	numpyNames  map[object.Value]string             // functions of numpy by what stands in for them in torch._numpy; made when numpy is there
	hooks       map[*dynamo.Compile][2]object.Value // what is told of failed guards and of guards: functions or None
	metric      metric
	metrics     int                        // compilations since the last reset
	recorder    *recorder                  // of the recording that is being made
	fxTracing   bool                       // torch.fx traces a function
	compilation compilation                // the one for which a backend is called
	traced      []*object.Code             // what the last graph that was handed to a backend was traced from
	compiled    int                        // compilations so far
	replaced    map[*object.Code]*replaced // what callbacks on frames said of code objects
	kernelTexts []object.Value             // the plans of compiled graphs, while a test asks for them; nil while none does
}

// compilation is one for which a backend is called: its number, 0 for none, and what it is called.
type compilation struct {
	number int
	id     dynamo.TraceID
	sizes  object.Value // the environment of sizes as the program sees it, None where all are numbers
}

var states = object.NewState(func(th *object.Thread) *state {
	m := interp.MachineOf(th)
	return &state{
		attributes:  intrinsicAttributes(),
		replaced:    map[*object.Code]*replaced{},
		disallowed:  map[object.Value]bool{},
		substitutes: map[object.Value]object.Value{},
		stance:      stance{name: "default", backend: object.None},
		settings:    settings{disabled: m.Getenv("TORCHDYNAMO_DISABLE") == "1" || m.Getenv("TORCH_COMPILE_DISABLE") == "1"},
		logs:        newLogs(th),
	}
})

// Listen has f see every event of a machine's compiler; nil ends that.
func Listen(th *object.Thread, f func(*object.Thread, dynamo.Event)) { states.Of(th).listener = f }

// Graphs is the number of graphs that a machine has compiled.
func Graphs(th *object.Thread) int { return states.Of(th).graphs }
