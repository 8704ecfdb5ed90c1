import type { PublishedTable } from '../../../language/publishedTable.ts'
import { invoiceTables } from './invoice/publishedTables.ts'
import { remarkTables } from './remark/publishedTables.ts'
import { statementTables } from './statement/publishedTables.ts'

/** What documents may do with the tables of this area. */
export const accountingTables: readonly PublishedTable[] = [...statementTables, ...remarkTables, ...invoiceTables]
