import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Entity } from '../../../language/documents/entity.ts'
import { companyChangeStatus, userActionType } from '../../../rules/codes.generated.ts'
import { systemActor } from '../../platform/actor.ts'
import { writeUserAction } from '../../platform/audit.ts'
import { json } from '../../platform/database/json.ts'
import { literals } from '../../platform/database/literals.ts'
import type { Database, Trx } from '../../platform/database/tables.ts'
import { transact } from '../../platform/database/transact.ts'
import { type FieldModel, modelOf } from '../model.ts'
import { storageOf } from '../services.ts'
import { cleanStoredHtml, htmlRules } from './html.ts'
import { holdsRichText, mapRichText } from './richText.ts'

/** One kind of stored values that may contain rich text. */
interface Place {
  /** `<entity>.<field>`, or `changeRequest`. */
  readonly name: string
  /** Name for people. */
  readonly title: string
  page(db: Database, afterId: number): Promise<readonly { readonly id: number; readonly value: unknown }[]>
  clean(value: unknown): unknown
  /** Stores the cleaned value unless the row changed meanwhile, because a concurrent write has cleaned its own values. */
  store(trx: Trx, id: number, before: unknown, clean: unknown): Promise<void>
}

interface Cleaning {
  readonly place: string
  readonly rules: number
  readonly lastId: number
  readonly finishedAt: Date | null
}

/** Rows per page. A page takes some hundred milliseconds at most, so that the abort signal is checked often enough. */
const pageSize = 20

/**
 * Cleans all rich text that was stored under older rules, in records and in pending change requests. Histories are not touched: they must
 * not change, and they are shown as plain text. Continues where it was stopped, and does nothing when it is finished.
 *
 * @returns number of values changed; null when all were clean already
 */
export async function cleanStoredRichText(
  db: Database,
  entities: Iterable<Entity>,
  signal: AbortSignal,
): Promise<{ changed: number } | null> {
  let changed = 0
  let isNew = false
  for (const place of await placesOf(db, [...entities])) {
    let cleaning = await readCleaning(db, place.name)
    while (cleaning.finishedAt === null && !signal.aborted) {
      isNew = true
      const page = await cleanPage(db, place, cleaning)
      changed += page.changed
      cleaning = page.cleaning
    }
  }
  return isNew ? { changed } : null
}

async function cleanPage(db: Database, place: Place, { lastId }: Cleaning): Promise<{ changed: number; cleaning: Cleaning }> {
  const rows = await place.page(db, lastId)
  const dirty: { id: number; value: unknown; clean: unknown }[] = []
  for (const { id, value } of rows) {
    const clean = place.clean(value)
    if (JSON.stringify(clean) !== JSON.stringify(value)) dirty.push({ id, value, clean })
    await yieldToOthers()
  }
  const isLast = rows.length < pageSize
  return transact(db, async (trx) => {
    for (const { id, value, clean } of dirty) await place.store(trx, id, value, clean)
    const cleaning = await writeCleaning(trx, place.name, { lastId: rows.at(-1)?.id ?? lastId, changed: dirty.length, isLast })
    if (isLast && cleaning.changed > 0) {
      const action = `清理不安全的格式文字 ${place.title} ${cleaning.changed} 筆`
      await writeUserAction(trx, { actor: systemActor, userActionType: userActionType.other, action, entity: place.name.split('.', 1)[0] })
    }
    return { changed: dirty.length, cleaning }
  })
}

async function readCleaning(db: Database, place: string): Promise<Cleaning> {
  const { rows } = await sql<Cleaning>`select place, rules, last_id, finished_at from html_cleaning where place = ${place}`.execute(db)
  const [known] = rows
  return known && known.rules >= htmlRules ? known : { place, rules: htmlRules, lastId: 0, finishedAt: null }
}

