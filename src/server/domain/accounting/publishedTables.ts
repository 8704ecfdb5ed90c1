import type { PublishedTable } from '../../../language/catalog/publishedTable.ts'
import { bankFileTables } from './bankFile/publishedTables.ts'
import { invoiceTables } from './invoice/publishedTables.ts'
import { monthRunTables } from './monthRun/publishedTables.ts'
import { remarkTables } from './remark/publishedTables.ts'
import { saleTables } from './sale/publishedTables.ts'
import { statementTables } from './statement/publishedTables.ts'
import { yearlyTables } from './yearly/publishedTables.ts'

/** Operations that screen documents may use on the tables of accounting. */
export const accountingTables: readonly PublishedTable[] = [
  ...statementTables,
  ...monthRunTables,
  ...remarkTables,
  ...invoiceTables,
  ...yearlyTables,
  ...saleTables,
  ...bankFileTables,
]
