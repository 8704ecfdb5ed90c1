import type { EntityContext } from '../known.ts'
import type { Finding } from '../source.ts'

/** A view belongs to a table. */
export function entityTable({ entity }: EntityContext): readonly Finding[] {
  if (entity.view === undefined || entity.table !== undefined) return []
  return [{ place: ['view'], at: 'key', code: 'view-without-table', message: '沒有 table 的實體存於共用文件表，不能指定 view' }]
}
