import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Preferences } from '../../../answers/preferences.ts'
import type { Catalog } from '../../../language/catalog/catalog.ts'
import type { RenamedField, RenamedOption } from '../../../language/conversion/steps.ts'
import { filterOps } from '../../../language/documents/vocabulary.ts'
import { dictionaryOf } from '../../../language/entity/property.ts'
import { json } from '../../platform/database/json.ts'
import type { Trx } from '../../platform/database/tables.ts'

type Kept = Static<typeof Preferences>
type Names = Pick<RenamedField, 'former' | 'name'>

/** What becomes of what users keep of lists: the columns and views of {@link Preferences}, and the queries of subscriptions. */
interface KeptChange {
  readonly uris: readonly string[]
  /** What is kept is looked at only when it contains this text. */
  readonly mention: string
  readonly field: (name: string) => string
  readonly query: (query: string) => string
}

/** Gives a field its new name in the columns and saved views that users keep of the lists of its entity, and in what they get by mail. */
export async function moveInPreferences(trx: Trx, step: RenamedField, { screens }: Catalog): Promise<void> {
  const uris = [...screens.values()].filter(({ entity }) => entity.name === step.owner).map(({ uri }) => uri)
  if (uris.length === 0) return
  await changeKept(trx, { uris, mention: step.former, ...underNewName(step) })
  for (const column of ['range_field', 'report_group'])
    await sql`
      update subscription set ${sql.ref(column)} = ${step.name} where uri = any(${uris}::text[]) and ${sql.ref(column)} = ${step.former}
    `.execute(trx.withoutPlugins())
}

const underNewName = (names: Names) => ({
  field: (name: string) => renameField(name, names),
  query: (query: string) => renameInQuery(query, names),
})

export const renamePreferences = (kept: Kept, names: Names): Kept => changePreferences(kept, underNewName(names))

/** Gives an option its new key in the conditions that users keep of lists with fields of its dictionary, and in those of what they get by mail. */
export async function moveOptionInPreferences(trx: Trx, step: RenamedOption, { screens, entities }: Catalog): Promise<void> {
  for (const [uri, fields] of optionFields(step.owner, { screens, entities }))
    await changeKept(trx, {
      uris: [uri],
      // Within a group of conditions a key is escaped twice.
      mention: '',
      field: (name) => name,
      query: (query) => renameOptionInQuery(query, fields, step),
    })
}

/** The fields with options of a dictionary, by the screens that list them. */
function optionFields(dictionary: string, { screens, entities }: Pick<Catalog, 'screens' | 'entities'>) {
  return new Map(
    [...screens.values()].flatMap(({ uri, entity }) => {
      const properties = Object.entries(entities.get(entity.name)?.properties ?? {})
      const fields = properties.filter(([, property]) => dictionaryOf(property)?.name === dictionary).map(([field]) => field)
      return fields.length === 0 ? [] : [[uri, new Set(fields)] as const]
    }),
  )
}

async function changeKept(trx: Trx, change: KeptChange): Promise<void> {
  const { uris, mention } = change
  await changeSubscriptions(trx, change)
  const { rows } = await sql<{ userId: string; uri: string; body: Kept }>`
    select user_id::text as "userId", uri, body from user_preference
    where uri = any(${uris}::text[]) and position(${mention}::text in body::text) > 0 for update
  `.execute(trx.withoutPlugins())
  for (const { userId, uri, body } of rows) {
    const moved = changePreferences(body, change)
    if (JSON.stringify(moved) === JSON.stringify(body)) continue
    await sql`update user_preference set body = ${json(moved)} where user_id = ${userId}::bigint and uri = ${uri}`.execute(
      trx.withoutPlugins(),
    )
  }
}

async function changeSubscriptions(trx: Trx, { uris, mention, query: moved }: KeptChange): Promise<void> {
  const { rows } = await sql<{ id: string; query: string }>`
    select id::text, query from subscription where uri = any(${uris}::text[]) and position(${mention}::text in query) > 0 for update
  `.execute(trx.withoutPlugins())
  for (const { id, query } of rows)
    if (moved(query) !== query)
      await sql`update subscription set query = ${moved(query)} where id = ${id}::bigint`.execute(trx.withoutPlugins())
}

function changePreferences(kept: Kept, { field: moved, query: movedQuery }: Pick<KeptChange, 'field' | 'query'>): Kept {
  const columnsOf = (columns: Kept['columns']) => columns.map((column) => ({ ...column, field: moved(column.field) }))
  return {
    ...kept,
    columns: columnsOf(kept.columns),
    ...(kept.views && {
      views: kept.views.map((view) => ({
        ...view,
        query: movedQuery(view.query),
        ...(view.columns && { columns: columnsOf(view.columns) }),
      })),
    }),
  }
}

/** `lotNo`, and what it borrows: `lotNo.lotName`. */
function renameField(field: string, { former, name }: Names): string {
  return field === former || field.startsWith(`${former}.`) ? `${name}${field.slice(former.length)}` : field
}

/** A query names a field by itself, with an end of a range (`pointsFrom`), with an operation (`points.gte`), in its order, and in its alternatives. */
export function renameInQuery(query: string, names: Names): string {
  const { former, name } = names
  const renamed = [...new URLSearchParams(query)].map(([key, value]): [string, string] => {
    if (key === 'any') return [key, renameInQuery(value, names)]
    if (key === 'sort')
      return [
        key,
        value
          .split(',')
          .map((part) => renameField(part, names))
          .join(','),
      ]
    const end = [`${former}From`, `${former}To`].includes(key) ? key.slice(former.length) : null
    return [end === null ? renameField(key, names) : `${name}${end}`, value]
  })
  return new URLSearchParams(renamed).toString()
}

/** The same for a value of some fields, alone or with an operation (`kind.ne`). A query that does not name it stays as it is written. */
export function renameOptionInQuery(query: string, fields: ReadonlySet<string>, step: Names): string {
  const isOfField = (key: string) =>
    fields.has(key) || filterOps.some((op) => key.endsWith(`.${op}`) && fields.has(key.slice(0, -op.length - 1)))
  const given = [...new URLSearchParams(query)]
  const renamed = given.map(([key, value]): [string, string] => {
    if (key === 'any') return [key, renameOptionInQuery(value, fields, step)]
    return [key, value === step.former && isOfField(key) ? step.name : value]
  })
  return given.every(([, value], index) => value === renamed[index]?.[1]) ? query : new URLSearchParams(renamed).toString()
}
