"""The old name of torch.hub's download."""
from torch.hub import load_state_dict_from_url, tqdm

load_url = load_state_dict_from_url
