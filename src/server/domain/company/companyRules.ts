import { type ContractStatus, contractStatus, paygCycle, settlementMode } from '../../../rules/codes.generated.ts'
import type { ChangesOf, NewRecordOf } from '../../records/hooks.ts'
import { addressProblems } from '../geography/public.ts'

type Company = NewRecordOf<'company'>

/** Whether price fields of a company in this state change by request instead of at once (domain 4.5, `$`). */
export function isInForce(status: ContractStatus): boolean {
  return status === contractStatus.inForce || status === contractStatus.suspended
}

/** Fields that only mean something together with another one; emptied when it does not hold. */
export function withoutMeaninglessFields(company: Pick<Company, 'isPayer' | 'paygCycle' | 'settlementMode'>) {
  const { isPayer } = company
  const bankCycle = isPayer && company.paygCycle === paygCycle.bank
  return {
    ...(isPayer ? {} : { paygCycle: null }),
    ...(bankCycle ? {} : { cycleDay: null, bankStream: null }),
    ...(company.settlementMode === settlementMode.prepaid ? {} : { prepaidAlertPoints: null }),
  }
}

/** What is wrong with a whole company beyond what its entity document says, by field. */
export function companyProblems(company: Partial<Company>): Readonly<Record<string, string>> {
  const problems: Record<string, string> = { ...addressProblems(company) }
  if (company.groupView === true && company.isGroupParent !== true) problems.groupView = '僅集團母公司可檢視集團資料。'
  return problems
}

interface SubmittedFacts extends Pick<Company, 'settlementMode' | 'allowIssue'> {
  readonly apUnitPrice: number | null
  readonly dpUnitPrice: number | null
  readonly dpProcFeeRate: number | null
  readonly paymentTermDays: number | null
}

/** What keeps a company from being submitted; null when nothing does. */
export function submitProblem(
  company: SubmittedFacts,
  found: { readonly activeStores: number; readonly hasDefaultReward: boolean },
): string | null {
  // A pure payer (結算方式 3 隨付) has no outlets of its own and gives no points by a setting of its own.
  const isPurePayer = company.settlementMode === settlementMode.payg
  if (!isPurePayer && found.activeStores === 0) return '請先建立至少一間啟用門市，再行送審。'
  if (!isPurePayer && company.allowIssue && !found.hasDefaultReward) return '請先核准一筆預設點數回饋設定，再行送審。'
  const missing = [company.apUnitPrice, company.dpUnitPrice, company.dpProcFeeRate, company.paymentTermDays].includes(null)
  return missing ? '請先填寫價格欄位，再行送審。' : null
}

/**
 * What is wrong with the day from which a change of a contract in force is wanted, by field.
 *
 * @param changes fields that change
 * @param effectiveDate as the form gave it; nothing means today
 */
export function effectiveDateProblems(
  changes: ChangesOf<'company'>,
  effectiveDate: unknown,
  today: string,
): Readonly<Record<string, string>> {
  if (!Object.hasOwn(changes, 'settlementMode')) return {}
  return String(effectiveDate ?? today).endsWith('-01') ? {} : { settlementMode: '結算方式僅可自每月1日起變更。' }
}

/** Why a contract cannot be terminated on a day; null when it can. */
export function terminateProblem(date: unknown, today: string): string | null {
  if (typeof date !== 'string') return '終止日 必填'
  return date < today ? '終止日不可早於今日。' : null
}
