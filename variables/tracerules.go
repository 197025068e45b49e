package variables

import (
	"fmt"
	"strings"

	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/vm/object"
)

// This file says which functions of libraries tracing does not go into: those that are one node of the graph, and those that it leaves out, and in which words that is said. PyTorch skips functions by the file that has them: by
// lists of its own modules, from which others are taken again, and of modules of Python.

// inGraphFunctions are functions that PyTorch has as operators, or records whole, and magneto writes in Python: a call is one node.
var inGraphFunctions = map[string]bool{
	"torch._attention._native_multi_head_attention":          true,
	"torch._attention._transformer_encoder_layer_fwd":        true,
	"torch._c_names._log_api_usage_once":                     true,
	"torch._functions.pca_lowrank":                           true,
	"torch._functions.svd_lowrank":                           true,
	"torch._functions.unravel_index":                         true,
	"torch._more_functions.as_strided_":                      true,
	"torch._more_functions.conv_tbc":                         true,
	"torch._more_functions.dsmm":                             true,
	"torch._more_functions.embedding_bag":                    true,
	"torch._more_functions.embedding_renorm_":                true,
	"torch._more_functions.native_norm":                      true,
	"torch._more_functions.poisson_nll_loss":                 true,
	"torch._more_functions.spmm":                             true,
	"torch._more_functions.rrelu":                            true,
	"torch._more_functions.rrelu_":                           true,
	"torch.nn.functional.fractional_max_pool2d":              true,
	"torch.nn.functional.fractional_max_pool2d_with_indices": true,
	"torch.nn.functional.fractional_max_pool3d":              true,
	"torch.nn.functional.fractional_max_pool3d_with_indices": true,
	"torch.nn.functional.max_unpool1d":                       true,
	"torch.nn.functional.max_unpool2d":                       true,
	"torch.nn.functional.max_unpool3d":                       true,
	"torch.nn.functional.multi_head_attention_forward":       true,
	"torch.nn.functional.multilabel_margin_loss":             true,
	"torch.nn.functional.multilabel_soft_margin_loss":        true,
	"torch.nn.functional.upsample_nearest":                   true,
	"torch.nn.functional.upsample_bilinear":                  true,
	"torch.nn.functional.upsample":                           true,
}

// inGraphModules are modules all of whose functions are such.
var inGraphModules = map[string]bool{"torch._foreach": true, "torch.masked._ops": true, "torch.nn._pooling": true, "torch.signal.windows": true, "torch.signal.windows.windows": true}

// inGraph tells whether a call of a function is one node.
func inGraph(f *object.Function) bool {
	module := moduleName(f)
	return inGraphModules[module] || inGraphFunctions[module+"."+f.Name.S]
}

// skippedModules are library modules whose functions are never traced. Those with an entry are in PyTorch's list of modules, by which reports say
// why; without, they are what tracing has no rules for here.
var skippedModules = map[string]string{
	"abc": "", "random": "", "re": "", "linecache": "", "logging": "", "json": "", "json.encoder": "", "json.decoder": "",
	"warnings": "", "time": "", "bisect": "", "unittest": "", "io": "",
	"pprint": "", "string": "", "threading": "", "_pickle": "", "_unpickle": "", "_picklenames": "", "tempfile": "", "datetime": "",
	"argparse": "", "subprocess": "", "hashlib": "", "base64": "",
	"torch._dynamo": "", "torch._dynamo.test_dont_skip_tracing_functions": "torch._dynamo", "torch.optim": "", "torch.optim.lr_scheduler": forceSkipped,

	"importlib": "importlib", "torch.compiler": "torch.compiler", "torch._guards": "torch._guards", "torch._jit_internal": "torch._jit_internal", "torch._tensor_str": "torch._tensor_str",
	"torch.amp.grad_scaler": "torch.amp", "torch.cuda.random": "torch.cuda", "torch.autograd.gradcheck": "torch.autograd", "torch.autograd.anomaly_mode": "torch.autograd",
	"torch.backends.mkldnn": "torch.backends", "torch.export": "torch.export", "torch.hub": "torch.hub",
	"torch.jit._script": "torch.jit", "torch.jit._types": "torch.jit", "torch.library": "torch.library",
	"torch.masked.maskedtensor": "torch.masked", "torch.multiprocessing": "torch.multiprocessing", "torch.onnx": "torch.onnx", "torch.package": "torch.package",
	"torch.quasirandom": "torch.quasirandom", "torch.serialization": "torch.serialization", "torch.storage": "torch.storage",
	"torch.utils.benchmark": "torch.utils", "torch.utils.bundled_inputs": "torch.utils", "torch.utils.collect_env": "torch.utils", "torch.utils.data": "torch.utils",
	"torch.utils.dlpack": "torch.utils", "torch.utils.mkldnn": "torch.utils", "torch.utils.mobile_optimizer": "torch.utils", "torch.utils.tensorboard": "torch.utils",
}

