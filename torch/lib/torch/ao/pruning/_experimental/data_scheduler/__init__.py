"""Schedulers for sparsifiers of plain tensors."""
from .base_data_scheduler import BaseDataScheduler
