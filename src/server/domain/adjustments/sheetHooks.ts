import { adjustStatus } from '../../../rules/codes.generated.ts'
import { taipeiDate } from '../../../rules/dates.ts'
import type { OutOfLimits } from '../../../rules/outOfLimits.ts'
import { ApiError, apiError, fieldsError, textError } from '../../platform/errors.ts'
import type { ChangesOf, HookContext, NewRecordOf, QueryContext, RecordHooks, RecordOf, RowOf } from '../../records/hooks.ts'
import { holdOpen } from '../corporate/public.ts'
import { nextDatedNumber } from '../numbers.ts'
import { readNumber } from '../settings/public.ts'
import { checkLines } from './lineChecks.ts'
import { laterPeriodNo } from './period.ts'
import { listed, postSheet } from './postSheet.ts'
import { completedSheet, contractProblem, type LineProblem, linesOf, type SheetFacts, sheetProblems } from './sheetRules.ts'

const approveLarge = 'points.adjustments.approvelarge'

/** 點數調整單 (domain 4.8): checks while it is a draft, again when it is submitted, and the posting when a second person approves. */
export const adjustmentSheetHooks: RecordHooks<'adjustmentSheet'> = {
  async beforeCreate(context, input) {
    const sheet = await checkedSheet(context, input)
    const sheetNo = await nextDatedNumber(context.trx, 'AJ', taipeiDate(context.now), 4)
    return { ...sheet, sheetNo, status: adjustStatus.draft, transactionNos: [] }
  },
  async beforeUpdate(context, before, changes) {
    const sheet = await checkedSheet(context, { ...before, ...changes })
    const { costBearer, companyAdjustment = null, expireDate, retailStoreNo, companyNo, lineCount, totalPoints } = sheet
    const kept = { costBearer, companyAdjustment, expireDate, retailStoreNo, companyNo, lineCount, totalPoints }
    // Editing a rejected sheet makes it a draft again.
    return { ...changes, ...kept, ...(before.status === adjustStatus.rejected ? { status: adjustStatus.draft } : {}) }
  },
  beforeDelete() {
    // Numbers have no gaps: a sheet is voided, never removed.
    throw apiError('M09')
  },
  async deniedActions(context, sheets) {
    const tooLarge = await areTooLarge(context, sheets).catch(withoutLimit)
    return sheets.map((_sheet, index) => (tooLarge[index] ? ['approve'] : []))
  },
  outOfLimits: largeSheet,
  transitions: { submit: beforeSubmit, approve: beforeApprove },
}

async function checkedSheet(context: HookContext, input: NewRecordOf<'adjustmentSheet'>) {
  const { trx, now } = context
  const today = taipeiDate(now)
  const sheet = completedSheet(input)
  const problems = { ...sheetProblems(sheet, today), ...(await companyProblems(context, sheet)) }
  if (Object.keys(problems).length > 0) throw fieldsError(problems)
  const lines = await checkLines(trx, sheet, today)
  if (lines.length > 0) throw fieldsError(byCell(lines))
  await hintLaterPeriod(context, sheet)
  return sheet
}

async function companyProblems({ trx }: HookContext, sheet: SheetFacts): Promise<Record<string, string>> {
  const { companyNo, retailStoreNo } = sheet
  if (typeof companyNo !== 'string') return {}
  const company = await trx.selectFrom('company').select('contractStatus').where('companyNo', '=', companyNo).executeTakeFirst()
  if (!company) return { companyNo: '特約商 格式錯誤' }
  const problem = contractProblem(sheet, company.contractStatus)
  if (problem) return { companyNo: problem }
  if (typeof retailStoreNo !== 'string') return {}
  const store = await trx
    .selectFrom('retailStore')
    .select('id')
    .where('retailStoreNo', '=', retailStoreNo)
    .where('companyNo', '=', companyNo)
    .executeTakeFirst()
  return store ? {} : { retailStoreNo: '門市 格式錯誤' }
}

function byCell(problems: readonly LineProblem[]): Record<string, string> {
  return Object.fromEntries(problems.map(({ index, field, text }) => [`lines.${index}.${field}`, text]))
}

async function hintLaterPeriod({ trx, notice }: HookContext, sheet: SheetFacts): Promise<void> {
  const periodNo = await laterPeriodNo(trx, sheet)
  if (periodNo !== null) notice(`該帳期已關帳，將入帳至 ${periodNo}。`)
}

/** Members may have closed, spent or reached their limit, and contracts ended, since the draft was written. */
async function assertPostable(context: HookContext, sheet: RecordOf<'adjustmentSheet'>): Promise<void> {
  const { trx, now } = context
  const today = taipeiDate(now)
  const problems = Object.values({ ...sheetProblems(sheet, today), ...(await companyProblems(context, sheet)) })
  const lines = problems.length > 0 ? [] : await checkLines(trx, sheet, today)
  const texts = [...problems, ...lines.map((line) => line.text)]
  if (texts.length > 0) throw new ApiError(409, 'M22', listed(texts))
}

async function beforeSubmit(context: HookContext, sheet: RecordOf<'adjustmentSheet'>): Promise<undefined> {
  await assertPostable(context, sheet)
  await hintLaterPeriod(context, sheet)
}

async function beforeApprove(context: HookContext, sheet: RecordOf<'adjustmentSheet'>): Promise<ChangesOf<'adjustmentSheet'>> {
  const { trx, now, actor } = context
  await assertMayApproveSize(context, sheet)
  // Nobody ends a member between the look at its state and the posting.
  await holdOpen(
    trx,
    linesOf(sheet).flatMap(({ corporateNo }) => (corporateNo ? [corporateNo] : [])),
  )
  await assertPostable(context, sheet)
  return { transactionNos: await postSheet(trx, sheet, { now, userName: actor.userName }) }
}

/** Jobs and demo data act without a screen and are trusted. */
async function assertMayApproveSize({ trx, now, actor, screen }: HookContext, sheet: RecordOf<'adjustmentSheet'>): Promise<void> {
  if (screen === null) return
  const [isLarge] = await areTooLarge({ db: trx, now, actor }, [sheet])
  if (isLarge) throw textError(409, '調整點數超過您的核准權限。', 'ADJUST_LARGE')
}

/** The list can be read while no approval limit is in force; approving then fails with a text that says so. */
function withoutLimit(error: unknown): readonly boolean[] {
  if (error instanceof ApiError) return []
  throw error
}

const undecided: ReadonlySet<string> = new Set([adjustStatus.draft, adjustStatus.waiting, adjustStatus.rejected])

async function largeSheet({ db, now }: QueryContext, { status, totalPoints }: RecordOf<'adjustmentSheet'>): Promise<OutOfLimits> {
  if (!undecided.has(status)) return {}
  const largePoints = await readNumber(db, 'ADJUST.LARGE_POINTS', taipeiDate(now))
  if (Math.abs(totalPoints) <= largePoints) return {}
  return { totalPoints: `超過大額調整點數 ${largePoints.toLocaleString('en-US')}，須由具大額核准權限者核准。` }
}

/** Which sheets move more points than this person may approve. */
async function areTooLarge(
  { db, now, actor }: QueryContext,
  sheets: readonly Pick<RowOf<'adjustmentSheet'>, 'totalPoints'>[],
): Promise<readonly boolean[]> {
  if (actor.permissions.has(approveLarge)) return sheets.map(() => false)
  const largePoints = await readNumber(db, 'ADJUST.LARGE_POINTS', taipeiDate(now))
  return sheets.map((sheet) => sheet.totalPoints > largePoints)
}