async function writeCleaning(trx: Trx, place: string, done: { lastId: number; changed: number; isLast: boolean }) {
  const finishedAt = done.isLast ? sql`now()` : sql`null`
  const { rows } = await sql<Cleaning & { changed: number }>`
    insert into html_cleaning as known (place, rules, last_id, changed, finished_at)
    values (${place}, ${htmlRules}, ${done.lastId}, ${done.changed}, ${finishedAt})
    on conflict (place) do update set rules = excluded.rules, last_id = excluded.last_id, finished_at = excluded.finished_at,
      changed = excluded.changed + case when known.rules = excluded.rules then known.changed else 0 end
    returning *`.execute(trx)
  const [cleaning] = rows
  if (!cleaning) throw new Error('html_cleaning was not written')
  return cleaning
}

async function placesOf(db: Database, entities: readonly Entity[]): Promise<readonly Place[]> {
  const own: Place[] = []
  for (const entity of entities.filter(({ readonly }) => readonly !== true)) {
    const model = modelOf(entity)
    const stored = await storageOf(model).storedFields(db)
    const fields = [...model.fields.values()].filter(({ name, property }) => stored.has(name) && holdsRichText(property))
    own.push(...fields.map((field) => fieldPlace(entity, field)))
  }
  return own.length === 0 ? [] : [...own, requestPlace(entities)]
}

/** A field of an entity, stored in its own table or in JSON records. Views and logs only show values stored elsewhere. */
function fieldPlace(entity: Entity, field: FieldModel): Place {
  const { table } = entity
  const isDocument = table === undefined
  const from = isDocument ? sql`record_document where entity = ${entity.name}` : sql`${sql.table(table)} where true`
  const value: RawBuilder<unknown> = isDocument ? sql`body -> ${field.name}::text` : sql.ref(field.column)
  const stored = (given: unknown): RawBuilder<unknown> =>
    isDocument || field.kind === 'json' ? sql`${json(given)}::jsonb` : sql`${given as string}::text`
  const assignment = (clean: unknown) =>
    isDocument
      ? sql`body = jsonb_set(body, array[${field.name}::text], ${stored(clean)})`
      : sql`${sql.ref(field.column)} = ${stored(clean)}`
  return {
    name: `${entity.name}.${field.name}`,
    title: `${entity.title}的${field.title}`,
    async page(db, afterId) {
      const statement = sql<{ id: number; value: unknown }>`
        select id, ${value} as value from ${from} and id > ${afterId} and ${value} is not null order by id limit ${pageSize}`
      return (await statement.execute(db.withoutPlugins())).rows
    },
    clean: (given) => mapRichText(field.property, given, cleanStoredHtml),
    async store(trx, id, before, clean) {
      const place = isDocument ? sql`record_document` : sql`${sql.table(table)}`
      await sql`update ${place} set ${assignment(clean)} where id = ${id} and ${value} = ${stored(before)}`.execute(trx.withoutPlugins())
    },
  }
}

/** Values in pending change requests. Decided requests store nothing any more. */
function requestPlace(entities: readonly Entity[]): Place {
  interface Line {
    readonly field: string
    readonly value: unknown
  }
  interface Waiting {
    readonly entity: string
    readonly changes: readonly Line[]
  }
  const models = new Map(entities.map((entity) => [entity.name, modelOf(entity)]))
  return {
    name: 'changeRequest',
    title: '待審變更',
    async page(db, afterId) {
      const { rows } = await sql<{ id: number; value: Waiting }>`
        select id, jsonb_build_object('entity', entity, 'changes', changes) as value from change_request
        where status in (${literals(companyChangeStatus.open, companyChangeStatus.approved)}) and id > ${afterId}
          order by id limit ${pageSize}`.execute(db.withoutPlugins())
      return rows
    },
    clean(given) {
      const { entity, changes } = given as Waiting
      const lines = changes.map((line) => {
        const property = models.get(entity)?.fields.get(line.field)?.property
        return property && holdsRichText(property) ? { ...line, value: mapRichText(property, line.value, cleanStoredHtml) } : line
      })
      return { entity, changes: lines }
    },
    async store(trx, id, before, clean) {
      const [was, is] = [before as Waiting, clean as Waiting]
      await sql`update change_request set changes = ${json(is.changes)}
        where id = ${id} and status in (${literals(companyChangeStatus.open, companyChangeStatus.approved)})
          and changes = ${json(was.changes)}::jsonb`.execute(trx.withoutPlugins())
    },
  }
}
