package ops

import (
	"fmt"
	"math"
	"slices"

	"github.com/magneto-go/magneto/tensor"
)

// typeChecks are refusals of element types that depend on other arguments, beside refusalTable; an addition to argumentChecks.
var typeChecks = map[string]func(ctx *Context, a Args){
	"cumsum": func(_ *Context, a Args) {
		refuseBool("cumsum_out_cpu", a.dtype(2, tensor.Undefined))
		refuseSums("cumsum_out_cpu", a)
	},
	"cumprod": func(_ *Context, a Args) {
		refuseBool("cumprod_out_cpu", a.dtype(2, tensor.Undefined))
		refuseSums("cumprod_out_cpu", a)
	},
	"sum": func(_ *Context, a Args) { refuseSums("sum_cpu", a) },
	"mean": func(_ *Context, a Args) {
		refuseSums("sum_cpu", a)
		if d := dtypeOf(a[0]); d.IsWideUnsigned() && a.none(len(a)-1) {
			throwRuntime("mean(): could not infer output dtype. Input dtype must be either a floating point or complex dtype. Got: %s", d.ScalarName())
		}
	},
	"prod":     func(_ *Context, a Args) { refuseSums("prod_out_cpu", a) },
	"linspace": func(_ *Context, a Args) { refuseBool("linspace_cpu", a.dtype(3, tensor.Undefined)) },
	"logspace": func(_ *Context, a Args) { refuseBool("logspace_cpu", a.dtype(4, tensor.Undefined)) },
	"clamp": func(_ *Context, a Args) {
		if !a.none(1) && !a.none(2) && isTensor(a[1]) && isTensor(a[2]) && dtypeOf(a[1]) == tensor.Bool && dtypeOf(a[2]) == tensor.Bool {
			refuseBool("clamp_cpu", dtypeOf(a[0]))
		}
	},
	"div": func(_ *Context, a Args) {
		if len(a) > 2 && !a.none(2) && isTensor(a[0]) && isTensor(a[1]) && dtypeOf(a[1]) == tensor.Bool {
			refuseBool("div_"+a.str(2)+"_cpu", dtypeOf(a[0]))
		}
	},
	"gradient": func(_ *Context, a Args) {
		check(dtypeOf(a[0]) != tensor.Uint8, "torch.gradient does not support uint8 input.")
	},
	"conv1d": func(_ *Context, a Args) { dilatedTypes(a[0], a[5]) },
	"conv2d": func(_ *Context, a Args) { dilatedTypes(a[0], a[5]) },
	"conv3d": func(_ *Context, a Args) {
		dilatedTypes(a[0], a[5])
		sameBias(a)
		refuseBool("compute_columns3d", dtypeOf(a[0]))
	},
	"pad": func(_ *Context, a Args) {
		if mode := a.str(2); mode == "reflect" || mode == "replicate" {
			refuseBool(fmt.Sprintf("%s_pad%dd", pick(mode == "reflect", "reflection", "replication"), len(a.list(1))/2), dtypeOf(a[0]))
		}
	},
	"kl_div": func(_ *Context, a Args) {
		x, y := dtypeOf(a[0]), dtypeOf(a[1])
		check(!x.IsComplex() && !y.IsComplex(), "kl_div: Complex inputs not supported.")
		check(!x.IsIntOrBool() && !y.IsIntOrBool(), "kl_div: Integral inputs not supported.")
	},
	"huber_loss":             func(ctx *Context, a Args) { ctx.fitsFirst(a[0], a[1]) },
	"tril_indices":           func(_ *Context, a Args) { wholeIndices("tril_indices", a) },
	"triu_indices":           func(_ *Context, a Args) { wholeIndices("triu_indices", a) },
	"nn.functional.hardtanh": notBelowZero,
	"hardtanh":               notBelowZero,
	"nn.functional.rrelu": func(_ *Context, a Args) {
		d := dtypeOf(a[0])
		if !a.bool(3) && !d.IsFloat() {
			notImplemented("leaky_relu_cpu", d)
		}
		if a.bool(3) && d != tensor.Float32 && d != tensor.Float64 && d != tensor.BFloat16 {
			notImplemented("rrelu_with_noise_out_cpu", d)
		}
	},
	"round": func(_ *Context, a Args) {
		if d := dtypeOf(a[0]); len(a) > 1 && !isTensor(a[1]) && !d.IsFloat() && (a.int(1) == 0 || d.IsIntOrBool()) {
			notImplemented(pick(a.int(1) == 0, "round_vml_cpu", "round_cpu"), d)
		}
	},
	"linalg_matrix_norm": func(_ *Context, a Args) {
		spectral := a[1] == "nuc"
		if _, named := a[1].(string); !named {
			spectral = math.Abs(a.float(1)) == 2
		}
		if d := dtypeOf(a[0]); spectral && a.none(4) && (d == tensor.Float16 || d == tensor.BFloat16) {
			throwRuntime("linalg.matrix_norm: Low precision dtypes not supported. Got %s", d.ScalarName())
		}
	},
	"linalg_vector_norm": func(_ *Context, a Args) {
		p := a.floatOr(1, 2)
		if p >= 0 && !math.IsInf(p, 1) {
			return
		}
		sizes := sizesOf(a[0])
		for _, d := range reduceDims(a, 2, len(sizes)) {
			if !isConst(sizes[d], 0) {
				continue
			}
			if len(a.list(2)) == 0 {
				throwRuntime("linalg.vector_norm cannot compute the %g norm on an empty tensor because the operation does not have an identity", p)
			}
			throwRuntime("linalg.vector_norm cannot compute the %g norm on the dimension %dbecause this dimension is empty and the operation does not have an identity", p, d)
		}
	},
	"alpha_dropout":         keptScaled,
	"feature_alpha_dropout": keptScaled,
	"scatter_reduce": func(_ *Context, a Args) {
		mode, d := a.str(4), dtypeOf(a[0])
		if (mode == "amin" || mode == "amax") && d.IsComplex() || mode == "mean" && d == tensor.Bool {
			notImplemented("scatter_gather_tensor_cpu_reduce_"+mode, d)
		}
	},
}

