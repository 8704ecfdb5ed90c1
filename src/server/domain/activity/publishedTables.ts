import type { PublishedTable } from '../../../language/catalog/publishedTable.ts'
import { activitySettingTables } from './setting/publishedTables.ts'

/** What documents may do with the tables of this area. */
export const activityTables: readonly PublishedTable[] = [...activitySettingTables]
