import { sql } from 'kysely'
import type { HistoryEntry } from '../../../answers/records.ts'
import type { Executor } from '../../platform/database/tables.ts'
import { readableFields } from '../allowedFields.ts'
import { currentName, entityNames, withFormerColumns } from '../formerNames.ts'
import { historyTexts, labelFinder } from '../history/historyLabels.ts'
import type { PreparedCall } from '../services.ts'
import { getVisible } from './read.ts'

const entriesMax = 200

interface HistoryRow {
  readonly id: number
  readonly label: string
  readonly userName: string
  readonly occurredAt: Date
  readonly remark: string | null
}

interface ChangeRow {
  readonly historyId: number
  readonly field: string
  readonly title: string
  readonly before: string | null
  readonly after: string | null
}

/** The newest 200 history entries of a record that the actor may see, limited to the fields that the screen shows. */
export async function readHistory(prepared: PreparedCall, id: number): Promise<readonly HistoryEntry[]> {
  await getVisible(prepared, id)
  const entries = await selectEntries(prepared, id)
  const changes = await selectChanges(
    prepared,
    entries.map((entry) => entry.id),
  )
  const texts = await textsOf(prepared, changes)
  const readable = readableFields(prepared.call.screen, prepared.model, 'record')
  return entries.map((entry) => ({
    at: entry.occurredAt.toISOString(),
    userName: entry.userName,
    action: entry.label,
    remark: entry.remark,
    changes: changes.flatMap((change, index) => {
      const isShown = change.historyId === entry.id && readable.has(currentName(prepared, change.field))
      return isShown ? [{ title: change.title, before: texts[index]?.before ?? '', after: texts[index]?.after ?? '' }] : []
    }),
  }))
}

async function selectEntries(prepared: PreparedCall, id: number): Promise<readonly HistoryRow[]> {
  const { rows } = await sql<HistoryRow>`
    select id, label, user_name as "userName", occurred_at as "occurredAt", remark from record_history
    where entity = any(${entityNames(prepared)}::text[]) and record_id = ${id} order by sequence desc limit ${entriesMax}
  `.execute(prepared.call.db.withoutPlugins())
  return rows
}

async function selectChanges({ call }: PreparedCall, historyIds: readonly number[]): Promise<readonly ChangeRow[]> {
  if (historyIds.length === 0) return []
  const { rows } = await sql<ChangeRow>`
    select history_id as "historyId", field, title, before_value as before, after_value as after from record_change
    where history_id in (${sql.join(historyIds)}) order by history_id, position
  `.execute(call.db.withoutPlugins())
  return rows
}

/** Texts of the changes, in the same order. */
async function textsOf(
  prepared: PreparedCall,
  changes: readonly ChangeRow[],
): Promise<readonly { readonly before: string; readonly after: string }[]> {
  const { call, services } = prepared
  const values = changes.flatMap(({ field, before, after }) =>
    [before, after].map((kept) => ({ property: withFormerColumns(prepared, currentName(prepared, field)), kept })),
  )
  const texts = await historyTexts(labelFinder({ call, services }), call.db, values)
  return changes.map((_, index) => ({ before: texts[2 * index] ?? '', after: texts[2 * index + 1] ?? '' }))
}

/**
 * The user who last changed the content of a record (created, imported or edited it); undefined when the history has no such entry.
 *
 * @param names of the entity: see `entityNames`
 */
export async function findLastEditor(db: Executor, names: readonly string[], id: number): Promise<string | undefined> {
  const { rows } = await sql<{ userName: string }>`
    select user_name as "userName" from record_history
    where entity = any(${names}::text[]) and record_id = ${id} and action in ('create', 'import', 'update')
    order by sequence desc limit 1
  `.execute(db.withoutPlugins())
  return rows[0]?.userName
}
