import { startOfTaipeiDate, taipeiDate } from '../../../rules/dates.ts'
import type { Trx } from '../../platform/database/tables.ts'
import { ApiError } from '../../platform/errors.ts'
import type { StoredRecord } from '../../records/hooks.ts'
import { negativeLimitsFor } from '../pending/negativeLimit.ts'
import type { NegativeLimit } from '../points/domain/issueReturn.ts'
import { LedgerRefusal } from '../points/domain/refusals.ts'
import { ledger } from '../points/ledger.ts'
import { lockHolders } from '../points/post/holders.ts'
import type { Occasion } from '../points/post/occasion.ts'
import type { AdjustedHolder } from '../points/usecases/credits.ts'
import { companyNoOf } from './lineChecks.ts'
import { adjustKind, companyAccounts, costBearer, isCompanyAdjustment, lineProblem, linesOf } from './sheetRules.ts'
import type { SheetLine } from './tables.ts'

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

function occasionOf(sheet: StoredRecord, line: SheetLine, index: number, { now, userName }: PostingWork): Occasion {
  return {
    now,
    businessAt: businessAtOf(String(sheet.businessDate), now),
    // Unique for ever (I8): whatever happens around it, a line is posted once.
    source: { work: 'ADJUST', workId: `${sheet.sheetNo}/${index + 1}` },
    companyNo: companyNoOf(sheet),
    retailStoreNo: typeof sheet.retailStoreNo === 'string' ? sheet.retailStoreNo : null,
    createdBy: userName,
    remark: `${sheet.sheetNo} ${line.remark || sheet.description}`.slice(0, remarkMax),
  }
}

function holderOf(line: SheetLine): AdjustedHolder {
  return line.memberNo ? { memberNo: line.memberNo } : { corporateNo: String(line.corporateNo) }
}

/** Posts one line; the kind of the sheet decides how. @returns its transaction number */
async function postLine(
  trx: Trx,
  sheet: StoredRecord,
  line: SheetLine,
  occasion: Occasion,
  limits: ReadonlyMap<string, NegativeLimit>,
): Promise<string> {
  const companyNo = companyNoOf(sheet)
  if (sheet.adjustKind === adjustKind.company) {
    if (!isCompanyAdjustment(sheet.companyAdjustment) || companyNo === null) throw new Error(`sheet ${sheet.sheetNo} is incomplete`)
    const { account, sign } = companyAccounts[sheet.companyAdjustment]
    const posted = await ledger.adjustCompany(trx, { occasion: { ...occasion, companyNo }, account, points: sign * line.points })
    return posted.transactionNo
  }
  const bearer = { companyNo: sheet.costBearer === costBearer.company ? companyNo : null }
  const common = { occasion, holder: holderOf(line), points: line.points, bearer }
  if (sheet.adjustKind === adjustKind.add) {
    return (await ledger.adjustAdd(trx, { ...common, expireDate: String(sheet.expireDate) })).posted.transactionNo
  }
  const limitPoints = limits.get(line.memberNo ?? '')?.limitPoints ?? 0
  return (await ledger.adjustDeduct(trx, { ...common, limitPoints })).posted.transactionNo
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
export async function postSheet(trx: Trx, sheet: StoredRecord, work: PostingWork): Promise<readonly string[]> {
  const lines = linesOf(sheet)
  const memberNos = lines.flatMap((line) => (line.memberNo ? [line.memberNo] : []))
  const limits = await negativeLimitsFor(trx, { memberNos, companyNo: companyNoOf(sheet), on: taipeiDate(work.now) })
  await lockAllHolders(trx, sheet, lines)
  const numbers: string[] = []
  const refused: string[] = []
  for (const [index, line] of lines.entries()) {
    try {
      numbers.push(await postLine(trx, sheet, line, occasionOf(sheet, line, index, work), limits))
    } catch (error) {
      // The ledger refuses before it writes, so the transaction can go on and find the other lines that fail.
      if (!(error instanceof LedgerRefusal)) throw error
      refused.push(refusalText(index, error))
    }
  }
  if (refused.length > 0) throw new ApiError(409, 'M22', listed(refused))
  return numbers
}

/** All at once in ascending order of account: line by line, two sheets could wait for each other. */
async function lockAllHolders(trx: Trx, sheet: StoredRecord, lines: readonly SheetLine[]): Promise<void> {
  if (sheet.adjustKind === adjustKind.company) return
  const owners = lines.map((line) =>
    line.memberNo
      ? ({ class: 'MEMBER', ownerId: line.memberNo } as const)
      : ({ class: 'CORP', ownerId: String(line.corporateNo) } as const),
  )
  await lockHolders(trx, owners)
}

/** The first hundred texts; more help nobody. */
export function listed(texts: readonly string[]): string {
  const shown = texts.length > textsMax ? [...texts.slice(0, textsMax), `…另有 ${texts.length - textsMax} 列`] : texts
  return shown.join('\n')
}
