"""The old name of tensors."""
from torch.autograd import Variable
