import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Preferences } from '../../../answers/preferences.ts'
import type { Catalog } from '../../../language/catalog.ts'
import type { RenamedField } from '../../../language/conversion/steps.ts'
import { json } from '../../platform/database/json.ts'
import type { Trx } from '../../platform/database/tables.ts'

type Kept = Static<typeof Preferences>
type Names = Pick<RenamedField, 'former' | 'name'>

/** Gives a field its new name in the columns and saved views that users keep of the lists of its entity, and in what they get by mail. */
export async function moveInPreferences(trx: Trx, step: RenamedField, catalog: Catalog): Promise<void> {
  const uris = [...catalog.screens.values()].filter(({ entity }) => entity.name === step.owner).map(({ uri }) => uri)
  if (uris.length === 0) return
  await moveInSubscriptions(trx, step, uris)
  const { rows } = await sql<{ userId: string; uri: string; body: Kept }>`
    select user_id::text as "userId", uri, body from user_preference
    where uri = any(${uris}::text[]) and position(${step.former}::text in body::text) > 0 for update
  `.execute(trx.withoutPlugins())
  for (const { userId, uri, body } of rows) {
    const moved = renamePreferences(body, step)
    if (JSON.stringify(moved) === JSON.stringify(body)) continue
    await sql`update user_preference set body = ${json(moved)} where user_id = ${userId}::bigint and uri = ${uri}`.execute(
      trx.withoutPlugins(),
    )
  }
}

async function moveInSubscriptions(trx: Trx, { former, name }: RenamedField, uris: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string; query: string }>`
    select id::text, query from subscription where uri = any(${uris}::text[]) and position(${former}::text in query) > 0 for update
  `.execute(trx.withoutPlugins())
  for (const { id, query } of rows) {
    const moved = renameInQuery(query, { former, name })
    if (moved !== query) await sql`update subscription set query = ${moved} where id = ${id}::bigint`.execute(trx.withoutPlugins())
  }
  for (const column of ['range_field', 'report_group'])
    await sql`
      update subscription set ${sql.ref(column)} = ${name} where uri = any(${uris}::text[]) and ${sql.ref(column)} = ${former}
    `.execute(trx.withoutPlugins())
}

export function renamePreferences(kept: Kept, names: Names): Kept {
  const columnsOf = (columns: Kept['columns']) => columns.map((column) => ({ ...column, field: renameField(column.field, names) }))
  return {
    ...kept,
    columns: columnsOf(kept.columns),
    ...(kept.views && {
      views: kept.views.map((view) => ({
        ...view,
        query: renameInQuery(view.query, names),
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
