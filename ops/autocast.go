package ops

import (
	"slices"
	"strings"
	"sync"

	"github.com/magneto-go/magneto/tensor"
)

// Autocast is automatic mixed precision: while it is on, operators get their floating-point tensors in the type that suits
// them (torch.autocast). It acts on the calls of scripts; what an operator calls itself keeps its types.
type Autocast struct {
	On    bool
	DType tensor.DType // of the operators that are fast in it
	// Uncached says that weights that were cast are not kept for the next use. Gradients of a weight that is used twice differ in rounding: kept, they
	// are added in the lower type.
	Uncached bool
}

// castWeight is a weight and the type that it was cast to.
type castWeight struct {
	weight *tensor.Tensor
	dtype  tensor.DType
}

// ClearAutocastCache forgets the weights that were cast, as the end of the outermost region of autocast does.
func (ctx *Context) ClearAutocastCache() {
	for _, v := range ctx.castWeights {
		if t, ok := v.(*tensor.Tensor); ok {
			t.Storage().Unhold()
		}
	}
	ctx.castWeights = nil
}

// castTo is a tensor in the type of autocast. Weights are cast once in a region.
func (ctx *Context) castTo(v Value, d tensor.DType) Value {
	t, ok := v.(*tensor.Tensor)
	if !ok || t.DType() != tensor.Float32 || d != ctx.autocast.DType || !t.RequiresGrad || !t.IsLeaf() || t.Base != nil || ctx.autocast.Uncached || !ctx.gradEnabled || len(ctx.levels) != 1 {
		return ctx.toDType(v, d)
	}
	key := castWeight{t, d}
	if kept, ok := ctx.castWeights[key]; ok {
		return kept
	}
	out := ctx.toDType(v, d)
	if made, ok := out.(*tensor.Tensor); ok && made.NeedsGrad() {
		made.Storage().Hold()
		if ctx.castWeights == nil {
			ctx.castWeights = map[castWeight]Value{}
		}
		ctx.castWeights[key] = out
	}
	return out
}

// Autocast is the present state.
func (ctx *Context) Autocast() Autocast { return ctx.autocast }

// SetAutocast changes the state and gives the old one.
func (ctx *Context) SetAutocast(a Autocast) Autocast {
	old := ctx.autocast
	ctx.autocast = a
	return old
}

// The operators that PyTorch's CPU autocast casts, by name: to the lower type, to float32, or to the widest of their arguments.
const (
	castLower = `conv1d conv2d conv3d conv_transpose1d conv_transpose2d conv_transpose3d conv_tbc bmm mm baddbmm addmm addbmm linear matmul
		scaled_dot_product_attention linalg_vecdot`
	castFloat = `avg_pool3d binary_cross_entropy grid_sampler_2d grid_sampler_3d polar prod quantile nanquantile stft cdist trace view_as_complex
		cholesky cholesky_inverse cholesky_solve inverse lu_solve orgqr ormqr pinverse max_pool3d max_unpool2d max_unpool3d adaptive_avg_pool3d
		reflection_pad1d reflection_pad2d replication_pad1d replication_pad2d replication_pad3d mse_loss cosine_embedding_loss nll_loss nll_loss2d
		hinge_embedding_loss poisson_nll_loss smooth_l1_loss cross_entropy cross_entropy_loss l1_loss huber_loss margin_ranking_loss
		soft_margin_loss triplet_margin_loss multi_margin_loss ctc_loss kl_div multilabel_margin_loss binary_cross_entropy_with_logits
		fft_fft fft_ifft fft_fft2 fft_ifft2 fft_fftn fft_ifftn fft_rfft fft_irfft fft_rfft2 fft_irfft2 fft_rfftn fft_irfftn fft_hfft fft_ihfft
		linalg_cond linalg_matrix_rank linalg_solve linalg_cholesky linalg_svdvals linalg_eigvals linalg_eigvalsh linalg_inv
		linalg_householder_product linalg_tensorinv linalg_tensorsolve fake_quantize_per_tensor_affine linalg_eig linalg_eigh linalg_lstsq linalg_qr linalg_svd`
	castWidest = `stack cat index_copy`
	// Composite operators whose products of matrices are cast, and nothing else of them.
	castProducts = `einsum tensordot inner linalg_multi_dot chain_matmul linalg_matrix_power matrix_power cov corrcoef linalg_pinv`
)

// castsProductsOf says whether autocast looks into an operator for products of matrices.
func castsProductsOf(op *Op) bool {
	name := strings.TrimSuffix(op.Name, ".form")
	return op.Variant == Plain && autocastKinds()[name[strings.LastIndexByte(name, '.')+1:]] == castProducts
}

// castProduct gives a product of matrices its arguments in the lower type.
func (ctx *Context) castProduct(op *Op, args []Value) []Value {
	switch op.Name {
	case "mm", "bmm", "matmul", "addmm", "baddbmm":
		return ctx.castArgs(op, args)
	}
	return args
}

var autocastKinds = sync.OnceValue(func() map[string]string {
	kinds := map[string]string{}
	for _, list := range []string{castLower, castFloat, castWidest, castProducts} {
		for _, name := range strings.Fields(list) {
			kinds[name] = list
		}
	}
	return kinds
})

// castArgs gives an operator its arguments as autocast has them. Casts are recorded for autograd; float64 stays.
func (ctx *Context) castArgs(op *Op, args []Value) []Value {
	name := op.Name[strings.LastIndexByte(op.Name, '.')+1:]
	kind := autocastKinds()[name]
	if kind == "" || kind == castProducts || op.Variant != Plain {
		return args
	}
	target := ctx.autocast.DType
	switch kind {
	case castFloat:
		target = tensor.Float32
	case castWidest:
		eachTensor(args, func(v Value) bool {
			if dtypeOf(v) == tensor.Float32 {
				target = tensor.Float32
			}
			return true
		})
	}
	out := slices.Clone(args)
	for i := range slices.Backward(args) { // the last first, as recordings of PyTorch have it
		out[i] = mapTensors(args[i:i+1], func(v Value) Value {
			if d := dtypeOf(v); !d.IsFloat() || d == tensor.Float64 {
				return v
			}
			return ctx.castTo(v, target)
		})[0]
	}
	return out
}
