import { sql } from 'kysely'
import { companyChangeStatus } from '../../../rules/codes.generated.ts'
import { literals } from '../../platform/database/literals.ts'
import type { Executor } from '../../platform/database/tables.ts'

/** One changed field of a request, with texts for people; `value` is the value to store. */
export interface RequestedChange {
  readonly field: string
  readonly title: string
  readonly before: string | null
  readonly after: string | null
  readonly value: unknown
}

interface WaitingRow {
  readonly id: number
  readonly status: string
  readonly changeNo: string
  readonly changes: readonly RequestedChange[]
  readonly effectiveDate: string
  readonly submittedBy: string
  readonly submittedAt: Date
}

/** The request of a record that waits for a decision or for its day; there is at most one. */
export async function selectWaiting(db: Executor, entity: string, id: number): Promise<WaitingRow | undefined> {
  const { rows } = await sql<WaitingRow>`
    select id, status, change_no as "changeNo", changes, to_char(effective_date, 'YYYY-MM-DD') as "effectiveDate",
      submitted_by as "submittedBy", submitted_at as "submittedAt"
    from change_request where entity = ${entity} and record_id = ${id}
      and status in (${literals(companyChangeStatus.open, companyChangeStatus.approved)})
  `.execute(db.withoutPlugins())
  return rows[0]
}
