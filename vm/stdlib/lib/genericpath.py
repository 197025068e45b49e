"""What paths of all systems have in common."""

from posixpath import (commonprefix, exists, getatime, getctime, getmtime, getsize, isdir, isfile, isjunction, islink, lexists, samefile,
                       sameopenfile, samestat)
