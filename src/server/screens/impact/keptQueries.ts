import { sql } from 'kysely'
import type { Catalog } from '../../../language/catalog/catalog.ts'
import { entityRenames, fieldRenames } from '../../../language/impact/renames.ts'
import { readListLocation } from '../../../language/query/listLocation.ts'
import type { ResolvedScreen } from '../../../language/resolved.ts'
import { taipeiDate } from '../../../rules/dates.ts'
import type { Executor } from '../../platform/database/tables.ts'
import { renameInQuery } from '../conversion/movePreferences.ts'

/** Queries that users keep of a screen, and that its list would not understand any more. */
export interface KeptQueriesFinding {
  readonly uri: string
  readonly kind: 'view' | 'subscription'
  readonly count: number
  /** How many people keep them. */
  readonly people: number
}

interface Kept {
  readonly uri: string
  readonly kind: KeptQueriesFinding['kind']
  readonly userId: string
  readonly query: string
}

/** Finds the saved views and the subscriptions (定期寄送) whose conditions a change of documents breaks, also those of a screen that goes. */
export async function findBrokenQueries(db: Executor, before: Catalog, after: Catalog): Promise<readonly KeptQueriesFinding[]> {
  const changed = [...before.screens.values()].filter((was) => after.screens.get(was.uri) !== was)
  if (changed.length === 0) return []
  const uris = changed.map(({ uri }) => uri)
  const { rows } = await sql<Kept>`
    select p.uri, 'view' as kind, p.user_id::text as "userId", coalesce(v.view ->> 'query', '') as query
    from user_preference p cross join lateral jsonb_array_elements(coalesce(p.body -> 'views', '[]')) as v (view)
    where p.uri = any(${uris}::text[])
    union all
    select uri, 'subscription', user_id::text, query from subscription where is_enabled and uri = any(${uris}::text[])
  `.execute(db)
  return changed.flatMap((was) => {
    const broken = rows.filter(({ uri, query }) => uri === was.uri && isBroken(query, was, { before, after }))
    return (['view', 'subscription'] as const).flatMap((kind) => {
      const own = broken.filter((one) => one.kind === kind)
      const people = new Set(own.map(({ userId }) => userId)).size
      return own.length === 0 ? [] : [{ uri: was.uri, kind, count: own.length, people }]
    })
  })
}

interface Change {
  readonly before: Catalog
  readonly after: Catalog
}

/** True when the list understands a query now, and would not after the change. Renamed fields are renamed in it too. */
function isBroken(query: string, was: ResolvedScreen, change: Change): boolean {
  const is = successorOf(was, change.after)
  const renames = [...renamesOf(was, change)]
  const withNewNames = renames.reduce((text, [former, name]) => renameInQuery(text, { former, name }), query)
  // After the change was taken, what is kept has the new names already.
  const withFormerNames = renames.reduce((text, [former, name]) => renameInQuery(text, { former: name, name: former }), query)
  return fits(withFormerNames, was) && (is === undefined || !fits(withNewNames, is))
}

function successorOf({ uri }: ResolvedScreen, { screens, screenDocuments }: Catalog): ResolvedScreen | undefined {
  const renamed = [...screenDocuments.values()].find(({ renamedFrom }) => renamedFrom === uri)
  return screens.get(uri) ?? (renamed && screens.get(renamed.uri))
}

function renamesOf({ entity }: ResolvedScreen, { before, after }: Change): ReadonlyMap<string, string> {
  const [was, is] = [before.entities.get(entity.name), after.entities.get(entityRenames(before, after).get(entity.name) ?? entity.name)]
  return was && is ? fieldRenames(was, is) : new Map()
}

function fits(query: string, { list }: ResolvedScreen): boolean {
  return readListLocation(new URLSearchParams(query), list, taipeiDate(new Date())).problems.length === 0
}

/** For people. */
export function keptQueriesText({ kind, count, people }: KeptQueriesFinding): string {
  return kind === 'view'
    ? `自存的檢視有 ${count} 個（${people} 人）的條件不再適用`
    : `定期寄送有 ${count} 項（${people} 人）不再寄送，到時以信件告知原因`
}
