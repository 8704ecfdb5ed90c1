import { sql } from 'kysely'
import { adjustKind, corporateStatus, memberStatus } from '../../../rules/codes.generated.ts'
import { literals } from '../../platform/database/literals.ts'
import type { Executor } from '../../platform/database/tables.ts'
import { debtLimitsFor } from '../debts/public.ts'
import { type LineProblem, lineProblem, linesOf, plainLineProblems, type SheetFacts, type SheetLine } from './sheetRules.ts'

/** What a deduction needs to know of a holder: points in lots that have not expired, and points of its debts. */
interface Holding {
  readonly points: number
  readonly debtPoints: number
}

const keyOf = (line: SheetLine) => (line.memberNo ? `MEMBER ${line.memberNo}` : `CORP ${line.corporateNo}`)

/** Every line that could not be posted today, in the order of the lines (domain 4.8, refusals). @param today YYYY-MM-DD in Taipei */
export async function checkLines(db: Executor, sheet: SheetFacts, today: string): Promise<readonly LineProblem[]> {
  // One text per line: the first one found.
  const first = new Map<number, LineProblem>()
  for (const problem of await allLineProblems(db, sheet, today)) if (!first.has(problem.index)) first.set(problem.index, problem)
  return [...first.values()].sort((one, other) => one.index - other.index)
}

/** The same with everything that is wrong with a line, for those who mend a file. */
export async function allLineProblems(db: Executor, sheet: SheetFacts, today: string): Promise<readonly LineProblem[]> {
  const lines = linesOf(sheet)
  const plain = plainLineProblems(sheet.adjustKind, lines)
  if (sheet.adjustKind === adjustKind.company) return plain
  const found = await findHolders(db, lines)
  const problems = [...plain, ...unknownHolders(lines, found), ...(await unknownOriginals(db, lines))]
  if (sheet.adjustKind === adjustKind.deduct) problems.push(...(await shortLines(db, sheet, today)))
  return problems
}

async function findHolders(db: Executor, lines: readonly SheetLine[]): Promise<ReadonlySet<string>> {
  const memberNos = lines.flatMap((line) => (line.memberNo ? [line.memberNo] : []))
  const corporateNos = lines.flatMap((line) => (line.corporateNo ? [line.corporateNo] : []))
  const { rows } = await sql<{ key: string }>`
    select 'MEMBER ' || member_no as key from member where member_no = any (${memberNos}) and status <> ${sql.lit(memberStatus.closed)}
    union all
    select 'CORP ' || corporate_no from corporate_member where corporate_no = any (${corporateNos})
      and status in (${literals(corporateStatus.active, corporateStatus.suspended)})`.execute(db)
  return new Set(rows.map((row) => row.key))
}

function unknownHolders(lines: readonly SheetLine[], found: ReadonlySet<string>): readonly LineProblem[] {
  return lines.flatMap((line, index) => {
    if (found.has(keyOf(line))) return []
    return [line.memberNo ? lineProblem(index, 'memberNo', '查無會員或會員已註銷。') : lineProblem(index, 'corporateNo', '查無企業會員。')]
  })
}

/**
 * Lines that name a member together with another member's transaction. Trying numbers this way would tell whose a masked transaction is.
 */
export async function wrongPairs(db: Executor, given: unknown): Promise<readonly { readonly field: string; readonly value: string }[]> {
  const isLine = (line: unknown): line is SheetLine => typeof line === 'object' && line !== null
  const text = (value: unknown) => (typeof value === 'string' && /^[A-Za-z0-9]{1,20}$/.test(value) ? value : null)
  const lines = (Array.isArray(given) ? given : []).filter(isLine).flatMap(({ memberNo, originalTransactionNo }) => {
    const pair = { memberNo: text(memberNo), originalTransactionNo: text(originalTransactionNo), points: 0 }
    return pair.memberNo === null || pair.originalTransactionNo === null ? [] : [pair]
  })
  const problems = await unknownOriginals(db, lines)
  return problems.map(({ index }) => ({ field: 'memberNo', value: `${lines[index]?.memberNo} ${lines[index]?.originalTransactionNo}` }))
}

/** A number that names no transaction of this member would tell the auditor nothing. */
async function unknownOriginals(db: Executor, lines: readonly SheetLine[]): Promise<readonly LineProblem[]> {
  const numbers = lines.flatMap((line) => (line.originalTransactionNo ? [line.originalTransactionNo] : []))
  if (numbers.length === 0) return []
  const { rows } = await sql<{ transactionNo: string; owner: string | null }>`
    select transaction_no, coalesce(member_no, corporate_no) as owner from point_transaction
    where transaction_no = any (${numbers})`.execute(db)
  const owners = new Map(rows.map((row) => [row.transactionNo, row.owner]))
  return lines.flatMap((line, index) => {
    if (!line.originalTransactionNo) return []
    const isOwn = owners.get(line.originalTransactionNo) === (line.memberNo || line.corporateNo)
    return isOwn ? [] : [lineProblem(index, 'originalTransactionNo', '原交易編號不屬於此會員。')]
  })
}

/** Lines that take more than the holder has and its debt limit allows. The ledger decides again under lock when it posts. */
async function shortLines(db: Executor, sheet: SheetFacts, today: string): Promise<readonly LineProblem[]> {
  const lines = linesOf(sheet)
  const holdings = await readHoldings(db, lines, today)
  const memberNos = lines.flatMap((line) => (line.memberNo ? [line.memberNo] : []))
  const limits = await debtLimitsFor(db, { memberNos, companyNo: companyNoOf(sheet), on: today })
  return lines.flatMap((line, index) => {
    const { points, debtPoints } = holdings.get(keyOf(line)) ?? { points: 0, debtPoints: 0 }
    const limit = line.memberNo ? (limits.get(line.memberNo)?.limitPoints ?? 0) : 0
    return line.points > points + Math.max(0, limit - debtPoints) ? [lineProblem(index, 'points', '點數不足。')] : []
  })
}

async function readHoldings(db: Executor, lines: readonly SheetLine[], today: string): Promise<ReadonlyMap<string, Holding>> {
  const owners = lines.map((line) => line.memberNo || line.corporateNo || '')
  const { rows } = await sql<{ key: string } & Holding>`
    select a.class || ' ' || a.owner_id as key, coalesce(a.owed_points, 0) as debt_points,
      coalesce((select sum(l.remaining_points) from point_lot l
        where l.account_id = a.id and l.remaining_points > 0 and l.expire_date >= ${today}), 0)::bigint as points
    from point_account a where a.class in ('MEMBER', 'CORP') and a.owner_id = any (${owners})`.execute(db)
  return new Map(rows.map(({ key, points, debtPoints }) => [key, { points, debtPoints }]))
}

export function companyNoOf(sheet: SheetFacts): string | null {
  return sheet.companyNo ?? null
}
