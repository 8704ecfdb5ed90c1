import { setImmediate as nextTurn } from 'node:timers/promises'
import type { RecordPage } from '../../../answers/records.ts'
import type { DisplayFormat } from '../../../language/documents/vocabulary.ts'
import type { ListQuery } from '../../../language/query/listQuery.ts'
import { type Choice, totalsChoices, totalsScope } from '../../../language/query/totalsScope.ts'
import type { DictionaryRef, ResolvedScreen } from '../../../language/resolved.ts'
import { userActionType } from '../../../rules/codes.generated.ts'
import { fileStamp } from '../../../rules/dates.ts'
import { writeUserAction } from '../../platform/audit.ts'
import { textError } from '../../platform/errors.ts'
import type { RecordFile } from '../engine.ts'
import type { RecordValues, StoredRecord } from '../hooks.ts'
import { present } from '../masks/present.ts'
import { readyQuery } from '../read/listRules.ts'
import { selectTotals, sumsOf, whereSql } from '../read/listSql.ts'
import { completedRows, listContext, totalsOf } from '../read/read.ts'
import type { PreparedCall } from '../services.ts'
import { type Cell, cellOf } from './cells.ts'
import { writeCsv } from './csv.ts'
import { readPages } from './pages.ts'
import { type SheetLook, writeXlsx, xlsxRowsMax } from './xlsx.ts'
import { styleOf } from './xlsxStyles.ts'

export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Rows converted to text in one turn of the event loop. */
const rowsPerTurn = 250

interface ExportColumn {
  readonly field: string
  readonly title: string
  readonly format: DisplayFormat
  readonly labels?: Labels
  readonly dependent?: DependentLabels
}

type Labels = ReadonlyMap<string, string>

/** A dictionary whose options depend on another field of the row (a district on its city). It is read once per value of that field. */
interface DependentLabels {
  readonly ref: DictionaryRef
  readonly field: string
  readonly known: Map<string, Labels>
}

/** Exports a list to a file: the same query and row restrictions, the columns of the list and of the detail view, and the 總計 row. */
export async function exportRecords(prepared: PreparedCall, query: ListQuery, format: 'xlsx' | 'csv'): Promise<RecordFile> {
  const { call } = prepared
  const { screen, totalCount, look, rows } = await openExport(prepared, query)
  if (format === 'xlsx' && totalCount + 2 > xlsxRowsMax) throw textError(400, '資料筆數超過試算表上限，請縮小查詢範圍或改用 CSV 匯出。')
  await auditExport(prepared, screen, totalCount)
  return {
    fileName: `${screen.title}_${fileStamp(call.now)}.${format}`,
    contentType: format === 'xlsx' ? xlsxType : 'text/csv; charset=utf-8',
    body: format === 'xlsx' ? writeXlsx(screen.title, rows, look) : writeCsv(rows),
  }
}

/** Content of a file, read row by row while it is written: headings, rows, and totals if the list has them. */
export interface OpenExport {
  readonly screen: ResolvedScreen
  readonly totalCount: number
  readonly look: SheetLook
  readonly rows: AsyncIterable<readonly Cell[]>
}

export async function openExport(prepared: PreparedCall, query: ListQuery): Promise<OpenExport> {
  const { call, storage } = prepared
  const { screen } = call
  if (!screen) throw new Error('an export is of a screen')
  const complete = await readyQuery(prepared, query)
  const context = listContext(prepared)
  const where = whereSql(context, complete)
  const { totalCount, totals } = await selectTotals(call.db, storage, where, sumsOf(context))
  const columns = await columnsOf(prepared, screen)
  const shown = screen.list.totals.length > 0 ? { title: totalsTitle(screen, columns), sums: totalsOf(prepared, complete, totals) } : null
  const rows = rowsOf(prepared, columns, readPages(prepared, where, complete.sort), shown)
  const look = { styles: columns.map(({ format }) => styleOf(format)), hasTotals: shown !== null }
  return { screen, totalCount, look, rows }
}

