import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { stableJson } from '../../../../language/resolve/contentHash.ts'
import type { Trx } from '../../../platform/database/tables.ts'
import type { RecordOf } from '../../../records/hooks.ts'
import { contentFields } from './activityRules.ts'

/** Digest of what is decided on: the content of a campaign and its list of members, 64 hex digits. */
export async function digestOf(trx: Trx, activity: RecordOf<'activity'>): Promise<string> {
  const { rows } = await sql<{ list: string | null }>`
    select md5(string_agg(member_no || ' ' || coalesce(points, 0), ',' order by member_no)) as list
    from activity_member where activity_id = ${activity.id}`.execute(trx)
  const content = [activity.activityCode, activity.companyNo, ...contentFields.map((name) => activity[name] ?? null)]
  return createHash('sha256')
    .update(stableJson([...content, rows[0]?.list ?? null]))
    .digest('hex')
}
