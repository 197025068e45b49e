"""Which modules were made when."""


class MutationTracker:
    """Modules are guarded by their members: there is nothing to track."""


class GenerationTracker:
    generation = 0

    @staticmethod
    def check(obj):
        return False

    @staticmethod
    def clear():
        GenerationTracker.generation = 0
