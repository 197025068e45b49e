package torch

// scriptCalls are expressions in the variables of fakeInputs; statements in front of one are separated by semicolons.
var scriptCalls = []string{
	// questions
	"x.flatten().stft(8, return_complex=True)", "x.size()", "x.size(0)", "x.size(-1)", "x.size(dim=1)", "x.shape", "x.stride()", "x.stride(0)", "x.dim()", "x.ndim", "x.ndimension()", "x.numel()", "x.nelement()",
	"torch.numel(x)", "x.element_size()", "x.itemsize", "x.nbytes", "x.storage_offset()", "x[1].storage_offset()", "x.dtype", "x.device", "x.layout", "x.is_floating_point()",
	"torch.is_floating_point(x)", "x.is_complex()", "torch.is_complex(z)", "x.is_signed()", "z.conj().is_conj()", "x.is_neg()", "x.is_inference()", "x.is_contiguous()",
	"x.t().is_contiguous()", "p.is_contiguous(memory_format=torch.channels_last)", "x.is_same_size(y)", "x.get_device()", "x.is_pinned()", "x.is_shared()", "x._is_view()", "x.is_leaf",
	"x.requires_grad", "x.grad", "x.grad_fn", "x.is_cuda", "x.is_cpu", "x.is_meta", "x.output_nr", "x.retains_grad", "x.type()", "torch.is_tensor(x)", "isinstance(x, torch.Tensor)",
	"len(x)", "torch.result_type(x, i)", "torch.result_type(x, 2.5)", "torch.can_cast(torch.float, torch.int)", "torch.promote_types(torch.int, torch.half)", "x.shape.numel()",
	"torch.Size([x.size(0), 3])", "x.shape + (2,)", "x.shape[:1]", "torch.Size((2,)) + x.shape", "list(x.shape)", "tuple(x.shape)", "x.shape == y.shape", "x.size() == y.size()",
	"torch.ops.aten.sym_size.int(x, 0)", "torch.ops.aten.sym_numel.default(x)", "torch.typename(x)",
	// numbers from sizes
	"x.size(0) + 1", "1 + x.size(0)", "x.size(0) - x.size(1)", "2 - x.size(0)", "x.size(0) * 3", "3 * x.size(0) * x.size(1)", "x.size(0) // 2", "x.size(0) % 4", "13 // x.size(0)", "13 % x.size(0)",
	"x.size(0) ** 2", "-x.size(0)", "+x.size(0)", "abs(-x.size(0))", "x.size(0) / 2", "2 / x.size(0)", "x.size(0) * 0.5", "x.size(0) ** -1", "x.size(0) ** 0.5", "2 ** x.size(0)", "divmod(x.size(0), 4)",
	"x.size(0) > 3", "x.size(0) == 6", "6 == x.size(0)", "x.size(0) != x.size(1)", "x.size(0) <= 5.5", "bool(x.size(0))", "not x.size(0)", "int(x.size(0))", "float(x.size(0))", "str(x.size(0) > 2)",
	"min(x.size(0), 3)", "max(x.size(0), x.size(1))", "torch.sym_max(x.size(0), 9)", "torch.sym_max(1, x.size(0))", "torch.sym_min(x.size(0), x.size(1))", "torch.sym_sum([2, x.size(0), x.size(1)])",
	"torch.sym_int(x.size(0))", "torch.sym_float(x.size(0))", "torch.sym_not(x.size(0) > 3)", "math.sqrt(x.size(0))", "math.ceil(x.size(0))", "list(range(x.size(1)))", "sum(x.shape)", "math.prod(x.shape)",
	"operator.mul(x.size(0), 2)", "operator.floordiv(x.size(0), 2)", "[1, 2, 3, 4, 5][x.size(1)]", "x.size(0) in (6, 7)", "[0] * x.size(1)", "x.size(0) << 1", "x.size(0) & 2",
	// conversions
	"x.to(torch.float64)", "x.to('cpu')", "x.to('cpu', torch.float64)", "x.to(torch.device('cpu'), torch.int32, copy=True)", "x.to(i)", "x.to(dtype=torch.half)", "x.to(device='cpu', dtype=torch.half)",
	"p.to(memory_format=torch.channels_last)", "x.to(x) is x", "x.to(torch.float32) is x", "x.to(None)", "x.cpu() is x", "x.type(torch.int64)", "x.type('torch.DoubleTensor')", "x.type(torch.IntTensor)",
	"x.type(dtype=torch.float16)", "x.type_as(i)", "x.float()", "x.double()", "x.half()", "x.bfloat16()", "x.int()", "x.long()", "x.short()", "x.char()", "x.byte()", "x.bool()", "x.cfloat()", "x.cdouble()", "x.chalf()", "x.where(c, y)", "x.where(c, 0.0)",
	"x.new_tensor([1, 2])", "i.new_tensor([1.5, 2])", "x.new_zeros(3)", "x.new_ones((x.size(0), 2))", "x.new_full((x.size(1),), 2)", "x.new_empty(2, x.size(0))", "torch.as_tensor(x)", "torch.as_tensor(x, dtype=torch.half)",
	"torch.asarray(x)", "x.as_subclass(torch.Tensor)",
	// new tensors from sizes
	"torch.zeros(x.size(0))", "torch.zeros(x.size(0), 3)", "torch.ones(x.shape)", "torch.ones((2, x.size(1)))", "torch.full((x.size(0),), 1.5)", "torch.empty(x.size(0), x.size(1) // 2)", "torch.arange(x.size(0))",
	"torch.arange(0, x.size(0), 2)", "torch.eye(x.size(0))", "torch.zeros_like(x)", "torch.ones_like(x, dtype=torch.int64)", "torch.full_like(x, 3)", "torch.empty_like(x)", "torch.rand(x.size(0), 2)",
	"torch.randn(x.shape)", "torch.rand_like(x)", "torch.randn_like(x)", "torch.randint(0, 5, (x.size(0),))", "torch.randint_like(x, 5)", "torch.randperm(x.size(0))", "torch.linspace(0, 1, 5)", "torch.tensor(2.0)",
	"torch.scalar_tensor(2.0)", "torch.tril_indices(3, 3)", "torch.bernoulli(x)", "torch.multinomial(x, 2)", "torch.normal(x, 1.0)", "torch.tensor(x.size(0))", "torch.tensor([x.size(0), 1])",
	// operators
	"x + y", "x + 1", "1 + x", "x - 2", "2 - x", "x * x.size(0)", "x.size(0) * x", "x.size(0) - x", "x / x.size(1)", "1 / x", "x.size(0) / x", "x // 2", "2 // x", "x % 2", "2 % x", "x ** 2", "2 ** x", "x @ v", "m @ m", "x.size(0) ** x",
	"-x", "+x", "abs(x)", "~c", "c & c", "c | True", "True ^ c", "i << 1", "1 << i", "i >> 1", "x == y", "x != 1", "x < y", "x <= x.size(0)", "x > 0.5", "2 >= x", "x.eq(y)",
	"x += y; x", "x -= 1; x", "x *= x.size(0); x", "x /= 2; x", "c &= c; c", "x.add_(y) is x", "x.mul_(2).add_(1)", "torch.add(x, y, alpha=2)", "torch.add(x, y, out=torch.empty(0))",
	"x[0]", "x[-1]", "x[:, 1]", "x[1:]", "x[:x.size(0) // 2]", "x[x.size(0) - 1]", "x[..., None]", "x[None]", "x[i]", "x[[0, 2]]", "x[i, 0]", "x[1:3, ::2]", "x[True]", "p[:, :, 0]", "p[..., 1:-1]", "x[i[0:2]]", "x[torch.tensor([0, 1])]",
	"x[0] = 1; x", "x[:, 1] = v[0]; x", "x[i] = 0.5; x", "x[c] = 0.0; x", "x[1:3] = y[0:2]; x", "x[0] += 1; x", "list(x.unbind(1))", "a, b, *_ = x.t(); a + b", "[r for r in x.t()]", "list(reversed(list(v)))", "x.__reversed__()",
	"x.T", "x.mT", "x.H", "x.mH", "z.real", "z.imag", "x.real", "x.data", "x.detach()", "x.t()", "x.view(-1)", "x.view(x.size(1), -1)", "x.view(torch.int32)", "x.view((x.size(0), 2, 2))", "x.reshape(-1, 2)", "x.view_as(y)", "x.reshape_as(y)",
	"x.flatten()", "x.unflatten(1, (2, 2))", "x.expand(3, x.size(0), x.size(1))", "x.expand(2, -1, -1)", "x.expand_as(y)", "x.repeat(2, 1)", "x.tile((2,))", "x.permute(1, 0)", "x.transpose(0, 1)", "x.unsqueeze(0)", "x.squeeze()",
	"x.contiguous() is x", "x.t().contiguous()", "x.clone()", "x.narrow(0, 1, 2)", "x.narrow(0, 1, x.size(0) - 1)", "x.select(0, 1)", "x.chunk(2)", "x.split(2)", "x.split([1, 5])", "x.split(x.size(0) // 2)", "torch.split(x, 3)",
	"torch.split(x, [2, 4], dim=0)", "torch.split(x, 2, 1)", "x.tensor_split(2)", "x.unbind(1)", "x.unfold(0, 2, 1)", "x.as_strided((2, 2), (1, 2))", "x.diagonal()", "x.movedim(0, 1)", "x.swapaxes(0, 1)", "x.sum_to_size(1, x.size(1))",
	"x.sum_to_size((x.size(1),))", "x.resize_(2, 2)", "x.resize_as_(v)", "x.fill_diagonal_(2.0)", "x.fill_(1.0)", "x.zero_()", "x.copy_(y)", "x.masked_fill_(c, 0.0)", "x.masked_fill(c, -1)", "x.index_fill(0, i[:2], 1.0)",
	"x.index_select(0, i)", "x.gather(1, i.unsqueeze(1))", "x.scatter(1, i.unsqueeze(1), 1.0)", "x.scatter_add(1, i.unsqueeze(1), x)", "x.index_add(0, i, x)", "torch.where(c, x, y)", "torch.where(c, x, 0.0)", "torch.take_along_dim(x, i.unsqueeze(1), 1)",
	"x.requires_grad_() is x", "x.requires_grad_(); x.requires_grad", "x.requires_grad = True; x.requires_grad", "x.apply_ is not None", "x.clamp(0, 1)", "x.clamp(min=0.2)", "x.clamp_(max=0.2)", "x.tril()", "x.triu(1)",
	// reductions and sorting
	"x.sum()", "x.sum(0)", "x.sum((0, 1), keepdim=True)", "x.mean(dim=1)", "x.prod()", "x.max()", "x.max(1)", "x.max(y)", "x.min(0, keepdim=True)", "torch.max(x, dim=1).values", "torch.max(x, y)", "x.amax(1)", "x.argmax()", "x.argmax(1)", "x.var()",
	"x.std(0)", "x.norm()", "x.norm(1, dim=1)", "torch.norm(x)", "torch.norm(x, p=1, dim=1)", "torch.norm(x, 'fro')", "x.all()", "c.any(1)", "x.cumsum(0)", "x.logsumexp(1)", "x.median()", "x.median(1).indices", "x.mode(1)", "x.sort(1)",
	"torch.sort(x, descending=True)", "x.argsort()", "x.topk(2)", "torch.topk(x, k=2, dim=1)", "x.kthvalue(2)", "torch.aminmax(x)", "torch.var_mean(x, dim=0)", "x.quantile(0.5)", "x.softmax(1)", "torch.log_softmax(x, -1)", "x.count_nonzero()", "torch.histc(x, 5)",
	"x.allclose is not None", "torch.cov(x)", "torch.cdist(x, y)", "torch.dist(x, y)", "x.cummax(0)", "x.diff()", "x.renorm(2, 0, 0.5)", "torch.bincount is not None", "torch.searchsorted(v, x)", "torch.bucketize(x, v)",
	// several tensors
	"torch.cat([x, y])", "torch.cat((x, y), 1)", "torch.stack([x, y], dim=1)", "torch.hstack([x, y])", "torch.vstack((x, y))", "torch.meshgrid(v, v, indexing='ij')", "torch.meshgrid([v, v])", "torch.meshgrid(v, v, indexing='xy')",
	"torch.broadcast_tensors(x, v)", "torch.broadcast_to(v, x.shape)", "torch.broadcast_shapes(x.shape, v.shape)", "torch.broadcast_shapes((1, 4), (3, 1), 4)", "torch.block_diag(x, v)", "torch.cartesian_prod(v, v)",
	"torch.atleast_1d(x.sum())", "torch.atleast_2d(v)", "torch.atleast_3d(v, x)", "torch.atleast_2d([v, v])", "torch.chain_matmul(x, m, m)", "torch.linalg.multi_dot([x, m, m])", "torch.einsum('ij,kj->ik', x, y)", "torch.einsum('ij,ij->', [x, y])",
	"torch.einsum('...i,i->...', x, v)", "torch.einsum(x, [0, 1], v, [1], [0])", "torch.einsum(x, [..., 1], [...])", "torch.tensordot(x, y)", "torch.tensordot(x, m, dims=1)", "torch.tensordot(x, y, dims=([0], [0]))", "torch.tensordot(a=x, b=v, dims=1)",
	"torch.kron(v, v)", "torch.outer(v, v)", "torch.bmm(t, t.mT)", "torch.baddbmm(t, t, m.expand(t.size(0), -1, -1))", "torch.addmm(v, x, m)", "torch.mv(x, v)", "torch.dot(v, v)", "torch.matmul(t, v)", "torch.addcmul(x, y, y, value=2)", "torch.lerp(x, y, 0.5)",
	// sizes that depend on data
	"x.nonzero()", "torch.nonzero(c)", "torch.nonzero(c, as_tuple=True)", "c.nonzero(as_tuple=True)", "c.nonzero(as_tuple=False)", "torch.where(c)", "x[c]", "x.masked_select(c)", "torch.unique(i)", "i.unique()", "torch.unique(i, return_inverse=True)",
	"i.unique(return_counts=True)", "torch.unique(x, sorted=True, return_inverse=True, return_counts=True)", "torch.unique_consecutive(i)", "i.unique_consecutive(return_inverse=True)", "torch.argwhere(c)",
	// functions of nn
	"F.relu(x)", "F.relu(x, inplace=True)", "F.gelu(x)", "F.gelu(x, approximate='tanh')", "F.silu(x)", "F.softmax(x, dim=-1)", "F.log_softmax(x, 1)", "F.dropout(x, 0.5)", "F.dropout(x, 0.5, training=False)", "F.linear(x, m, v)", "F.linear(t, m)",
	"F.layer_norm(x, (x.size(1),))", "F.layer_norm(t, v.shape, v, v)", "F.rms_norm(x, (4,))", "F.group_norm(p, 2)", "F.batch_norm(p, None, None, training=True)", "F.instance_norm(p)", "F.normalize(x)", "F.embedding(i, m)", "F.one_hot(i, 5)", "F.pad(x, (1, 2))",
	"F.pad(p, (1, 1, 1, 1), mode='reflect')", "F.pad(x, (0, x.size(0)))", "F.conv2d(p, torch.ones(2, 4, 3, 3), padding=1)", "F.conv2d(p, torch.ones(2, 4, 3, 3), padding='same')", "F.conv1d(t.mT, torch.ones(2, 4, 3))", "F.conv_transpose2d(p, torch.ones(4, 2, 3, 3), stride=2)",
	"F.max_pool2d(p, 2)", "F.max_pool2d(p, 2, return_indices=True)", "F.avg_pool2d(p, 2)", "F.adaptive_avg_pool2d(p, 1)", "F.adaptive_avg_pool2d(p, (2, 2))", "F.interpolate(p, scale_factor=2)", "F.interpolate(p, size=(5, 5), mode='bilinear')",
	"F.cross_entropy(x, i % 4)", "F.cross_entropy(x, x.softmax(1))", "F.nll_loss(x, i % 4)", "F.mse_loss(x, y)", "F.l1_loss(x, y, reduction='none')", "F.smooth_l1_loss(x, y)", "F.huber_loss(x, y)", "F.binary_cross_entropy(x, y)",
	"F.binary_cross_entropy_with_logits(x, y)", "F.kl_div(x, y)", "F.cosine_similarity(x, y)", "F.triplet_margin_loss(x, y, x)", "F.scaled_dot_product_attention(t, t, t)", "F.scaled_dot_product_attention(t, t, t, is_causal=True)", "F.multi_head_attention_forward is not None",
	"F.pixel_shuffle(p, 2)", "F.unfold(p, 2)", "F.glu(x)", "F.softplus(x)", "F.leaky_relu(x, 0.1)", "F.elu(x)", "F.hardtanh(x)", "F.prelu(p, torch.ones(1))", "F.logsigmoid(x)", "F.tanhshrink(x)", "F.threshold(x, 0.1, 0)",
	"F.cosine_embedding_loss(x, y, torch.ones(6))", "F.embedding_bag(i.view(2, -1), m)", "F.gumbel_softmax(x)", "F.bilinear(x, y, torch.ones(2, 4, 4))", "F.lp_pool2d(p, 2, 2)", "F.local_response_norm(p, 2)",
	"nn.Linear(4, 3)(x)", "nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Dropout(0.1), nn.LayerNorm(8))(x)", "nn.Conv2d(4, 2, 3)(p)", "nn.BatchNorm2d(4)(p)", "nn.MultiheadAttention(4, 2, batch_first=True)(t, t, t)", "nn.LSTM(4, 3, batch_first=True)(t)",
	"nn.GRU(4, 3)(t)", "nn.TransformerEncoderLayer(4, 2, 8, batch_first=True)(t)", "nn.Embedding(5, 3)(i)", "nn.GroupNorm(2, 4)(p)", "nn.Flatten()(p)", "nn.AdaptiveAvgPool2d(1)(p)", "nn.CrossEntropyLoss()(x, i % 4)", "nn.Upsample(scale_factor=2)(p)",
	// more operators
	"torch.linalg.norm(x)", "torch.linalg.vector_norm(x, dim=1)", "torch.linalg.inv(m)", "torch.linalg.solve(m, v)", "torch.linalg.qr(x)", "torch.linalg.svd(x, full_matrices=False)", "torch.linalg.eigh(m)", "torch.linalg.cholesky(m @ m.T + torch.eye(4))", "torch.linalg.det(m)",
	"torch.fft.fft(x)", "torch.fft.rfft(x)", "torch.fft.irfft(z)", "torch.special.expit(x)", "torch.trapezoid(x)", "torch.roll(x, 1)", "torch.flip(x, [0])", "torch.rot90(x)", "torch.nan_to_num(x)", "torch.isnan(x)", "torch.polar(x, y)", "torch.complex(x, y)", "torch.view_as_real(z)",
	"torch.combinations(v)", "torch.vander(v)", "torch.trace(m)", "torch.repeat_interleave(x, 2, dim=0)", "torch.diag(v)", "torch.diag_embed(x)", "torch.bitwise_and(i, 3)", "torch.logical_and(c, c)", "torch.isin(i, i)", "torch.cross(torch.ones(3), torch.ones(3))",
	"x.sin().cos_()", "torch.sigmoid(x)", "torch.square(x)", "torch.rsqrt(x)", "torch.pow(x, 2.5)", "torch.pow(2, x)", "torch.float_power(x, 2)", "torch.maximum(x, y)", "torch.fmod(x, 2)", "torch.heaviside(x, v)", "torch.hypot(x, y)", "torch.logaddexp(x, y)", "torch.frexp(x)",
	"x.uniform_()", "x.normal_(0, 1)", "x.bernoulli_(0.5)", "x.exponential_()", "x.random_(0, 5)", "nn.init.xavier_uniform_(x)", "nn.init.kaiming_normal_(x)", "torch.clone(x, memory_format=torch.contiguous_format)", "x.swapdims(0, 1)", "x.ravel()", "x.square_()", "x.neg_()", "x.t_()",
	// the tape
	"x.requires_grad_(); (x * y).sum().backward(); x.grad", "x.requires_grad_(); torch.autograd.grad((x * x).sum(), x)", "x.requires_grad_(); w = x * 2; w.retain_grad(); w.sum().backward(); w.grad", "x.requires_grad_(); (x * 2).requires_grad",
	"x.requires_grad_(); h = x.register_hook(lambda g: g * 2); x.sum().backward(); x.grad", "x.requires_grad_(); y = (x @ m).relu(); g, = torch.autograd.grad(y.sum(), x, create_graph=True); torch.autograd.grad(g.sum(), x, allow_unused=True)[0] is None",
	"x.requires_grad_(); (x * 2).grad_fn is not None", "x.grad = y; x.grad", "x.requires_grad_(); x.detach().requires_grad", "torch.no_grad().__enter__(); x.requires_grad_(); r = (x * 2).requires_grad; torch.set_grad_enabled(True); r", "torch.utils.checkpoint.checkpoint is not None",
	"torch.func.grad(lambda q: (q * q).sum())(x)", "torch.func.vmap(lambda q: q * 2)(x)", "torch.func.vmap(lambda q: q.sum())(x)", "torch.func.jvp(torch.sin, (x,), (y,))", "torch.func.vmap(torch.func.grad(lambda q: q.pow(3).sum()))(x)",
	"x.polygamma(1)", "x.clone().polygamma_(2)",
}
