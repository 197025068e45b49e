"""Conventions of countries: here those of C, in UTF-8."""

__all__ = ["getlocale", "getdefaultlocale", "getpreferredencoding", "Error", "setlocale", "localeconv", "strcoll", "strxfrm", "str", "atof",
           "atoi", "format_string", "currency", "normalize", "getencoding", "LC_CTYPE", "LC_COLLATE", "LC_TIME", "LC_MONETARY", "LC_NUMERIC",
           "LC_ALL", "LC_MESSAGES", "CHAR_MAX"]

LC_CTYPE, LC_NUMERIC, LC_TIME, LC_COLLATE, LC_MONETARY, LC_MESSAGES, LC_ALL = range(7)
CHAR_MAX = 127
_string = str


class Error(Exception):
    pass


def setlocale(category, locale=None):
    """Accept the locale that there is."""
    if locale in (None, "", "C", "POSIX", "C.UTF-8", "C.utf8") or locale == (None, None):
        return "C"
    raise Error("unsupported locale setting")


def getlocale(category=LC_CTYPE):
    return (None, None) if category != LC_CTYPE else ("C", "UTF-8")


def getdefaultlocale(envvars=()):
    return "C", "UTF-8"


def getpreferredencoding(do_setlocale=True):
    return "utf-8"


def getencoding():
    return "utf-8"


def localeconv():
    texts = dict.fromkeys(("int_curr_symbol", "currency_symbol", "mon_decimal_point", "mon_thousands_sep", "positive_sign", "negative_sign",
                           "thousands_sep"), "")
    numbers = dict.fromkeys(("int_frac_digits", "frac_digits", "p_cs_precedes", "p_sep_by_space", "n_cs_precedes", "n_sep_by_space",
                             "p_sign_posn", "n_sign_posn"), CHAR_MAX)
    return {**texts, **numbers, "decimal_point": ".", "grouping": [], "mon_grouping": []}


def normalize(localename):
    return localename


def strcoll(a, b):
    return (a > b) - (a < b)


def strxfrm(s):
    return s


def format_string(f, val, grouping=False, monetary=False):
    return f % val


def currency(val, symbol=True, grouping=False, international=False):
    raise ValueError("Currency formatting is not possible using the 'C' locale.")


def str(val):
    return "%.12g" % val


def delocalize(string):
    return string


def localize(string, grouping=False, monetary=False):
    return string


def atof(string, func=float):
    return func(string)


def atoi(string):
    return int(string)
