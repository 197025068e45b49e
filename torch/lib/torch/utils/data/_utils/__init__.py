"""Parts of the loader."""

from . import collate, fetch, pin_memory, worker

MP_STATUS_CHECK_INTERVAL = 5.0
IS_WINDOWS = False
HAS_NUMPY = True
python_exit_status = False
