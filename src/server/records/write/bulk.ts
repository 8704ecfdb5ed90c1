import { type SqlBool, sql } from 'kysely'
import type { BulkResult, BulkVerdict } from '../../../answers/records.ts'
import { bulkEdit } from '../../../language/query/bulkEdit.ts'
import { message } from '../../../rules/messages.ts'
import { ApiError, apiError, fieldsError, textError } from '../../platform/errors.ts'
import type { BulkSelection } from '../engine.ts'
import type { RecordValues } from '../hooks.ts'
import { allOf } from '../read/listFilterSql.ts'
import { readyQuery } from '../read/listRules.ts'
import { countRows, selectPage, whereSql } from '../read/listSql.ts'
import { listContext, visibleWhere } from '../read/read.ts'
import type { OpenWrite, PreparedCall } from '../services.ts'
import { cellText, joinTexts } from '../validation/problemTexts.ts'
import { recordNames } from './recordNames.ts'
import { removeInside } from './remove.ts'
import { transitionInside } from './transition.ts'
import { updateInside } from './update.ts'
import { part, write } from './write.ts'

/** Most records in one transaction, because it locks all their rows. */
const rowsMax = 1000

/** Errors that the user can confirm. The code contains the name of the body member that confirms. */
const questionCode = /^CONFIRM:(\w+)$/

/**
 * Runs a transition, or `delete`, for each record in the order of ids, so that two such runs cannot deadlock. Each record succeeds or fails
 * by itself, within a savepoint. What all records need (locks, names, log lines) is read or written once for all.
 */
export async function runBulk(prepared: PreparedCall, name: string, selection: BulkSelection, input: RecordValues): Promise<BulkResult> {
  assertOffered(prepared, name)
  return write(prepared, async (open) => {
    const { ids: chosen, next } = await idsOf(open, selection)
    const ids = [...new Set(chosen)].sort((first, second) => first - second)
    if (ids.length === 0 && !isLaterBatch(selection)) throw apiError('M16')
    if (ids.length > 1) assertForSeveral(prepared, name, input)
    const given = name === bulkEdit ? changesOf(prepared, input) : input
    const results: BulkVerdict[] = []
    const versions = selection.kind === 'ids' ? selection.versions : undefined
    const run = { ...open, locked: await prepared.storage.lock(open.trx, ids), moved: new Set<number>() }
    const labels = await namesBefore(open, ids)
    for (const id of ids) results.push(await judge(run, { id, rowVersion: versions?.get(id), label: labels.get(id) }, name, given))
    const okCount = results.filter((result) => result.ok).length
    return { results, okCount, failedCount: results.length - okCount, next }
  })
}

/** @throws M12 when the screen, as restricted to the actor, has no such button above its list */
function assertOffered({ call }: PreparedCall, name: string): void {
  if (call.screen && !call.screen.list.bulkActions.includes(name)) throw apiError('M12')
}

/** @throws 400 when something is entered for several records that fits one of them only (`x-single`) */
function assertForSeveral({ model }: PreparedCall, name: string, input: RecordValues): void {
  const { properties = {} } = model.entity.transitions?.[name]?.input ?? {}
  const single = Object.keys(properties).filter((field) => properties[field]?.['x-single'] === true && (input[field] ?? '') !== '')
  if (single.length === 0) return
  throw fieldsError(
    Object.fromEntries(single.map((field) => [field, `${properties[field]?.title ?? field} 只能逐筆輸入，請清空或改為單筆作業`])),
  )
}

/**
 * The values to write into every record; an empty one changes nothing.
 *
 * @throws 400 when there is none, or one of a field that the screen does not change in several records
 */
function changesOf({ call }: PreparedCall, input: RecordValues): RecordValues {
  const fields = call.screen?.actions[bulkEdit]?.input?.fields ?? {}
  const unknown = Object.keys(input).find((field) => !Object.hasOwn(fields, field))
  if (unknown !== undefined) throw fieldsError({ [unknown]: `「${unknown}」不能批次修改` })
  const given = Object.entries(input).filter(([, value]) => value !== null && value !== undefined && value !== '')
  if (given.length === 0) throw textError(400, '請至少填寫一個要修改的欄位。', 'M05')
  return Object.fromEntries(given)
}

