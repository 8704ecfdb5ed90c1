import type { PublishedTable } from '../../../language/publishedTable.ts'

/** What documents may do with the tables of this area. */
export const activityTables: readonly PublishedTable[] = []
