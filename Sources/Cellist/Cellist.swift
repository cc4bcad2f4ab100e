@_exported import CellistBuild
@_exported import CellistRecords
@_exported import CellistTables
@_exported import CellistText
@_exported import CellistThemes