// forceSkipped is the entry of files that PyTorch names one by one.
const forceSkipped = "force-skipped"

// skippedFunctions are functions of other modules that PyTorch has in a file of its list.
var skippedFunctions = map[string]string{
	"torch._functions.get_file_path": "torch.__init__", "torch._more_functions.prepare_multiprocessing_environment": "torch.__init__", "torch._utils.typename": "torch.__init__",
	"torch._more_functions.from_dlpack": "torch.utils", "torch._utils._get_all_device_indices": "torch._utils", "torch.autograd.backward": "torch.autograd",
	"torch.cuda.manual_seed": "torch.cuda", "torch.cuda.manual_seed_all": "torch.cuda", "torch.cuda.seed": "torch.cuda", "torch.cuda.seed_all": "torch.cuda",
	"torch.cuda.get_rng_state": "torch.cuda", "torch.cuda.set_rng_state": "torch.cuda",
	"torch.autograd.set_detect_anomaly.__init__": "torch.autograd", "torch.autograd.detect_anomaly.__init__": "torch.autograd", "torch.autograd.graph.save_on_cpu.__init__": "torch.autograd",
	"torch.autograd.grad_mode.set_multithreading_enabled.__init__": "torch.autograd",
	"torch.autograd.graph.saved_tensors_hooks.__init__":            "torch.autograd", "torch.autograd.grad_mode.set_grad_enabled.clone": "torch.autograd",
	"torch.nn.utils.rnn.pack_padded_sequence": "torch.nn", "torch.nn.utils.rnn.pad_packed_sequence": "torch.nn",
	"torch.utils.checkpoint.get_device_states": "torch.utils", "torch.utils.checkpoint.set_device_states": "torch.utils",
}

// tracedClasses are classes of skipped modules whose methods are traced, and functions that are.
var tracedClasses = map[string]bool{"_Environ": true, "GuardsFn": true, "_text_of": true, "annotate": true, "is_scripting": true, "is_tracing": true}

// notTensors are functions that PyTorch records in the graph although they give no tensor, which it finds when it has run them.
var notTensors = map[string]bool{
	"torch.initial_seed": true, "torch.get_num_threads": true, "torch.get_default_device": true, "torch.is_storage": true, "torch.result_type": true, "torch.can_cast": true,
	"torch._utils.is_deterministic_algorithms_warn_only_enabled": true, "torch._utils.get_deterministic_debug_mode": true, "torch._utils.get_float32_matmul_precision": true,
	"torch._utils.is_warn_always_enabled": true, "torch.jit._settings._is_tracing": true, "torch.cpu.is_available": true, "torch.cpu.current_device": true,
	"torch.cpu.device_count": true, "torch.cuda.device_count": true, "torch.cuda.is_bf16_supported": true, "torch.__config__.show": true,
	"torch.backends.cudnn.is_available": true, "torch.backends.cudnn.version": true, "torch.backends.cuda.is_built": true, "torch.backends.mkl.is_available": true,
	"torch.backends.openmp.is_available": true, "torch.random.initial_seed": true, "torch.xpu.device_count": true,
	"torch.random.fork_rng": true, "torch.backends.cudnn.flags": true, "torch.backends.mkldnn.flags": true, "torch.backends.nnpack.flags": true,
	"torch.cuda.memory_allocated": true, "torch.cuda.max_memory_allocated": true, "torch.cuda.memory_reserved": true, "torch.cuda.max_memory_reserved": true,
	"torch.cuda.memory_stats": true, "torch.cuda.get_arch_list": true, "torch.cuda.initial_seed": true, "torch.cuda.current_device": true,
}

