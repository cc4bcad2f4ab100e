@_exported import CellistLists
@_exported import CellistRecords
@_exported import CellistSettings
@_exported import CellistTables
@_exported import CellistText
@_exported import CellistThemes
@_exported import CellistTyped
