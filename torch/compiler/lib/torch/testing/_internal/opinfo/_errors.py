"""Calls that operators refuse: for each a kind of error, a part of its text, and the call in the language of _samples."""

ERRORS = """
gather | RuntimeError | Expected dtype int32/int64 for index | t(3,2),0,t(1,1)
gather | RuntimeError | Index tensor must have the same number of dimensions as input tensor | t(3,2),0,i(3,1)
gather | RuntimeError | out of bounds for dimension | t(3,2),0,i(1,1,1)+7
scatter | RuntimeError | Expected self.dtype to be equal to src.dtype | t(3,2),0,i(3,1,2),t(1,2).double()
scatter_add | RuntimeError | out of bounds for dimension | t(3,2),0,i(1,1,2)+9,t(1,2)
index_select | IndexError | Index is supposed to be a vector | t(4,2),0,i(4,1,1)
index_select | RuntimeError | Expected dtype int32 or int64 for index | t(4,2),0,t(1)
index_add | IndexError | Index is supposed to be a vector | t(4,3),0,i(1,1,1),t(1,3)
index_add | RuntimeError | must have the same scalar type | t(4,3),0,i(4,1),t(1,3).double()
index_copy | IndexError | Index should have dimension 1 or 0 | t(4,3),0,i(4,2,2),t(2,3)
index_copy | RuntimeError | Expected a long tensor for index | t(4,3),0,t(2),t(2,3)
index_fill | IndexError | Expected dtype int64 for index | t(4,3),0,t(1),1
take | RuntimeError | Expected a long tensor for index | t(3),t(1)
take | IndexError | tried to access index 5 on a tensor of 3 elements | t(3),i(1,1)+5
put | RuntimeError | Expected a long tensor for index | t(2,3),t(2),t(2)
masked_fill | RuntimeError | only supports a 0-dimensional value tensor | t(4),b(4),t(2)
masked_scatter | RuntimeError | only supports boolean masks | t(4),i(2,4),t(4)
masked_select | RuntimeError | expected BoolTensor for mask | t(3),t(3)
cat | RuntimeError | Sizes of tensors must match except in dimension | [t(2,3),t(2,2)]
stack | RuntimeError | stack expects each tensor to be equal size | [t(2),t(3)]
hstack | RuntimeError | Tensors must have same number of dimensions|Sizes of tensors must match | [t(2,2),t(3,3)]
vstack | RuntimeError | Sizes of tensors must match | [t(2),t(3)]
split | RuntimeError | split expects split_size be non-negative | t(5),-1
chunk | RuntimeError | chunk expects `chunks` to be greater than 0 | t(5),0
hsplit | RuntimeError | torch.hsplit requires a tensor with at least 1 dimension | t(),2
vsplit | RuntimeError | torch.vsplit requires a tensor with at least 2 dimension | t(4),2
dsplit | RuntimeError | torch.dsplit requires a tensor with at least 3 dimension | t(2,2),2
view | RuntimeError | is invalid for input of size | t(2,3),(4,)
reshape | RuntimeError | is invalid for input of size | t(2,3),(4,)
expand | RuntimeError | The expanded size of the tensor | t(2,3),(2,4)
permute | RuntimeError | duplicate dims are not allowed | t(2,3),(0,0)
transpose | IndexError | Dimension out of range | t(2,3),0,2
t | RuntimeError | t\\(\\) expects a tensor with <= 2 dimensions | t(2,3,4)
squeeze | IndexError | Dimension out of range | t(2,3),5
unsqueeze | IndexError | Dimension out of range | t(2),3
flatten | RuntimeError | start_dim cannot come after end_dim | t(2,3),1,0
unflatten | RuntimeError | don't multiply up to the size of dim 0 | t(6),0,(4,2)
movedim | RuntimeError | repeated dim in `source` | t(2,3),(0,0),(1,0)
flip | RuntimeError | appears multiple times in the list of dims | t(2,2),(0,0)
fliplr | RuntimeError | Input must be >= 2-d | t(2)
flipud | RuntimeError | Input must be >= 1-d | t()
rot90 | RuntimeError | expected rotation dims to be different | t(2,2),1,(0,0)
roll | RuntimeError | shifts and dimensions must align | t(2,2),(1,1),(0,)
unfold | RuntimeError | maximum size for tensor at dimension 0 is 5 but size is 6 | t(5),0,6,1
diag | RuntimeError | Supports 1D or 2D tensors | t(2,2,2)
diagonal | RuntimeError | diagonal dimensions cannot be identical | t(3,3),0,0,0
narrow | RuntimeError | exceeds dimension size | t(5),0,2,9
select | IndexError | out of range for tensor of size | t(2,2),0,5
tril | RuntimeError | input tensor must have at least 2 dimensions | t(3)
trace | RuntimeError | expected a matrix | t(2)
topk | RuntimeError | selected index k out of range | t(2),3
kthvalue | RuntimeError | selected number k out of range for dimension 0 | t(2),3
sort | IndexError | Dimension out of range | t(2),3
quantile | RuntimeError | q must be in the range \\[0, 1\\] | t(2),1.5
median | IndexError | Expected reduction dim 0 to have non-zero size | t(0,2),0
mode | IndexError | Expected reduction dim 0 to have non-zero size | t(0)
renorm | RuntimeError | input needs at least 2 dimensions | t(2),1,0,1.0
cdist | RuntimeError | X1 and X2 must have the same number of columns | t(2,3),t(2,4)
dist | RuntimeError | must match the size of tensor b | t(2),t(3)
cov | RuntimeError | expected input to have two or fewer dimensions | t(2,2,2)
diff | RuntimeError | diff expects input to be at least one-dimensional | t()
gradient | RuntimeError | torch.gradient expected each dimension size to be at least | t(1)
mm | RuntimeError | mat1 and mat2 shapes cannot be multiplied | t(2,3),t(2,3)
bmm | RuntimeError | Expected size for first two dimensions of batch2 tensor | t(2,2,2),t(3,2,2)
dot | RuntimeError | inconsistent tensor size, expected tensor | t(2),t(3)
mv | RuntimeError | size mismatch | t(2,2),t(3)
kron | TypeError | must be Tensor | t(2),3
vander | RuntimeError | x must be a one-dimensional tensor | t(2,2)
combinations | RuntimeError | Expect a 1D vector | t(2,2)
repeat_interleave | RuntimeError | repeats must be 0-dim or 1-dim tensor | t(3),i(3,1,3)
histc | RuntimeError | bins must be > 0 | t(2),0
where | RuntimeError | where expected condition to be a boolean tensor | t(2),t(2),t(2)
linalg.inv | RuntimeError | must be batches of square matrices | t(2,3)
linalg.solve | RuntimeError | Incompatible shapes of A and B|The batch dims|linalg.solve | t(2,2),t(3,3)
linalg.cholesky | RuntimeError | The input tensor A must have at least 2 dimensions | t(2)
linalg.cross | RuntimeError | inputs dimension -1 must have length 3 | t(2),t(2)
linalg.multi_dot | RuntimeError | expected at least 2 tensors but got 1 | [t(2)]
linalg.matrix_norm | RuntimeError | must have at least 2 dimensions | t(2)
fft.fft | RuntimeError | Invalid number of data points | t(4),0
einsum | RuntimeError | more operands were provided than specified in the equation|fewer operands were provided than specified in the equation | 'ij,jk',t(2,3)
tensordot | RuntimeError | contracted dimensions need to match | t(2,3),t(2,2),1
multinomial | RuntimeError | cannot sample n_sample > prob_dist.size | p(3),5
arange | RuntimeError | step must be nonzero | 0,5,0
eye | RuntimeError | n must be greater or equal to 0 | -1
linspace | RuntimeError | number of steps must be non-negative | 0,1,-1
nn.functional.pdist | RuntimeError | pdist only supports 2D tensors | t(3)
nn.functional.glu | RuntimeError | Halving dimension must be even | t(3)
nn.functional.one_hot | RuntimeError | Class values must be non-negative | i(1,1)-1
nn.functional.embedding | RuntimeError | 'weight' must be 2-D | i(1,1),t(3)
nn.functional.bilinear | RuntimeError | input batch dimensions do not match at dim 0 | t(2,3),t(3,4),t(5,3,4)
nn.functional.pixel_unshuffle | RuntimeError | pixel_unshuffle expects height to be divisible | t(1,3,3,2),2
nn.functional.layer_norm | RuntimeError | expected input with shape | t(2,4),(3,)
nn.functional.group_norm | RuntimeError | divisible by num_groups | t(2,3,2),2
"""


def errors_of(name):
    """The function of error inputs of an operator, or None."""
    rows = [line.split(" | ") for line in ERRORS.strip().split("\n") if line.startswith(name + " | ")]
    if not rows:
        return None

    def error_inputs(op_info, device, **kwargs):
        import torch
        from torch.testing._internal.opinfo._samples import makers_of
        from torch.testing._internal.opinfo.core import ErrorInput

        makers = makers_of(torch.float32, device, False)
        for _, kind, text, call in rows:
            yield ErrorInput(eval(f"call({call})", makers), error_type={"RuntimeError": RuntimeError, "IndexError": IndexError, "TypeError": TypeError}[kind], error_regex=text)

    return error_inputs
