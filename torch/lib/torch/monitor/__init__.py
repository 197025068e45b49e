"""Counters that other programs read."""


class Aggregation:
    VALUE, MEAN, COUNT, SUM, MAX, MIN = range(6)


class Stat:
    def __init__(self, name, aggregations, *args):
        self.name, self.count, self.values = name, 0, []

    def add(self, v):
        self.count += 1
        self.values.append(v)

    def get(self):
        return {}


class Event:
    def __init__(self, name, timestamp, data):
        self.name, self.timestamp, self.data = name, timestamp, data


_handlers = []


def register_event_handler(handler):
    _handlers.append(handler)
    return handler


def unregister_event_handler(handle):
    _handlers.remove(handle)


def log_event(event):
    for handler in _handlers:
        handler(event)
