"""Finding the operation whose gradient is not a number."""
from torch.autograd import detect_anomaly, set_detect_anomaly