// skippedNatives are native functions here that PyTorch has in a file of its list: their module, and the file and entry that say why.
var skippedNatives = map[string][3]string{
	"torch.manual_seed": {"torch.random", "torch/_compile.py", "torch/_compile"}, "torch.get_rng_state": {"torch.random", "torch/random.py", "torch/random"},
	"torch.set_rng_state": {"torch.random", "torch/random.py", "torch/random"},
}

// unsupportedContexts are the classes of contextlib that are not traced.
var unsupportedContexts = map[string]bool{"contextlib.closing": true, "contextlib.redirect_stdout": true, "contextlib.redirect_stderr": true, "contextlib.aclosing": true, "contextlib.AsyncExitStack": true}

// skipEntry is the entry of the lists for which a function is not traced; "" where tracing just has no rules for its module.
func skipEntry(f *object.Function) (entry string, skipped bool) {
	if entry, skipped = skippedFunctions[functionPath(f)]; skipped {
		return entry, true
	}
	for module := moduleName(f); module != ""; {
		if entry, skipped = skippedModules[module]; skipped {
			return entry, entry != "" || module == moduleName(f)
		}
		dot := strings.LastIndexByte(module, '.')
		if dot < 0 {
			break
		}
		module = module[:dot]
	}
	return "", false
}

// neverTraced is the break at a call of a function of the lists; nil for all others.
func (t *Trace) neverTraced(f *object.Function, method bool) error {
	if strings.HasSuffix(f.Code.Filename, "/torch/_compile.py") && f.Code.Name == "inner" { // the decorator of functions that are never compiled
		b := skippedMethod(f.QualName.S, f.Code.Filename, skipList(f, "torch._compile")).(*Unsupported)
		b.Context = strings.Replace(b.Context, "name: "+f.Name.S+",", "name: inner,", 1)
		return b
	}
	entry, skipped := skipEntry(f)
	if !skipped || t.Config.TraceSkipped || tracedClasses[strings.Split(f.Code.QualName, ".")[0]] {
		return nil
	}
	name, module := f.Code.QualName, moduleName(f)
	if entry == "" {
		return Skipped(f.Name.S, module)
	}
	file := f.Code.Filename
	if strings.HasSuffix(entry, ".__init__") { // the function is in another file here
		module, file = strings.TrimSuffix(entry, ".__init__"), libraryRoot(file)+strings.ReplaceAll(entry, ".", "/")+".py"
	}
	reason := skipList(f, entry)
	if entry == forceSkipped {
		reason = "file is force-skipped (" + file + ")"
	}
	if method {
		return skippedMethod(name, file, reason)
	}
	if own := f.QualName.S; own != name { // one that stands for another function
		name = own
		if home, ok := object.AsStr(f.Module()); ok {
			module = home.S
		}
	}
	return &Unsupported{Title: "Attempted to call function marked as skipped", Context: "module: " + module + ", qualname: " + name + ", skip reason: " + reason,
		Explanation: fmt.Sprintf("Dynamo developers have intentionally marked that the function `%s` in file `%s` should not be traced.", name, file),
		Hints:       skipHints(name)}
}

// skipList is the reason that an entry of the lists gives.
func skipList(f *object.Function, entry string) string {
	return "file matches MOD_SKIPLIST (" + libraryRoot(f.Code.Filename) + strings.ReplaceAll(entry, ".", "/") + ")"
}

// testMethods are the modules of unittest whose methods tests call.
var testMethods = map[string]bool{"unittest.assertions": true, "unittest.case": true, "unittest.contexts": true, "unittest.outcome": true}

