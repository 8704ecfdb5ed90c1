import {
  adjustKind,
  type CompanyAdjustment,
  type ContractStatus,
  companyAdjustment,
  contractStatus,
  costBearer,
} from '../../../rules/codes.generated.ts'
import type { AdjustmentSheetLinesRow } from '../../entities.generated.ts'
import type { ChangesOf } from '../../records/hooks.ts'
import { endOfNextYear, expireDateOf } from '../points/public.ts'

/** A sheet as far as it is written, and one line of it: whose points, or for the accounting of a company only how many. */
export type SheetFacts = ChangesOf<'adjustmentSheet'>
export type SheetLine = AdjustmentSheetLinesRow

/** CompanyAdjustment: which account of the company moves, and how. AWARD −100 bills 100 points more, DEDUCT +100 pays 100 more. */
export const companyAccounts = {
  [companyAdjustment.addIssued]: { account: 'AWARD', sign: -1 },
  [companyAdjustment.subtractIssued]: { account: 'AWARD', sign: 1 },
  [companyAdjustment.addRedeemed]: { account: 'DEDUCT', sign: 1 },
  [companyAdjustment.subtractRedeemed]: { account: 'DEDUCT', sign: -1 },
} as const satisfies Record<CompanyAdjustment, { account: 'AWARD' | 'DEDUCT'; sign: 1 | -1 }>

export function linesOf(sheet: SheetFacts): readonly SheetLine[] {
  return sheet.lines ?? []
}

/** The sheet with what follows from it: its sums, the default expiry, and nothing in fields that its kind does not have. */
export function completedSheet(sheet: SheetFacts) {
  const kind = sheet.adjustKind
  const lines = linesOf(sheet)
  const byDefault = sheet.businessDate ? expireDateOf(endOfNextYear, sheet.businessDate) : null
  return {
    ...sheet,
    costBearer: kind === adjustKind.company ? null : (sheet.costBearer ?? costBearer.company),
    companyAdjustment: kind === adjustKind.company ? sheet.companyAdjustment : null,
    expireDate: kind === adjustKind.add ? (sheet.expireDate ?? byDefault) : null,
    retailStoreNo: sheet.companyNo ? (sheet.retailStoreNo ?? null) : null,
    companyNo: sheet.companyNo ?? null,
    lineCount: lines.length,
    totalPoints: lines.reduce((total, line) => total + line.points, 0),
  }
}

/** What is wrong with a completed sheet by itself, by field. @param today YYYY-MM-DD in Taipei */
export function sheetProblems(sheet: SheetFacts, today: string): Readonly<Record<string, string>> {
  const problems: Record<string, string> = {}
  const isOfCompany = sheet.adjustKind === adjustKind.company
  if (String(sheet.businessDate) > today) problems.businessDate = '歸屬日期不可晚於今日。'
  if (!String(sheet.reasonCode).startsWith(String(sheet.adjustKind))) problems.reasonCode = '調整原因 格式錯誤'
  if (isOfCompany && !isCompanyAdjustment(sheet.companyAdjustment)) problems.companyAdjustment = '調整項目 必填'
  if (sheet.companyNo === null && (isOfCompany || sheet.costBearer === costBearer.company)) problems.companyNo = '特約商 必填'
  if (sheet.companyNo === 'C000000') problems.companyNo = '特約商 格式錯誤'
  if (sheet.expireDate !== null && String(sheet.expireDate) <= today) problems.expireDate = '點數到期日不可早於明日。'
  return problems
}

/**
 * Why the company of a sheet cannot be charged; null when it can. Whose contract has ended gives no points any more (domain 2.6), but
 * its last statements may still need a correction of their accounting.
 */
export function contractProblem(sheet: SheetFacts, contract: ContractStatus): string | null {
  const isOfCompany = sheet.adjustKind === adjustKind.company
  if (contract === contractStatus.inForce || contract === contractStatus.suspended) return null
  if (!isOfCompany && sheet.costBearer !== costBearer.company) return null
  if (contract !== contractStatus.terminated) return '特約商合約尚未生效。'
  return isOfCompany ? null : '特約商合約已終止，請改由平台負擔。'
}

export function isCompanyAdjustment(value: unknown): value is CompanyAdjustment {
  return typeof value === 'string' && Object.hasOwn(companyAccounts, value)
}

/** A line that cannot be posted: `index` from 0, the field to mark, and a text that names the row (from 1). */
export interface LineProblem {
  readonly index: number
  readonly field: 'memberNo' | 'corporateNo' | 'points' | 'originalTransactionNo'
  /** What is wrong, without the row. */
  readonly reason: string
  readonly text: string
}

export function lineProblem(index: number, field: LineProblem['field'], reason: string): LineProblem {
  return { index, field, reason, text: `第 ${index + 1} 列${reason}` }
}

/** Checks lines against each other and against the kind of their sheet. Pure: no database. */
export function plainLineProblems(kind: unknown, lines: readonly SheetLine[]): readonly LineProblem[] {
  const seen = new Set<string>()
  const originals = new Set<string>()
  return lines.flatMap((line, index) => {
    const owner = line.memberNo || line.corporateNo || null
    if (kind === adjustKind.company) {
      return owner === null ? [] : [lineProblem(index, line.memberNo ? 'memberNo' : 'corporateNo', '不可填寫會員。')]
    }
    if (owner === null || (line.memberNo && line.corporateNo)) {
      return [lineProblem(index, 'memberNo', '會員編號、企業會員編號須擇一填寫。')]
    }
    if (seen.has(owner)) return [lineProblem(index, line.memberNo ? 'memberNo' : 'corporateNo', '會員重複。')]
    seen.add(owner)
    // A transaction belongs to one member. A second line that names it for another member could only be an attempt to find out whose it
    // is.
    const original = line.originalTransactionNo || null
    if (original !== null && originals.has(original)) return [lineProblem(index, 'originalTransactionNo', '原交易編號重複。')]
    if (original !== null) originals.add(original)
    return []
  })
}
