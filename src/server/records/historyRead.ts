import { sql } from 'kysely'
import { dictionaryOf } from '../../language/resolve/property.ts'
import type { Executor } from '../platform/database/tables.ts'
import { readableFields } from './allowedFields.ts'
import type { HistoryEntry } from './engine.ts'
import { historyText } from './historyText.ts'
import type { StoredRecord } from './hooks.ts'
import type { FieldModel } from './model.ts'
import { getVisible } from './read.ts'
import type { PreparedCall } from './services.ts'

const entriesMax = 200
const formRoot = 'form.'

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

/** The newest 200 entries of a record that the actor may see, with the fields that the screen shows. */
export async function readHistory(prepared: PreparedCall, id: number): Promise<readonly HistoryEntry[]> {
  const record = await getVisible(prepared, id)
  const entries = await selectEntries(prepared, id)
  const changes = await selectChanges(
    prepared,
    entries.map((entry) => entry.id),
  )
  const labels = await labelsOf(prepared, changes, record)
  const readable = readableFields(prepared.call.screen, prepared.model, 'record')
  return entries.map((entry) => ({
    at: entry.occurredAt.toISOString(),
    userName: entry.userName,
    action: entry.label,
    remark: entry.remark,
    changes: changes
      .filter((change) => change.historyId === entry.id && readable.has(change.field))
      .map(({ field, title, before, after }) => ({ title, before: labels(field, before), after: labels(field, after) })),
  }))
}

async function selectEntries({ call, model }: PreparedCall, id: number): Promise<readonly HistoryRow[]> {
  const { rows } = await sql<HistoryRow>`
    select id, label, user_name as "userName", occurred_at as "occurredAt", remark from record_history
    where entity = ${model.entity.name} and record_id = ${id} order by sequence desc limit ${entriesMax}
  `.execute(call.db.withoutPlugins())
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

/** Text of a stored value, with the labels of its dictionary. */
async function labelsOf(
  { call, model, services }: PreparedCall,
  changes: readonly ChangeRow[],
  record: StoredRecord,
): Promise<(field: string, value: string | null) => string> {
  const labels = new Map<string, ReadonlyMap<string, string>>()
  for (const name of new Set(changes.map((change) => change.field))) {
    const field = model.fields.get(name)
    const ref = field && usableDictionary(field, record)
    if (!ref) continue
    const options = await services.findOptions(ref.name, { ...ref, db: call.db, actor: call.actor })
    labels.set(name, new Map(options?.map((option) => [option.key, option.value])))
  }
  return (field, value) => (value === null ? '' : historyText(model.fields.get(field), value, (key) => labels.get(field)?.get(key) ?? key))
}

/** A dictionary that depends on another field is that of the record as it is today; keys that it does not know stay keys. */
function usableDictionary(field: FieldModel, record: StoredRecord): ReturnType<typeof dictionaryOf> {
  const ref = dictionaryOf(field.property)
  if (!ref?.strArg?.startsWith(formRoot)) return ref
  const argument = record[ref.strArg.slice(formRoot.length)]
  return typeof argument === 'string' && argument !== '' ? { ...ref, strArg: argument } : undefined
}

/** Who changed the content of a record last (created, imported or edited it); undefined when the history does not tell. */
export async function findLastEditor(db: Executor, entity: string, id: number): Promise<string | undefined> {
  const { rows } = await sql<{ userName: string }>`
    select user_name as "userName" from record_history
    where entity = ${entity} and record_id = ${id} and action in ('create', 'import', 'update')
    order by sequence desc limit 1
  `.execute(db.withoutPlugins())
  return rows[0]?.userName
}
