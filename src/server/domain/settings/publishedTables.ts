import type { PublishedTable } from '../../../language/catalog/publishedTable.ts'

/** Operations that screen documents may use on the tables of this area. */
export const settingsTables: readonly PublishedTable[] = [
  {
    table: 'code_table',
    entity: 'codeTable',
    scope: null,
    screens: ['settings.code_table'],
    elsewhere: 'nothing',
    shown: ['isPublic', 'isSystem'],
    written: ['name', 'value', 'parentCode', 'displayOrder', 'effectiveFrom', 'isEnabled', 'description'],
    once: ['category', 'code', 'valueType'],
  },
]
