import type { FastifyInstance } from 'fastify'
import type { GroupLabels } from '../../language/reports/groupText.ts'
import { reportTable } from '../../language/reports/reportTable.ts'
import { sumsRows } from '../../language/reports/sumsRows.ts'
import type { ResolvedReport } from '../../language/resolved.ts'
import { userActionType } from '../../rules/codes.generated.ts'
import { fileStamp } from '../../rules/dates.ts'
import { writeUserAction } from '../platform/audit.ts'
import { textError } from '../platform/errors.ts'
import type { MailFile } from '../platform/mail/sealedText.ts'
import type { RecordFile } from '../records/engine.ts'
import type { Cell } from '../records/export/cells.ts'
import { writeCsv } from '../records/export/csv.ts'
import { xlsxType } from '../records/export/exportRecords.ts'
import { writeXlsx } from '../records/export/xlsx.ts'
import { styleOf } from '../records/export/xlsxStyles.ts'
import type { OpenSubscription } from './openSubscription.ts'

/** Most records in a mail. Larger files are exported on the screen. */
const mailedRowsMax = 20_000
/** Mailboxes refuse larger mails, and a file grows by a third on its way. */
const mailedBytesMax = 7 * 1024 * 1024

interface Parts {
  readonly title: string
  readonly format: 'xlsx' | 'csv'
}

/** Number of records that a subscription finds now. @throws ApiError as the list does, e.g. for a range of too many days */
export async function countRecords(app: FastifyInstance, { call, query }: OpenSubscription): Promise<number> {
  const { totalCount } = await app.records.list(call, { ...query, pageIndex: 0, pageSize: 1 })
  return totalCount
}

/** Makes the file, and logs it like an export. @throws ApiError when it is too large for a mail */
export async function subscriptionFile(
  app: FastifyInstance,
  open: OpenSubscription,
  count: number,
  { title, format }: Parts,
): Promise<MailFile> {
  const { call, query, report } = open
  if (report === null && count > mailedRowsMax)
    throw textError(
      400,
      `資料共 ${count.toLocaleString('en-US')} 筆，超過信件可附加的 ${mailedRowsMax.toLocaleString('en-US')} 筆，請至畫面匯出，或縮小條件。`,
    )
  const file = report === null ? await app.records.exportFile(call, query, format) : await sumsFile(app, open, report, { title, format })
  const bytes: Uint8Array[] = []
  let size = 0
  for await (const chunk of file.body) {
    bytes.push(chunk)
    size += chunk.length
    if (size > mailedBytesMax) throw textError(400, '檔案超過信件可附加的 7 MB，請至畫面匯出，或縮小條件。')
  }
  return { fileName: file.fileName, contentType: file.contentType, base64: Buffer.concat(bytes).toString('base64') }
}

async function sumsFile(
  app: FastifyInstance,
  { call, query }: OpenSubscription,
  report: ResolvedReport,
  { title, format }: Parts,
): Promise<RecordFile> {
  const group = call.screen.report?.tabs === undefined ? null : (report.groups[0]?.field ?? null)
  const table = reportTable(report, await app.records.report(call, query, group))
  const labels = await groupLabels(app, { call, report })
  const rows = sumsRows(table, (field) => labels.get(field) ?? new Map())
  await writeUserAction(call.db, {
    actor: call.actor,
    userActionType: userActionType.export,
    action: `匯出${call.screen.title}彙總 ${table.lines.length} 組`,
    entity: call.entity,
  })
  const styles = [...table.groups.map(() => undefined), ...table.columns.map(({ column }) => styleOf(column.format))]
  return {
    fileName: `${call.screen.title}彙總_${fileStamp(call.now)}.${format}`,
    contentType: format === 'xlsx' ? xlsxType : 'text/csv; charset=utf-8',
    body: format === 'xlsx' ? writeXlsx(title, eachOf(rows), { styles, hasTotals: true }) : writeCsv(eachOf(rows)),
  }
}

async function* eachOf(rows: readonly (readonly Cell[])[]): AsyncGenerator<readonly Cell[]> {
  yield* rows
}

/** Labels of the groups that have a dictionary, as the user may see them. */
async function groupLabels(
  app: FastifyInstance,
  { call: { actor, db }, report }: Pick<OpenSubscription, 'call'> & { readonly report: ResolvedReport },
): Promise<ReadonlyMap<string, GroupLabels>> {
  const read = report.groups.flatMap(({ field, dictionary }) =>
    dictionary === undefined
      ? []
      : [
          app.dictionaries
            .find(dictionary.name, { ...dictionary, db, actor })
            .then((options = []) => [field, new Map(options.map(({ key, value }) => [key, { value }]))] as const),
        ],
  )
  return new Map(await Promise.all(read))
}
