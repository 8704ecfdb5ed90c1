import { contractStatus } from '../../../rules/codes.generated.ts'
import { taipeiDate } from '../../../rules/dates.ts'
import type { CompanyTransitions } from '../../entities.generated.ts'
import { fieldsError, textError } from '../../platform/errors.ts'
import type { ChangesOf, HookContext, NewRecordOf, RecordHooks, RecordOf, RecordValues } from '../../records/hooks.ts'
import { requireConfirmation } from '../confirmation.ts'
import { formatNumber, nextNumber } from '../numbers.ts'
import { hasEntriesInOpenPeriod } from './closedPeriods.ts'
import { countActiveStores, hasDefaultReward, taxNumberIsUsed } from './companyQueries.ts'
import {
  companyProblems,
  effectiveDateProblems,
  isInForce,
  submitProblem,
  terminateProblem,
  withoutMeaninglessFields,
} from './companyRules.ts'
import { endActivities, rejectOpenChange } from './endOfContract.ts'

/** What the records engine does besides for companies (domain 3.2, 4.5). Price fields (`x-approval`) it holds back by itself. */
export const companyHooks: RecordHooks<'company'> = {
  // `effectiveDate` stands in the form, and in the view as the day of the waiting request, but is no column of a company.
  extraInput: ['confirmDuplicateTaxNumber', 'effectiveDate'],
  needsApproval: (company) => isInForce(company.contractStatus),
  beforeCreate,
  beforeUpdate,
  afterUpdate({ notice }, before, after) {
    if (before.hasPendingChange !== true && after.hasPendingChange === true) notice('價格與帳務欄位已送審，核准後生效。')
  },
  transitions: {
    submit: beforeSubmit,
    suspend: (_context, _company, input) => ({ suspendReason: input.reason }),
    resume: () => ({ suspendReason: null }),
    terminate: beforeTerminate,
  },
}

type Company = RecordOf<'company'>
type NewCompany = NewRecordOf<'company'>
type CompanyChanges = ChangesOf<'company'>
type Termination = CompanyTransitions['terminate']

/** Trusted calls (demo data) bring a number and a state of their own. */
async function beforeCreate(context: HookContext, input: NewRecordOf<'company'>): Promise<ChangesOf<'company'>> {
  const company = { ...input, ...withoutMeaninglessFields(input), groupView: context.screen === null && input.groupView === true }
  assertCompanyRules({ ...company, groupView: false })
  await assertTaxNumberFree(context, company, null)
  const companyNo = input.companyNo ?? formatNumber('C', await nextNumber(context.trx, 'company'), 6)
  return { ...company, companyNo, contractStatus: input.contractStatus ?? contractStatus.draft }
}

async function beforeUpdate(context: HookContext, before: Company, changes: CompanyChanges): Promise<CompanyChanges> {
  const wanted = { ...changes, ...changedOnly(before, withoutMeaninglessFields({ ...before, ...changes })) }
  const after = { ...before, ...wanted }
  assertCompanyRules(after)
  if (wanted.taxNumber !== undefined) await assertTaxNumberFree(context, after, before.id)
  if (isInForce(before.contractStatus)) {
    const problems = effectiveDateProblems(wanted, context.extra.effectiveDate, taipeiDate(context.now))
    if (Object.keys(problems).length > 0) throw fieldsError(problems)
    assertAccountForRedeem(before, wanted)
    await assertPeriodBoundary(context, before, wanted)
  }
  return wanted
}

async function beforeSubmit({ trx, now }: HookContext, company: Company): Promise<undefined> {
  const { companyNo } = company
  const problem = submitProblem(company, {
    activeStores: await countActiveStores(trx, companyNo),
    hasDefaultReward: await hasDefaultReward(trx, companyNo, taipeiDate(now)),
  })
  if (problem) throw textError(409, problem)
}

/** Redeeming is switched on without a second person, so it needs a bank account that a second person has approved before. */
function assertAccountForRedeem(before: Company, { allowRedeem }: CompanyChanges): void {
  const hasAccount = [before.bankCode, before.bankBranch, before.bankAccount].every((value) => value !== null)
  if (allowRedeem === true && !hasAccount) throw fieldsError({ allowRedeem: '匯款帳戶核准後始可開放兌點，請先送審匯款帳戶。' })
}

/** The way of settlement changes at the beginning of a period only: all entries of a period belong to one stream and one cycle. */
async function assertPeriodBoundary({ trx, now, extra }: HookContext, before: Company, wanted: CompanyChanges): Promise<void> {
  const fields = ['paygCycle', 'bankStream'].filter((field) => Object.hasOwn(wanted, field))
  if (fields.length === 0) return
  const date = String(extra.effectiveDate ?? taipeiDate(now))
  // bankStream moves redeemed and converted points between the month and the bank's cycle.
  const streams = fields.includes('bankStream') ? (['PAYG', 'BANK', 'MONTH'] as const) : (['PAYG', 'BANK'] as const)
  if (await hasEntriesInOpenPeriod(trx, before.companyNo, streams, date)) {
    throw fieldsError(Object.fromEntries(fields.map((field) => [field, '本期已有交易，請於下期起日生效。'])))
  }
}

/**
 * With a later day the contract goes on as it is until then; the nightly job ends it (domain 3.2). The job itself, a call without a
 * screen, may name a day that is past.
 */
async function beforeTerminate(context: HookContext, company: Company, input: Termination): Promise<CompanyChanges> {
  const { now, screen } = context
  const today = taipeiDate(now)
  const problem = screen === null ? null : terminateProblem(input.terminateDate, today)
  if (problem) throw fieldsError({ terminateDate: problem })
  const termination = { terminateDate: input.terminateDate, terminateReason: input.reason }
  if (input.terminateDate > today) return { ...termination, contractStatus: company.contractStatus }
  await endActivities(context.trx, company.companyNo, context.actor.userName, now)
  await rejectOpenChange(context.trx, company.id, context.actor.userName, now)
  return termination
}

function assertCompanyRules(company: NewCompany): void {
  const problems = companyProblems(company)
  if (Object.keys(problems).length > 0) throw fieldsError(problems)
}

async function assertTaxNumberFree({ trx, extra }: HookContext, { taxNumber }: NewCompany, exceptId: number | null): Promise<void> {
  if (await taxNumberIsUsed(trx, taxNumber, exceptId)) {
    requireConfirmation(extra, 'confirmDuplicateTaxNumber', '此統編已存在，確定新增嗎？')
  }
}

function changedOnly<Values extends CompanyChanges>(before: RecordValues, values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([field, value]) => (before[field] ?? null) !== value)) as Values
}