func refuseBool(kernel string, d tensor.DType) {
	if d == tensor.Bool {
		notImplemented(kernel, d)
	}
}

// refuseSums refuses to add or multiply elements of type complex32, unless another type is asked for.
func refuseSums(kernel string, a Args) {
	for _, v := range a[1:] {
		if _, given := v.(tensor.DType); given {
			return
		}
	}
	if isTensor(a[0]) && dtypeOf(a[0]) == tensor.Complex32 {
		notImplemented(kernel, tensor.Complex32)
	}
}

// dilatedTypes refuses the integers that the kernel of convolutions with gaps does not take.
func dilatedTypes(x, dilation Value) {
	steps, _ := dilation.([]Value)
	apart := slices.ContainsFunc(steps, func(v Value) bool { n, ok := toSym(v).Const(); return ok && n > 1 })
	if d := dtypeOf(x); apart && d.IsIntOrBool() && d != tensor.Int64 {
		notImplemented("slow_conv_dilated<>", d)
	}
}

func wholeIndices(name string, a Args) {
	if d := a.dtype(3, tensor.Int64); d != tensor.Int64 && d != tensor.Int32 && d != tensor.Int16 && d != tensor.Int8 {
		notImplemented(name, d)
	}
}

func notBelowZero(_ *Context, a Args) {
	check(dtypeOf(a[0]) != tensor.Uint8 || a.float(1) > -1 && a.float(2) > -1, "cannot do hardtanh on an unsigned type with negative limits")
}

// keptScaled refuses integers, which what is kept is multiplied in place of by a float.
func keptScaled(_ *Context, a Args) {
	if d := dtypeOf(a[0]); a.bool(2) && a.float(1) > 0 && d.IsIntOrBool() {
		throwRuntime("result type Float can't be cast to the desired output type %s", pick(d == tensor.Bool, tensor.Int64, d).ScalarName())
	}
}
