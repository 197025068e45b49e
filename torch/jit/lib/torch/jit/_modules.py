"""Methods of torch.nn's modules as scripts compile them, by their qualified names."""
import torch
from torch import Tensor
from torch.nn import functional as F


class Module:
    def conv1d(self, input: Tensor) -> Tensor:
        return torch.conv1d(input, self.weight, self.bias, self.stride, self.padding, self.dilation, self.groups)

    def conv2d(self, input: Tensor) -> Tensor:
        return torch.conv2d(input, self.weight, self.bias, self.stride, self.padding, self.dilation, self.groups)

    def batch_norm(self, input: Tensor) -> Tensor:
        if self.momentum is None:
            exponential_average_factor = 0.0
        else:
            exponential_average_factor = self.momentum
        if self.training and self.track_running_stats:
            if self.num_batches_tracked is not None:
                self.num_batches_tracked.add_(1)
        if self.training:
            bn_training = True
        else:
            bn_training = self.running_mean is None and self.running_var is None
        return F.batch_norm(input, self.running_mean if not self.training or self.track_running_stats else None,
                            self.running_var if not self.training or self.track_running_stats else None, self.weight, self.bias, bn_training,
                            exponential_average_factor, self.eps)


methods = {
    "Conv1d.forward": Module.conv1d, "Conv2d.forward": Module.conv2d, "_BatchNorm.forward": Module.batch_norm, "BatchNorm1d.forward": Module.batch_norm,
    "BatchNorm2d.forward": Module.batch_norm, "_NormBase.forward": Module.batch_norm,
}
