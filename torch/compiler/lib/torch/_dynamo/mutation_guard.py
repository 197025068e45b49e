"""Which modules were made when."""


class GenerationTracker:
    generation = 0

    @staticmethod
    def check(obj):
        return False

    @staticmethod
    def clear():
        GenerationTracker.generation = 0
