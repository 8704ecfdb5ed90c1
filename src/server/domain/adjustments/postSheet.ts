import { adjustKind, costBearer } from '../../../rules/codes.generated.ts'
import { startOfTaipeiDate, taipeiDate } from '../../../rules/dates.ts'
import type { Trx } from '../../platform/database/tables.ts'
import { ApiError } from '../../platform/errors.ts'
import type { RecordOf } from '../../records/hooks.ts'
import { debtLimitsFor } from '../debts/public.ts'
import type { AdjustedHolder, Adjustment, LedgerRefusal, PostingContext } from '../points/public.ts'
import { ledger } from '../points/public.ts'
import { companyNoOf } from './lineChecks.ts'
import { companyAccounts, lineProblem, linesOf, type SheetLine } from './sheetRules.ts'

type Sheet = RecordOf<'adjustmentSheet'>

const noonMs = 12 * 3_600_000
const remarkMax = 100
const textsMax = 100

export interface PostingWork {
  readonly now: Date
  readonly userName: string
}

/** When a line happened in the world: now, or noon of the day it belongs to. */
function businessAtOf(businessDate: string, now: Date): Date {
  return businessDate === taipeiDate(now) ? now : new Date(startOfTaipeiDate(businessDate).getTime() + noonMs)
}

function contextOf(sheet: Sheet, line: SheetLine, index: number, { now, userName }: PostingWork): PostingContext {
  return {
    now,
    businessAt: businessAtOf(sheet.businessDate, now),
    // Unique for ever (I8): whatever happens around it, a line is posted once.
    source: { work: 'ADJUST', workId: `${sheet.sheetNo}/${index + 1}` },
    companyNo: companyNoOf(sheet),
    retailStoreNo: sheet.retailStoreNo,
    createdBy: userName,
    remark: `${sheet.sheetNo} ${line.remark || sheet.description}`.slice(0, remarkMax),
  }
}

function holderOf(line: SheetLine): AdjustedHolder {
  return line.memberNo ? { memberNo: line.memberNo } : { corporateNo: String(line.corporateNo) }
}

/** The accounting of a company. @returns the transaction numbers */
async function postCompanyLines(trx: Trx, sheet: Sheet, work: PostingWork): Promise<readonly string[]> {
  const companyNo = companyNoOf(sheet)
  if (sheet.companyAdjustment === null || companyNo === null) throw new Error(`sheet ${sheet.sheetNo} is incomplete`)
  const { account, sign } = companyAccounts[sheet.companyAdjustment]
  const adjustments = linesOf(sheet).map((line, index) => {
    const context = { ...contextOf(sheet, line, index, work), companyNo }
    return { context, account, points: sign * line.points }
  })
  return (await ledger.adjustCompanyMany(trx, adjustments)).map(({ transactionNo }) => transactionNo)
}

/** What the ledger is asked for each line of a member or corporate member. */
async function adjustmentsOf(trx: Trx, sheet: Sheet, work: PostingWork): Promise<readonly Adjustment[]> {
  const lines = linesOf(sheet)
  const companyNo = companyNoOf(sheet)
  const memberNos = lines.flatMap((line) => (line.memberNo ? [line.memberNo] : []))
  const limits = await debtLimitsFor(trx, { memberNos, companyNo, on: taipeiDate(work.now) })
  const borneBy = { companyNo: sheet.costBearer === costBearer.company ? companyNo : null }
  return lines.map((line, index) => {
    const common = { context: contextOf(sheet, line, index, work), holder: holderOf(line), points: line.points, costBearer: borneBy }
    if (sheet.adjustKind === adjustKind.add) return { ...common, expireDate: String(sheet.expireDate) }
    return { ...common, limitPoints: limits.get(line.memberNo ?? '')?.limitPoints ?? 0 }
  })
}

/** The text of a line that the ledger refused: 第 n 列點數不足。 */
function refusalText(index: number, refusal: LedgerRefusal): string {
  return lineProblem(index, 'points', refusal.message.endsWith('。') ? refusal.message : `${refusal.message}。`).text
}

/**
 * Posts an approved sheet in the caller's transaction: one ledger transaction per line (kinds 40, 41, 42), all or none.
 *
 * @returns the transaction numbers in the order of the lines
 * @throws ApiError 409 with a text per line that could not be posted; nothing may be kept then
 */
export async function postSheet(trx: Trx, sheet: Sheet, work: PostingWork): Promise<readonly string[]> {
  if (sheet.adjustKind === adjustKind.company) return postCompanyLines(trx, sheet, work)
  const done = await ledger.adjustMany(trx, await adjustmentsOf(trx, sheet, work))
  if ('refused' in done) throw new ApiError(409, 'M22', listed(done.refused.map(({ index, refusal }) => refusalText(index, refusal))))
  return done.posted.map(({ transactionNo }) => transactionNo)
}

/** At most a hundred texts: nobody reads more. */
export function listed(texts: readonly string[]): string {
  const shown = texts.length > textsMax ? [...texts.slice(0, textsMax), `…另有 ${texts.length - textsMax} 列`] : texts
  return shown.join('\n')
}
