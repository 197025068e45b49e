package ops

import "strings"

// notTensors says how the functions that PyTorch writes in Python fail where an argument is no tensor: at the first attribute of it
// that they look up, or in the operator that they pass it to. A line has functions, a parameter in the order in which they look at them, and the attribute behind a dot, or
// the name and the position that the error has; f_ stands for the function that works in place where inplace is true.
const notTensors = `
relu relu6 elu selu celu leaky_relu hardtanh hardsigmoid hardswish silu mish rrelu dropout alpha_dropout feature_alpha_dropout threshold | input | f_ 1
glu dropout1d dropout2d dropout3d group_norm local_response_norm embedding_bag interpolate upsample | input | .dim
tanhshrink tanh | input | .tanh
softsign | input | .abs
sigmoid | input | .sigmoid
softmax | input | .softmax
log_softmax | input | .log_softmax
gumbel_softmax | logits | empty_like 1
instance_norm adaptive_avg_pool2d adaptive_avg_pool3d adaptive_max_pool2d adaptive_max_pool3d max_unpool1d max_unpool2d max_unpool3d gaussian_nll_loss | input | .size
normalize | input | .norm
embedding | weight | embedding 1
embedding | input | embedding 2
embedding_bag | weight | .dtype
batch_norm | running_mean | batch_norm 4
batch_norm | running_var | batch_norm 5
lp_pool1d lp_pool2d lp_pool3d | input | .pow
unfold | input | im2col 1
fold | input | col2im 1
grid_sample | input | grid_sampler 1
grid_sample | grid | grid_sampler 2
affine_grid | theta | .is_floating_point
mse_loss l1_loss smooth_l1_loss huber_loss binary_cross_entropy binary_cross_entropy_with_logits | target | .size
mse_loss l1_loss smooth_l1_loss huber_loss binary_cross_entropy binary_cross_entropy_with_logits | input | .size
cross_entropy | input | cross_entropy_loss 1
cross_entropy | target | cross_entropy_loss 2
cross_entropy | weight | cross_entropy_loss 3
nll_loss | input | nll_loss_nd 1
nll_loss | target | nll_loss_nd 2
nll_loss | weight | nll_loss_nd 3
margin_ranking_loss | input1 | .dim
margin_ranking_loss | input2 | .dim
margin_ranking_loss | target | .dim
triplet_margin_with_distance_loss | anchor | .ndim
triplet_margin_with_distance_loss | positive | .ndim
triplet_margin_with_distance_loss | negative | .ndim
tensordot | a | .dim
tensordot | b | .dim
norm | input | .layout
`

// throwAsPython throws what a function of PyTorch's Python does about an argument that is no tensor.
func (p *Packet) throwAsPython(args []Value, kwargs []KW) {
	params := p.Ops[0].Schema().Params
	given := func(name string) (Value, bool) {
		for i := range params {
			if params[i].Name != name {
				continue
			}
			if i < len(args) {
				return args[i], true
			}
			for _, kw := range kwargs {
				if kw.Name == name {
					return kw.Value, true
				}
			}
		}
		return nil, false
	}
	for _, line := range strings.Split(strings.TrimSpace(notTensors), "\n") {
		parts := strings.Split(line, " | ")
		if !strings.Contains(" "+parts[0]+" ", " "+p.Name+" ") {
			continue
		}
		v, ok := given(parts[1])
		if !ok || isTensor(v) || v == nil && parts[1] == "weight" && p.Name != "embedding" {
			continue
		}
		if attribute, ok := strings.CutPrefix(parts[2], "."); ok {
			throw("AttributeError", "'%s' object has no attribute '%s'", TypeName(v), attribute)
		}
		name, position, _ := strings.Cut(parts[2], " ")
		if name == "f_" {
			name = p.Name
			if inplace, _ := given("inplace"); inplace == true {
				name += "_"
			}
		}
		throw("TypeError", "%s(): argument '%s' (position %s) must be Tensor, not %s", name, pick(name == "embedding" && parts[1] == "input", "indices", parts[1]), position, TypeName(v))
	}
}
