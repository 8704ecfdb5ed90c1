import { sql } from 'kysely'
import type { Entity } from '../../../../language/documents/entity.ts'
import type { ActivityHistoryAction } from '../../../../rules/codes.generated.ts'
import { json } from '../../../platform/database/json.ts'
import type { Trx } from '../../../platform/database/tables.ts'
import { textOf } from '../../../records/history/historyLog.ts'
import type { RecordValues } from '../../../records/hooks.ts'
import { fieldModel } from '../../../records/model.ts'
import { isSame } from '../../../records/sameValue.ts'
import { contentFields } from './activityRules.ts'

/** One changed field, with its values as stored texts; labels are looked up when somebody reads them. */
export interface ChangedField {
  readonly field: string
  readonly title: string
  readonly before: string | null
  readonly after: string | null
}

export interface ActivityEvent {
  readonly activityId: number
  readonly action: ActivityHistoryAction
  readonly occurredAt: Date
  readonly userName: string
  readonly approvedBy?: string
  readonly adjustmentNo?: string
  readonly remark?: string
  readonly changes?: readonly ChangedField[]
  /** The content of a new version by field, as stored texts; absent: that of the event before. */
  readonly snapshot?: Readonly<Record<string, string>>
}

/** The content of a campaign that differs, in the order of the form. @param before null for a new campaign */
export function changedContent(
  { properties }: Pick<Entity, 'properties'>,
  before: RecordValues | null,
  after: RecordValues,
): readonly ChangedField[] {
  return contentFields
    .filter((name) => Object.hasOwn(after, name) && !isSame(before?.[name] ?? null, after[name] ?? null))
    .map((name) => {
      const field = fieldModel(name, propertyOf(properties, name))
      return { field: name, title: field.title, before: textOf(field, before?.[name]), after: textOf(field, after[name]) }
    })
    .filter(({ before: old, after: given }) => !isEmpty(old) || !isEmpty(given))
}

function isEmpty(text: string | null): boolean {
  return text === null || text === '[]'
}

/** The whole content by field, as stored texts. */
export function snapshotOf(entity: Pick<Entity, 'properties'>, activity: RecordValues): Readonly<Record<string, string>> {
  return Object.fromEntries(changedContent(entity, null, activity).map(({ field, after }) => [field, after ?? '']))
}

function propertyOf(properties: Entity['properties'], name: string): Entity['properties'][string] {
  const property = properties[name]
  if (!property) throw new Error(`the document of the campaign has no ${name}`)
  return property
}

/**
 * Adds a row to 活動歷程, in the transaction of what happened. Used also for what the engine finds (預算用罄, 批次贈點).
 *
 * @throws Error when there is no such campaign
 */
export async function recordActivityEvent(trx: Trx, event: ActivityEvent): Promise<void> {
  const { activityId, action, occurredAt, userName, approvedBy = null, adjustmentNo = null, remark = null } = event
  const kept = sql`(select e.snapshot from activity_event e where e.activity_id = a.id order by e.sequence desc limit 1)`
  const { numAffectedRows } = await sql`
    insert into activity_event (occurred_at, activity_id, activity_code, activity_name, company_no, history_action, version, changes, snapshot,
      adjustment_no, user_name, approved_by, remark)
    select ${occurredAt}, a.id, a.activity_code, a.activity_name, a.company_no, ${action}, a.version, ${json(event.changes ?? [])},
      ${event.snapshot ? json(event.snapshot) : sql`coalesce(${kept}, '{}')`}, ${adjustmentNo}, ${userName}, ${approvedBy}, ${remark}
    from activity a where a.id = ${activityId}`.execute(trx)
  if (numAffectedRows !== 1n) throw new Error(`there is no campaign ${activityId}`)
}
