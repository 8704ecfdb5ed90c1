import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { RecordPage } from '../../../answers/records.ts'
import type { Predicate } from '../../../language/documents/predicate.ts'
import type { ListQuery } from '../../../language/query/listQuery.ts'
import { addressFieldOf, isNameOf } from '../../../language/resolve/recordNaming.ts'
import type { ResolvedAction, ResolvedChild } from '../../../language/resolved.ts'
import { fieldsOfAction, linkedFields } from '../../../language/rights/allowedFields.ts'
import { userActionType } from '../../../rules/codes.generated.ts'
import { type OutOfLimits, outOfLimitsKey } from '../../../rules/outOfLimits.ts'
import { writeUserAction } from '../../platform/audit.ts'
import { ApiError, apiError } from '../../platform/errors.ts'
import { readableFields, searchableFields } from '../allowedFields.ts'
import { waitingChange } from '../changeRequests/waitingChange.ts'
import type { RecordCall } from '../engine.ts'
import { alsoUnderFormerNames } from '../formerNames.ts'
import type { RecordValues, StoredRecord } from '../hooks.ts'
import { maskValue, mayUnmask, present, presentInClear } from '../masks/present.ts'
import { fieldOf } from '../model.ts'
import { conditionSql } from '../predicates/rowSides.ts'
import { scopeCondition } from '../scope.ts'
import { type PreparedCall, prepare } from '../services.ts'
import { selectFirst, selectOne } from '../storage/selectRecord.ts'
import { deniedActions } from './deniedActions.ts'
import { allOf, filterSql } from './listFilterSql.ts'
import { readyQuery } from './listRules.ts'
import { countRows, type ListContext, selectPage, selectTotals, sumsOf, whereSql } from './listSql.ts'
import { withNamedInRows } from './namedInRows.ts'

/** Condition for the records that this call may see at all, before any filter. */
export function visibleWhere({ storage, call, scope }: PreparedCall): RawBuilder<SqlBool> {
  const { screen, actor } = call
  return allOf([
    storage.source.condition,
    scopeCondition(storage, actor),
    ...(screen?.filter ? [conditionSql(storage, screen.filter, scope)] : []),
  ])
}

export function listContext({ storage, call, model, scope }: PreparedCall): ListContext {
  return { storage, screen: call.screen, actor: call.actor, scope, searchFields: searchableFields(call.screen, model) }
}

export async function listRecords(prepared: PreparedCall, query: ListQuery): Promise<RecordPage> {
  const { call, storage, hooks } = prepared
  const complete = await readyQuery(prepared, query)
  const context = listContext(prepared)
  const where = whereSql(context, complete)
  const shown = readableFields(call.screen, prepared.model, 'list')
  const readRows = async () => {
    const page = { ...complete, shown, idsFirst: hooks.idsFirst }
    const read = await completedRows(prepared, await selectPage(call.db, storage, where, page))
    const rows = await withNamedInRows(prepared, call.db, read, 'list')
    return { rows, denied: await deniedActions(prepared, rows) }
  }
  // Statements that do not wait for each other, each on a connection of its own where the database has several.
  const [{ rows, denied }, { totalCount, totals }, head] = await Promise.all([
    readRows(),
    selectTotals(call.db, storage, where, sumsOf(context)),
    readHead(prepared, complete),
  ])
  const { pageIndex, pageSize } = complete
  return {
    totalCount,
    pageIndex,
    pageSize,
    ...head,
    rows: rows.map((row, index) => ({ ...present(prepared, row, 'list'), ...denied[index] })),
    totals: totalsOf(prepared, complete, totals),
  }
}

/** Totals of a list for its 總計 row. */
export function totalsOf({ hooks }: PreparedCall, query: ListQuery, sums: Readonly<Record<string, number>>): RecordPage['totals'] {
  return hooks.totals?.(sums, query) ?? sums
}

export async function getRecord(prepared: PreparedCall, id: number): Promise<StoredRecord> {
  return alsoUnderFormerNames(prepared, await reveal(prepared, await getVisible(prepared, id)))
}

/** Longest key that is searched. */
const keyLengthMax = 200

/**
 * Finds the record with a key, among those that this call may see. A record that it may not see gives the same error as one that does not
 * exist.
 *
 * @param by another unique field than the one used in addresses
 * @throws M08
 */
