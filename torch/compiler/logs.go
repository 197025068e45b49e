package compiler

import (
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/magneto-go/magneto/vm/object"
)

// artifact is one kind of log that TORCH_LOGS or torch._logging.set_logs turns on.
type artifact struct{ name, file string }

// artifacts is the table of logs; file is the origin that lines are prefixed with.
var artifacts = []artifact{
	{"graph_code", "torch/_dynamo/output_graph.py:2000"},
	{"guards", "torch/_dynamo/guards.py:3000"},
	{"recompiles", "torch/_dynamo/guards.py:3500"},
	{"graph_breaks", "torch/_dynamo/symbolic_convert.py:600"},
	{"bytecode", "torch/_dynamo/convert_frame.py:1200"},
	{"aot_graphs", "torch/_functorch/_aot_autograd/graph_capture.py:400"},
	{"fusion", "torch/_inductor/scheduler.py:3000"},
	{"output_code", "torch/_inductor/graph.py:2400"},
	{"aot_joint_graph", "torch/_functorch/_aot_autograd/graph_capture.py:300"},
}

var (
	fromEnvironment = map[string]bool{}
	fromScript      = map[string]object.Value{} // artifact: the function of torch._logging that emits it
	quietLogs       bool                        // records go to handlers of the script only
)

func setQuietLogs(args, _ []object.Value) (object.Value, error) {
	old := quietLogs
	quietLogs, _ = args[0].AsBool()
	return object.Bool(old), nil
}

// readEnvironment parses TORCH_LOGS: names with commas between, each with an optional + or -.
func readEnvironment() {
	for _, word := range strings.Split(os.Getenv("TORCH_LOGS"), ",") {
		word = strings.TrimSpace(word)
		on := !strings.HasPrefix(word, "-")
		name := strings.TrimLeft(word, "+-")
		if name == "dynamo" || name == "all" {
			for _, a := range artifacts {
				if a.name != "bytecode" || name == "all" {
					fromEnvironment[a.name] = on
				}
			}
		}
		if name == "aot" {
			fromEnvironment["aot_graphs"], fromEnvironment["aot_joint_graph"] = on, on
		}
		fromEnvironment[name] = on
	}
}

// UnknownLog is the first name in TORCH_LOGS that is no artifact or component, "" if all are known.
func UnknownLog() string {
	known := map[string]bool{"": true, "dynamo": true, "all": true, "aot": true, "inductor": true, "dynamic": true, "verbose_guards": true, "recompiles_verbose": true}
	for _, a := range artifacts {
		known[a.name] = true
	}
	for name := range fromEnvironment {
		if !known[name] {
			return name
		}
	}
	return ""
}

func logging(name string) bool {
	_, script := fromScript[name]
	return script || fromEnvironment[name]
}

func setLog(args, _ []object.Value) (object.Value, error) {
	name, _ := object.Text(args[0])
	if on, _ := args[1].AsBool(); on {
		fromScript[name] = args[2]
	} else {
		delete(fromScript, name)
	}
	return object.None, nil
}

// emit writes a log record to standard error, and to the handlers that the script has put on the logger.
func emit(name, id, message string) {
	if fn, ok := fromScript[name]; ok {
		_, _ = object.Call(fn, object.NewStr(name), object.NewStr(message))
	}
	if quietLogs {
		return
	}
	file := ""
	for _, a := range artifacts {
		if a.name == name {
			file = a.file
		}
	}
	now := time.Now()
	compile := ""
	if id != "" {
		compile = "[" + id + "] "
	}
	prefix := fmt.Sprintf("V%s %d %s] %s[__%s] ", now.Format("0102 15:04:05.000000"), os.Getpid(), file, compile, name)
	for _, line := range strings.Split(strings.TrimSuffix(message, "\n"), "\n") {
		fmt.Fprintln(os.Stderr, prefix+line)
	}
}

// LogNames lists the artifacts, for messages.
func LogNames() string {
	names := make([]string, len(artifacts))
	for i, a := range artifacts {
		names[i] = a.name
	}
	return strings.Join(names, ", ")
}

// SetDefaultBackend makes a backend the one that torch.compile takes when none is named.
func SetDefaultBackend(name string) error {
	backend := object.NewStr(name)
	if _, err := object.Call(attribute("torch._dynamo.backends.registry.lookup_backend"), backend); err != nil {
		return err
	}
	_, err := object.Call(attribute("torch._dynamo.eval_frame.set_default_backend"), backend)
	return err
}
