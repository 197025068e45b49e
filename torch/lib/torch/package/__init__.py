"""Packages: zip files with objects and the code that they need."""

from torch.package.analyze.is_from_package import is_from_package
from torch.package.file_structure_representation import Directory
from torch.package.glob_group import GlobGroup
from torch.package.importer import Importer, ObjMismatchError, ObjNotFoundError, OrderedImporter, sys_importer
from torch.package.package_exporter import EmptyMatchError, PackageExporter, PackagingError
from torch.package.package_importer import PackageImporter