// skippedTestMethod is the break at a call of a method of unittest.TestCase.
func skippedTestMethod(f *object.Function) error {
	name, reason := f.Code.QualName, "file is in unittest directory"
	if f.Name.S != "assertRaises" && f.Name.S != "subTest" {
		return skippedMethod(name, f.Code.Filename, reason)
	}
	return skippedTestFunction(f)
}

// skippedTestFunction is the break at a call of a function of unittest, or at a new test case.
func skippedTestFunction(f *object.Function) error {
	name, reason := f.Code.QualName, "file is in unittest directory"
	if f.Name.S == "__init__" {
		return skippedMethod(name, f.Code.Filename, reason)
	}
	return &Unsupported{Title: "Attempted to call function marked as skipped", Context: "module: unittest.case, qualname: " + name + ", skip reason: " + reason,
		Explanation: fmt.Sprintf("Dynamo developers have intentionally marked that the function `%s` in file `%s` should not be traced.", name, f.Code.Filename),
		Hints:       skipHints(name)}
}

// skippedMethod is the break at a call of a method that is not traced.
func skippedMethod(name, file, reason string) error {
	short := name[strings.LastIndexByte(name, '.')+1:]
	return &Unsupported{Title: "Attempted to inline function marked as skipped", Context: fmt.Sprintf("qualname: %s, name: %s, filename: `%s`, skip reason: %s", name, short, file, reason),
		Explanation: fmt.Sprintf("Dynamo developers have intentionally marked that the function `%s` should not be traced.", name), Hints: skipHints(name)}
}

func skipHints(name string) []string {
	return []string{fmt.Sprintf("Avoid calling the function `%s`.", name),
		fmt.Sprintf("Apply `@torch._dynamo.dont_skip_tracing` to the function `%s` to force tracing into the function. More graph breaks may occur as a result of attempting to trace into the function.", name),
		"Please file an issue to PyTorch."}
}

// libraryRoot is the folder that has the folder of torch, by a file of it.
func libraryRoot(file string) string {
	at := strings.LastIndex(file, "torch/")
	if at < 0 {
		return ""
	}
	return file[:at]
}

// givesNoTensor calls a function of notTensors, to say what it gives.
func (t *Trace) givesNoTensor(th *object.Thread, fn object.Value, args []Tracker, kwargs []KW) error {
	if err := t.realizeArguments(th, args, kwargs); err != nil {
		return err
	}
	v, err := t.onFakes(th, fn, args, kwargs)
	if err != nil {
		return err
	}
	return nonTensor(v, "call_function", guards.ReprOf(th, fn))
}

func init() {
	const oneHot = "torch._C._nn.one_hot"
	RegisterFunction(oneHot, func(th *object.Thread, t *Trace, args []Tracker, kwargs []KW) (Tracker, error) {
		p, err := parameters("one_hot", args, kwargs, "tensor", "num_classes")
		if err != nil {
			return nil, err
		}
		known := false
		if p[1] != nil {
			if p[1], err = t.Realize(th, p[1]); err != nil {
				return nil, err
			}
			known = true
			if c, constant := p[1].(*Constant); constant {
				n, _ := c.V.AsInt()
				known = n != -1
			}
		}
		if !known {
			return nil, &Unsupported{Title: "Attempted to use `torch.nn.functional.one_hot` with data-dependent output shape",
				Context:     "args=(" + strings.Trim(t.DescribeAll(th, args), "[]") + ",), kwargs=" + t.DescribeKeywords(th, kwargs),
				Explanation: "Dynamo does not support this.",
				Hints:       []string{"Explicitly set the `num_classes` param of the function call `torch.nn.functional.one_hot` to something other than -1."}}
		}
		fn := t.Host.Attribute(th, "torch.nn.functional.one_hot")
		b, _ := object.AsBuiltin(fn)
		return t.CallTorch(th, fn, b.Tag.(*ops.Packet), args, kwargs)
	})
	RegisterFunction("sys.getrecursionlimit", func(th *object.Thread, t *Trace, args []Tracker, kwargs []KW) (Tracker, error) {
		return t.foldCall(th, t.Host.Attribute(th, "sys.getrecursionlimit"), args, kwargs)
	})
}