async function* rowsOf(
  prepared: PreparedCall,
  columns: readonly ExportColumn[],
  pages: AsyncIterable<readonly StoredRecord[]>,
  totals: { readonly title: string; readonly sums: RecordPage['totals'] } | null,
): AsyncGenerator<readonly Cell[]> {
  yield columns.map((column) => column.title)
  for await (const stored of pages) {
    const page = await completedRows(prepared, stored)
    for (const { dependent } of columns) if (dependent) await readDependent(prepared, dependent, page)
    for (const [index, row] of page.entries()) {
      // Yields to the event loop. The rows of a page are in memory, so that the loop would otherwise block for a whole page.
      if (index % rowsPerTurn === rowsPerTurn - 1) await nextTurn()
      const shown = present(prepared, row, 'file')
      yield columns.map((column) => cellOf(shown[column.field], column.format, labelsFor(column, row)))
    }
  }
  if (totals) yield columns.map((column, index) => totals.sums[column.field] ?? (index === 0 ? totals.title : null))
}

/** 總計 with what it leaves out and subtracts, because a file is read without the screen that says so. */
function totalsTitle({ list }: ResolvedScreen, columns: readonly ExportColumn[]): string {
  const labelIn = (choice: Choice | null) => columns.find(({ field }) => field === choice?.field)?.labels
  const choices = totalsChoices(list)
  const [summed, subtracted] = [labelIn(choices.summed), labelIn(choices.subtracted)]
  const scope = totalsScope(
    choices,
    (key) => summed?.get(key),
    (key) => subtracted?.get(key),
  )
  return scope ? `總計（${scope}）` : '總計'
}

async function columnsOf(prepared: PreparedCall, screen: ResolvedScreen): Promise<readonly ExportColumn[]> {
  const listed = screen.list.columns.map(({ field, title, format, dictionary }) => ({ field, title, format, dictionary }))
  const viewed = Object.values(screen.forms)
    .filter((form) => form.mode === 'view')
    .flatMap((form) => Object.values(form.fields))
    .map(({ field, title, format, dictionary }) => ({ field, title, format, dictionary }))
  const all = [...listed, ...viewed].filter(
    (column, index, list) => column.format !== 'files' && list.findIndex((one) => one.field === column.field) === index,
  )
  return Promise.all(all.map(async ({ dictionary, ...column }) => ({ ...column, ...(await labelsOf(prepared, dictionary)) })))
}

async function labelsOf(prepared: PreparedCall, ref: DictionaryRef | undefined): Promise<Pick<ExportColumn, 'labels' | 'dependent'>> {
  if (!ref) return {}
  if (ref.strArg?.startsWith('form.')) return { dependent: { ref, field: ref.strArg.slice('form.'.length), known: new Map() } }
  const labels = await readLabels(prepared, ref)
  return labels ? { labels } : {}
}

async function readLabels({ services, call }: PreparedCall, ref: DictionaryRef): Promise<Labels | undefined> {
  const options = await services.findOptions(ref.name, { ...ref, db: call.db, actor: call.actor })
  return options && new Map(options.map((option) => [option.key, option.value]))
}

async function readDependent(prepared: PreparedCall, { ref, field, known }: DependentLabels, page: readonly RecordValues[]): Promise<void> {
  const wanted = new Set(page.flatMap((row) => (row[field] === null || row[field] === undefined ? [] : [String(row[field])])))
  for (const strArg of wanted) if (!known.has(strArg)) known.set(strArg, (await readLabels(prepared, { ...ref, strArg })) ?? new Map())
}

function labelsFor({ labels, dependent }: ExportColumn, row: RecordValues): Labels | undefined {
  return labels ?? dependent?.known.get(String(row[dependent.field]))
}

export async function auditExport({ call, model }: PreparedCall, screen: ResolvedScreen, count: number): Promise<void> {
  await writeUserAction(call.db, {
    actor: call.actor,
    userActionType: userActionType.export,
    action: `匯出${screen.title} ${count} 筆`,
    entity: model.entity.name,
  })
}
