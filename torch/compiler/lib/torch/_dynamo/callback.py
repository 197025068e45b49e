"""Functions that are called when a compilation starts and ends."""

import contextlib
import dataclasses
import enum


class CallbackTrigger(enum.Enum):
    DYNAMO = 1
    LAZY_BACKWARD = 2
    TRITON_AUTOTUNING = 3
    CUDAGRAPH_RECORDING = 4


@dataclasses.dataclass
class CallbackArgs:
    callback_trigger: CallbackTrigger
    compile_id: str


class CompilationCallbackHandler:
    __pending_callbacks_counter = 0  # compilations within compilations are not told

    def __init__(self):
        self.start_callbacks = []
        self.end_callbacks = []

    def register_start_callback(self, callback):
        self.start_callbacks.append(callback)
        return callback

    def register_end_callback(self, callback):
        self.end_callbacks.append(callback)
        return callback

    def remove_start_callback(self, callback):
        self.start_callbacks.remove(callback)

    def remove_end_callback(self, callback):
        self.end_callbacks.remove(callback)

    def run_start_callbacks(self, args=None):
        for callback in self.start_callbacks:
            callback(args)

    def run_end_callbacks(self, args=None):
        for callback in self.end_callbacks:
            callback(args)

    @contextlib.contextmanager
    def install_callbacks(self, trigger, compile_id):
        args = CallbackArgs(trigger, compile_id)
        self.__pending_callbacks_counter += 1
        if self.__pending_callbacks_counter == 1:
            self.run_start_callbacks(args)
        try:
            yield
        finally:
            assert self.__pending_callbacks_counter > 0, "Pending callbacks counter cannot become negative."
            if self.__pending_callbacks_counter == 1:
                self.run_end_callbacks(args)
            self.__pending_callbacks_counter -= 1

    def clear(self):
        self.start_callbacks.clear()
        self.end_callbacks.clear()
        assert self.__pending_callbacks_counter == 0, f"Cannot clear callbacks while {self.__pending_callbacks_counter} are pending"


def _of_dynamo(compile_id):
    return CallbackArgs(CallbackTrigger.DYNAMO, compile_id)


def _of_backward(compile_id):
    return CallbackArgs(CallbackTrigger.LAZY_BACKWARD, compile_id)


callback_handler = CompilationCallbackHandler()


def on_compile_start(callback):
    return callback_handler.register_start_callback(callback)


def on_compile_end(callback):
    return callback_handler.register_end_callback(callback)