export async function findRecord(prepared: PreparedCall, key: string, by: string | null = null): Promise<StoredRecord> {
  const { call, model, storage } = prepared
  const field = by ?? addressFieldOf(model.entity)
  const isName = isNameOf(model.entity, field) && readableFields(call.screen, model, 'record').has(field)
  if (!isName || key === '' || key.length > keyLengthMax || key.includes('\0')) throw apiError('M08')
  const where = sql<SqlBool>`${storage.expression(fieldOf(model, field))} = ${key}`
  const record = await selectFirst(call.db, storage, allOf([visibleWhere(prepared), where]))
  const [completed] = record ? await completedRows(prepared, [record]) : []
  if (!completed) throw apiError('M08')
  return reveal(prepared, completed)
}

async function reveal(prepared: PreparedCall, read: StoredRecord): Promise<StoredRecord> {
  const [record = read] = await withNamedInRows(prepared, prepared.call.db, [read], 'record')
  const [denied] = await deniedActions(prepared, [record])
  const beside = { ...denied, ...(await outOfLimits(prepared, record)), ...(await waitingChange(prepared, record)) }
  if (!mayUnmask(prepared)) return { ...present(prepared, record), ...beside }
  await logReveal(prepared, record)
  return { ...presentInClear(prepared, record), ...beside }
}

/** Warnings about unusual values, for the fields that this user may read. */
async function outOfLimits({ call, hooks, model }: PreparedCall, record: StoredRecord): Promise<RecordValues> {
  const { db, actor, now, screen } = call
  const readable = readableFields(screen, model, 'record')
  // Errors must not prevent reading the record. Where no limit is in force, there are no warnings.
  const all = await Promise.resolve(hooks.outOfLimits?.({ db, actor, now }, record)).catch(noLimit)
  const said = Object.entries(all ?? {}).filter(([field]) => readable.has(field))
  return said.length === 0 ? {} : { [outOfLimitsKey]: Object.fromEntries(said) }
}

function noLimit(error: unknown): OutOfLimits {
  if (error instanceof ApiError) return {}
  throw error
}

/** Logs that a user saw personal data in clear (domain 4.0, masking). */
async function logReveal({ call, model }: PreparedCall, record: StoredRecord): Promise<void> {
  const readable = readableFields(call.screen, model, 'record')
  const revealed = [...model.fields.values()].filter(
    ({ name, property }) => readable.has(name) && (property['x-mask'] ?? 'secret') !== 'secret' && record[name] !== null,
  )
  if (revealed.length === 0) return
  await writeUserAction(call.db, {
    actor: call.actor,
    userActionType: userActionType.reveal,
    action: `顯示${model.entity.title} ${record[model.entity.key]} 的${revealed.map((field) => field.title).join('、')}`,
    entity: model.entity.name,
    entityId: record.id,
  })
}

/** @throws M08 */
export async function getVisible(prepared: PreparedCall, id: number): Promise<StoredRecord> {
  const record = await selectOne(prepared.call.db, prepared.storage, visibleWhere(prepared), id)
  const [completed] = record ? await completedRows(prepared, [record]) : []
  if (!completed) throw apiError('M08')
  return completed
}

/** Rows completed by the hook `completeRows`. */
export async function completedRows({ call, hooks }: PreparedCall, rows: readonly StoredRecord[]): Promise<readonly StoredRecord[]> {
  const { db, actor, now } = call
  return hooks.completeRows ? hooks.completeRows({ db, actor, now }, rows) : rows
}

/** A page of a child list, and the view of it that was chosen. */
export interface ChildPage {
  readonly pageIndex: number
  readonly pageSize: number
  readonly view?: string | null
}

/** Rows of a child list of one record, in the order of the document. The scope of the child's entity applies. */
export async function listChildren(
  prepared: PreparedCall,
  id: number,
  name: string,
  { view = null, ...page }: ChildPage,
): Promise<RecordPage> {
  const { call, services } = prepared
  const children = call.screen?.children
  const child = children && Object.hasOwn(children, name) ? children[name] : undefined
  if (!child) throw apiError('M08')
  const parent = await getParent(prepared, child, id)
  const inner = prepare(services, { ...call, screen: null, entity: child.entity })
  const links = Object.entries(child.by).map(([childField, parentField]) => {
    const expression = inner.storage.expression(fieldOf(inner.model, childField))
    return sql<SqlBool>`${expression} = ${parent[parentField] ?? null}`
  })
  const conditions = [child.filter, viewOfChild(child, view)].flatMap((filter) =>
    filter ? [conditionSql(inner.storage, filter, inner.scope)] : [],
  )
  const where = allOf([visibleWhere(inner), ...links, ...conditions])
  const shown = shownOfChild(call.screen, child)
  const first = page.pageIndex * page.pageSize
  const left = child.limit === undefined ? page.pageSize : Math.max(0, Math.min(page.pageSize, child.limit - first))
  const read = left === 0 ? [] : await selectPage(call.db, inner.storage, where, { sort: child.sort, ...page, shown })
  const rows = await completedRows(inner, read.slice(0, left))
  const totalCount = await countRows(call.db, inner.storage, where, child.limit)
  const totals = child.totals.length === 0 ? {} : (await selectTotals(call.db, inner.storage, where, { fields: child.totals })).totals
  return { totalCount, ...page, rows: rows.map((row) => presentChild(inner, row, shown)), totals }
}

