package compiler

import (
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/magneto-go/magneto/vm/builtins"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// artifact is one kind of log that TORCH_LOGS or torch._logging.set_logs turns on. One without a label is what a component logs at the level of
// information; what has the label of another is turned on with it and has another origin.
type artifact struct{ name, file, label string }

// artifacts is the table of logs; file is the origin that lines are prefixed with.
var artifacts = []artifact{
	{"graph_code", "torch/_dynamo/output_graph.py:2000", "graph_code"},
	{"guards", "torch/_dynamo/guards.py:3000", "guards"},
	{"recompiles", "torch/_dynamo/guards.py:3500", "recompiles"},
	{"graph_breaks", "torch/_dynamo/symbolic_convert.py:600", "graph_breaks"},
	{"bytecode", "torch/_dynamo/convert_frame.py:1200", "bytecode"},
	{"aot_graphs", "torch/_functorch/_aot_autograd/graph_capture.py:400", "aot_graphs"},
	{"fusion", "torch/_inductor/scheduler.py:3000", "fusion"},
	{"output_code", "torch/_inductor/graph.py:2400", "output_code"},
	{"trace_source", "torch/_dynamo/symbolic_convert.py:1400", "trace_source"},
	{"trace_bytecode", "torch/_dynamo/symbolic_convert.py:1500", "trace_bytecode"},
	{"trace_call", "torch/_dynamo/output_graph.py:3100", "trace_call"},
	{"trace_inlined", "torch/_dynamo/symbolic_convert.py:6160", "trace_call"},
	{"recompiles_verbose", "torch/_dynamo/guards.py:3500", "recompiles_verbose"},
	{"dynamo_info", "torch/_dynamo/symbolic_convert.py:4000", ""},
	{"backend_info", "torch/_dynamo/output_graph.py:3200", ""},
	{"dynamic_info", "torch/fx/experimental/symbolic_shapes.py:5000", ""},
	{"post_grad_graphs", "torch/_inductor/compile_fx.py:1500", "post_grad_graphs"},
	{"aot_joint_graph", "torch/_functorch/_aot_autograd/graph_capture.py:300", "aot_joint_graph"},
}

// logs says which logs are on.
type logs struct {
	environment map[string]bool
	script      map[string]object.Value // artifact: the function of torch._logging that emits it
	quiet       bool                    // records go to handlers of the script only
	breaks      map[string]bool         // the places and kinds of the breaks that were logged since the last reset
}

func setQuietLogs(th *object.Thread, args, _ []object.Value) (object.Value, error) {
	l := &states.Of(th).logs
	old := l.quiet
	l.quiet, _ = args[0].AsBool()
	return object.Bool(old), nil
}

// newLogs parses TORCH_LOGS: names with commas between, each with an optional + or -. A component is logged at the level of information, with + whole.
func newLogs(th *object.Thread) logs {
	on := map[string]bool{}
	for _, word := range strings.Split(interp.MachineOf(th).Getenv("TORCH_LOGS"), ",") {
		word = strings.TrimSpace(word)
		wanted, whole := !strings.HasPrefix(word, "-"), !strings.HasPrefix(word, "-") && strings.HasPrefix(word, "+")
		name := strings.TrimLeft(word, "+-")
		for _, a := range artifacts {
			switch {
			case name != "" && name == a.label:
				on[a.name] = wanted
			case a.label == "" && (name == "dynamo" || name == "all" || name == "dynamic" && a.name == "dynamic_info"):
				on[a.name] = wanted
			case whole && (name == "all" || name == "dynamo" && a.name != "bytecode" && a.name != "recompiles_verbose" || name == "aot" && strings.HasPrefix(a.name, "aot_")):
				on[a.name] = true
			}
		}
		on[name] = wanted
	}
	return logs{environment: on, script: map[string]object.Value{}, breaks: map[string]bool{}}
}

// UnknownLog is the first name in TORCH_LOGS that is no artifact or component, "" if all are known.
func UnknownLog(th *object.Thread) string {
	known := map[string]bool{"": true, "dynamo": true, "all": true, "aot": true, "inductor": true, "dynamic": true, "verbose_guards": true, "recompiles_verbose": true}
	for _, a := range artifacts {
		known[a.name] = true
	}
	for _, name := range strings.Fields(silentLogs) {
		known[name] = true
	}
	for name := range states.Of(th).logs.environment {
		if !known[name] {
			return name
		}
	}
	return ""
}

// silentLogs are the names of logs that PyTorch has and that have nothing to say here: of its compiler's inside, of devices, or of what PyTorch does not write either.
const silentLogs = `aot_graphs_effects annotation autotuning autotuning_inputs autograd benchmarking cache caching c10d compiled_autograd
	compiled_autograd_verbose compute_dependencies cudagraphs cudagraph_static_inputs ddp ddp_graphs distributed dtensor export fake_tensor fsdp graph
	graph_code_verbose graph_region_expansion graph_sizes hierarchical_compile incremental inductor_metrics ir_post_fusion ir_pre_fusion kernel_code
	loop_ordering loop_tiling node_runtime_estimation not_implemented onnx onnx_diagnostics overlap perf_hints pre_grad_graphs schedule
	side_effects sym_node torch trace_shape_events`

func logging(th *object.Thread, name string) bool {
	l := &states.Of(th).logs
	_, script := l.script[name]
	return script || l.environment[name]
}

func setLog(th *object.Thread, args, _ []object.Value) (object.Value, error) {
	name, _ := object.Text(args[0])
	if on, _ := args[1].AsBool(); on {
		states.Of(th).logs.script[name] = args[2]
	} else {
		delete(states.Of(th).logs.script, name)
	}
	return object.None, nil
}

// emit writes a log record to standard error, and to the handlers that the script has put on the logger.
func emit(th *object.Thread, name, id, message string) {
	l := &states.Of(th).logs
	if fn, ok := l.script[name]; ok {
		_, _ = object.Call(th, fn, object.NewStr(name), object.NewStr(message))
	}
	if l.quiet {
		return
	}
	var origin artifact
	for _, a := range artifacts {
		if a.name == name {
			origin = a
		}
	}
	prefix, level := "", "I"
	if id != "" {
		prefix = "[" + id + "] "
	}
	if origin.label != "" {
		prefix, level = prefix+"[__"+origin.label+"] ", "V"
	}
	prefix = fmt.Sprintf("%s%s %d %s] %s", level, time.Now().Format("0102 15:04:05.000000"), os.Getpid(), origin.file, prefix)
	w := builtins.Diagnostics(th)
	for _, line := range strings.Split(message, "\n") {
		fmt.Fprintln(w, prefix+line)
	}
}

// LogNames lists the artifacts, for messages.
func LogNames() string {
	var names []string
	for _, a := range artifacts {
		if a.name == a.label {
			names = append(names, a.name)
		}
	}
	return strings.Join(names, ", ")
}

// SetDefaultBackend makes a backend the one that torch.compile takes when none is named.
func SetDefaultBackend(th *object.Thread, name string) error {
	backend := object.NewStr(name)
	if _, err := object.Call(th, attribute(th, "torch._dynamo.backends.registry.lookup_backend"), backend); err != nil {
		return err
	}
	_, err := object.Call(th, attribute(th, "torch._dynamo.backends.registry.set_default_backend"), backend)
	return err
}