/** Later batches of a query may be empty, because the previous batch may have had the last rows. */
function isLaterBatch(selection: BulkSelection): boolean {
  return selection.kind === 'query' && (selection.batch?.after ?? 0) > 0
}

interface ChosenIds {
  readonly ids: readonly number[]
  readonly next: number | null
}

async function idsOf(open: OpenWrite, selection: BulkSelection): Promise<ChosenIds> {
  const batch = selection.kind === 'query' ? selection.batch : undefined
  const size = Math.min(batch?.size ?? rowsMax, rowsMax)
  const found = selection.kind === 'ids' ? selection.ids : await matchingIds(open, selection, size + 1)
  if (found.length <= size) return { ids: found, next: null }
  if (batch === undefined) throw textError(400, `一次最多處理 ${rowsMax} 筆資料`)
  const ids = found.slice(0, size)
  return { ids, next: ids.at(-1) ?? null }
}

type QuerySelection = Extract<BulkSelection, { kind: 'query' }>

async function matchingIds({ prepared, trx }: OpenWrite, selection: QuerySelection, limit: number): Promise<readonly number[]> {
  const where = whereSql(listContext(prepared), await readyQuery(prepared, selection.query))
  const after = selection.batch?.after ?? 0
  if (selection.matching !== undefined && after === 0)
    assertAsTold(await countRows(trx, prepared.storage, where, undefined), selection.matching)
  const { rows } = await sql<{ id: number }>`
    select r.id from ${prepared.storage.source.from} where ${where} and r.id > ${after} order by r.id limit ${limit}
  `.execute(trx.withoutPlugins())
  return rows.map((row) => row.id)
}

/**
 * Whoever takes all that match has seen how many there are. What came since then, e.g. another sheet to approve, is decided by nobody unseen.
 *
 * @throws M10 when there are more or fewer by now
 */
function assertAsTold(count: number, matching: number): void {
  if (count === matching) return
  const [now, told] = [count, matching].map((each) => each.toLocaleString('en-US'))
  throw textError(409, `符合條件的資料現有 ${now} 筆，與您選取時的 ${told} 筆不同，請重新查詢後再執行。`, 'M10')
}

interface Chosen {
  readonly id: number
  readonly rowVersion: number | undefined
  readonly label: string | undefined
}

async function judge(
  open: OpenWrite,
  { id, rowVersion, label = String(id) }: Chosen,
  name: string,
  input: RecordValues,
): Promise<BulkVerdict> {
  // The record was already moved together with an earlier record of the run.
  if (open.moved?.has(id)) return { id, label, ok: true, message: '已一併處理。' }
  try {
    const moved = new Set(open.moved)
    const messages = await part({ ...open, moved }, async (inner) => {
      if (name === 'delete') await removeInside(inner, id, rowVersion)
      else if (name === bulkEdit) await updateInside(inner, id, rowVersion, input)
      else await transitionInside(inner, { id, name, given: input, rowVersion })
    })
    for (const id of moved) open.moved?.add(id)
    return { id, label, ok: true, message: messages.join(' ') || message('M04') }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const question = questionCode.exec(error.code)?.[1]
    return { id, label, ok: false, message: verdictText(open.prepared, name, error), ...(question !== undefined && { question }) }
  }
}

/** In the table of verdicts no field stands beside the text, so each text names its own. */
function verdictText({ model }: PreparedCall, name: string, { body }: ApiError): string {
  if (typeof body === 'string') return body
  const asked = model.entity.transitions?.[name]?.input?.properties ?? {}
  const texts = Object.entries(body).map(([path, text]) => {
    const [field = ''] = path.split('.')
    return cellText((Object.hasOwn(asked, field) ? asked[field] : model.fields.get(field)?.property)?.title, text)
  })
  return joinTexts(texts)
}

/** Names of those records that the actor may see. */
async function namesBefore(open: OpenWrite, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const { prepared, trx } = open
  const { key, label } = prepared.model.entity
  const where = allOf([visibleWhere(prepared), sql<SqlBool>`r.id = any(${ids}::bigint[])`])
  const page = { sort: [], pageIndex: 0, pageSize: ids.length, shown: new Set([key, label]) }
  return recordNames(open, await selectPage(trx, prepared.storage, where, page))
}
