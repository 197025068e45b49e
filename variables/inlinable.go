package variables

import (
	"strings"

	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/vm/object"
)

// This file tells which functions tracing goes into, which it leaves alone and which it runs at once.

// Marks that torch.compiler's decorators leave on function objects.
const (
	DisableMark   = "_torchdynamo_disable"                     // torch.compiler.disable
	InnerMark     = "_torchdynamo_orig_callable"               // the function behind a compiled or disabled wrapper
	InGraphMark   = "_torchdynamo_allow_in_graph"              // torch.compiler.allow_in_graph
	AssumeMark    = "_dynamo_marked_constant"                  // assume_constant_result
	ForbiddenMark = "_dynamo_forbidden"                        // forbid_in_graph
	NonstrictMark = "_torchdynamo_nonstrict"                   // nonstrict_trace: the function behind
	RegionMark    = "__marked_compile_region_fn__"             // the function behind nested_compile_region
	ScriptMark    = "__original_fn"                            // torch.jit.script_if_tracing: the function behind, which is traced
	WholeMark     = "_torchdynamo_disable_nested_graph_breaks" // torch._dynamo.disable_nested_graph_breaks
)

func mark(fn object.Value, name string) (object.Value, bool) {
	d := fn.Dict()
	if d == nil {
		return object.Null, false
	}
	v, ok := d.Lookup(name)
	if !ok {
		return object.Null, false
	}
	if yes, isBool := v.AsBool(); isBool && !yes {
		return object.Null, false
	}
	return v, true
}

// disableReason is the reason that torch.compiler.disable was given.
func disableReason(th *object.Thread, f *object.Function) string {
	v, err := object.GetAttr(th, f.Ref(), "_torchdynamo_disable_msg")
	if err != nil {
		return "None"
	}
	s, err := object.StrOf(th, v)
	if err != nil {
		return "None"
	}
	return s
}

// Disabled tells whether, and why, a function runs without compilation.
func Disabled(th *object.Thread, fn *object.Function) (reason string, disabled bool) {
	if _, disabled = mark(fn.Ref(), DisableMark); disabled {
		reason = disableReason(th, fn)
	}
	return reason, disabled
}

// Delayed is the break at the call of what could be read, but not be called.
func Delayed(src *guards.Source, reason string, hints ...string) error {
	return &Unsupported{Title: "Unsupported function call (delayed)", Context: "source: " + src.Repr(), Hints: hints,
		Explanation: "Dynamo determined that a graph break should occur when calling `" + src.Text() + "`. Reason: " + reason}
}

// Inlinable refuses functions that run without compilation.
func Inlinable(th *object.Thread, fn *object.Function) error {
	if _, disabled := mark(fn.Ref(), DisableMark); !disabled {
		return nil
	}
	return &Unsupported{Title: "Skip inlining `torch.compiler.disable()`d function", Context: guards.ReprOf(th, fn.Ref()),
		Explanation: "Skip inlining function " + guards.ReprOf(th, fn.Ref()) + " since it was wrapped with `torch.compiler.disable` (reason: " + disableReason(th, fn) + ")"}
}

func moduleName(f *object.Function) string {
	v, ok := f.Globals.Lookup("__name__")
	if !ok {
		return ""
	}
	s, ok := object.AsStr(v)
	if !ok {
		return ""
	}
	return s.S
}

func functionPath(f *object.Function) string { return moduleName(f) + "." + f.Code.QualName }

// foldable are skipped modules whose functions are pure: on constants they run while tracing.
var foldable = map[string]bool{"re": true, "string": true, "importlib.util": true}

// foldOr runs a pure function on constants; else the graph breaks with skip.
func (t *Trace) foldOr(th *object.Thread, skip error, fn object.Value, module string, args []Tracker, kwargs []KW) (Tracker, error) {
	if !foldable[module] || !t.allConstant(th, args, kwargs) {
		return nil, skip
	}
	v, err := t.callNative(th, fn, args, kwargs)
	if err != nil {
		return nil, err
	}
	return t.FromValue(v), nil
}

// interpNative are the skipped modules that are native in CPython.
var interpNative = map[string]bool{"_contextvars": true, "time": true, "_random": true, "_bisect": true, "_io": true, "posix": true, "gc": true, "sys": true, "marshal": true, "_thread": true,
	"_heapq": true, "_pickle": true, "_struct": true, "zlib": true, "binascii": true}

// nativePart are modules whose functions are in a native module in CPython.
var nativePart = map[string]string{"bisect": "_bisect", "heapq": "_heapq", "struct": "_struct"}

// Skipped is the graph break of a function that is never traced.
func Skipped(name, module string) error {
	if module == "numpy" || strings.HasPrefix(module, "numpy.") {
		shown := "<built-in function " + name + ">"
		return &Unsupported{Title: "attempted to trace numpy function unsupported by PyTorch", Context: "numpy function: " + shown + " (corresponding torch function: None)",
			Explanation: "Can't find numpy numpy function " + shown + " in torch._numpy.",
			Hints:       []string{Supportable}}
	}
	if module == "warnings" && name == "warn" {
		return &Unsupported{Title: "Attempted to call function marked as skipped", Context: "module: _warnings, qualname: warn, skip reason: cannot determine source file for _warnings (likely a C extension or builtin)",
			Explanation: "Dynamo does not know how to trace the Python builtin `_warnings.warn`.",
			Hints: []string{"If you are attempting to call a logging function (e.g. `_warnings.warn`), you can try adding it to `torch._dynamo.config.reorderable_logging_functions`.",
				"Please file an issue on GitHub so the PyTorch team can add support for it. "}}
	}
	if place, ok := skippedNatives[module+"."+name]; ok {
		const root = "/usr/lib/python3/dist-packages/"
		return &Unsupported{Title: "Attempted to call function marked as skipped", Hints: skipHints(name),
			Context:     "module: " + place[0] + ", qualname: " + name + ", skip reason: file matches MOD_SKIPLIST (" + root + place[2] + ")",
			Explanation: "Dynamo developers have intentionally marked that the function `" + name + "` in file `" + root + place[1] + "` should not be traced."}
	}
	if part, ok := nativePart[module]; ok {
		module = part
	}
	if native := interpNative[module]; native || module == "torch" && name == "set_num_threads" {
		return skippedNative(module, name, module)
	}
	return &Unsupported{Title: "Attempted to call function marked as skipped", Context: "module: " + module + ", qualname: " + name + ", skip reason: <missing reason>",
		Explanation: "Dynamo does not know how to trace the function `" + module + "." + name + "`."}
}

// skippedNative is the break at a call of native code that has no rule.
func skippedNative(module, name, file string) error {
	return &Unsupported{Title: "Attempted to call function marked as skipped", Context: "module: " + module + ", qualname: " + name + ", skip reason: cannot determine source file for " + file + " (likely a C extension or builtin)",
		Explanation: "Dynamo does not know how to trace the builtin `" + module + "." + name + ".` This function is either a Python builtin (e.g. _warnings.warn) or a third-party C/C++ Python extension (perhaps created with pybind).",
		Hints: []string{"If it is a Python builtin, please file an issue on GitHub so the PyTorch team can add support for it and see the next case for a workaround.",
			"If it is a third-party C/C++ Python extension, please either wrap it into a PyTorch-understood custom operator (see https://pytorch.org/tutorials/advanced/custom_ops_landing_page.html for more details) or, if it is traceable, use `torch.compiler.allow_in_graph`."}}
}