/** @throws M06 for a view that the list does not have */
function viewOfChild({ views }: ResolvedChild, name: string | null): Predicate | undefined {
  if (name === null) return undefined
  const view = views.find((one) => one.name === name)
  if (!view) throw apiError('M06', { title: '檢視' })
  return view.filter
}

/** The record that a child list belongs to: the record of the screen, or the one above its list. */
async function getParent(prepared: PreparedCall, child: ResolvedChild, id: number): Promise<StoredRecord> {
  const { call, services } = prepared
  if (child.of === undefined) return getVisible(prepared, id)
  const head = call.screen?.children[child.of]
  if (!head) throw apiError('M08')
  return getVisible(prepare(services, { ...call, screen: null, entity: head.entity }), id)
}

/**
 * Reads the record above a list (`list.head`): the record of the child's entity that the conditions of the list identify. Row scope and
 * masks apply as for every child.
 *
 * @returns nothing when the list has no head; `head` is null when the conditions do not identify a record
 */
async function readHead({ call, services }: PreparedCall, query: ListQuery): Promise<{ readonly head?: RecordValues | null }> {
  const { screen } = call
  const name = screen?.list.head
  const child = screen && name !== undefined && Object.hasOwn(screen.children, name) ? screen.children[name] : undefined
  if (!child) return {}
  const inner = prepare(services, { ...call, screen: null, entity: child.entity })
  const links = headLinks(inner, child, query)
  if (links === null) return { head: null }
  const where = allOf([visibleWhere(inner), ...links])
  const shown = shownOfChild(screen, child)
  const [row] = await selectPage(call.db, inner.storage, where, { sort: child.sort, pageIndex: 0, pageSize: 1, shown })
  return { head: row ? presentChild(inner, row, shown) : null }
}

/** One equality per joined field; null while the conditions do not identify a single record. */
function headLinks(inner: PreparedCall, child: ResolvedChild, query: ListQuery): readonly RawBuilder<SqlBool>[] | null {
  const links: RawBuilder<SqlBool>[] = []
  for (const [field, source] of Object.entries(child.by)) {
    const filter = query.filters.find((one) => one.field === source && one.op === 'eq')
    const value = filter?.values[0] ?? null
    if (value === null) return null
    const own = fieldOf(inner.model, field)
    links.push(filterSql(own, inner.storage.expression(own), { field, op: 'eq', values: [value] }))
  }
  return links
}

/** Fields of a child record that are sent: its columns, and the fields that its buttons depend on. */
function shownOfChild(screen: RecordCall['screen'], child: ResolvedChild): ReadonlySet<string> {
  const watched = child.actions.flatMap((action) => fieldsOfAction(ownAction(screen, action)))
  return new Set(['id', 'rowVersion', ...child.columns.map((column) => column.field), ...linkedFields(child.columns), ...watched])
}

/** @throws Error when the document has no such action; a checked document always has it */
function ownAction(screen: RecordCall['screen'], name: string): ResolvedAction {
  const action = screen && Object.hasOwn(screen.actions, name) ? screen.actions[name] : undefined
  if (!action) throw new Error(`the screen has no action ${name}`)
  return action
}

function presentChild(inner: PreparedCall, row: StoredRecord, shown: ReadonlySet<string>): Record<string, unknown> {
  const presented = inner.hooks.present?.({ actor: inner.call.actor, now: inner.call.now, screen: null, place: 'list' }, row) ?? row
  return Object.fromEntries(
    [...shown].map((name) => {
      const field = inner.model.fields.get(name)
      return [name, field ? maskValue(field, presented[name] ?? null) : null]
    }),
  )
}
