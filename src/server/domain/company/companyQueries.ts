import { type ContractStatus, contractStatus, recordStatus, settingStatus } from '../../../rules/codes.generated.ts'
import type { Executor } from '../../platform/database/tables.ts'

/** True when a company that is not terminated has this tax ID. */
export async function taxNumberIsUsed(db: Executor, taxNumber: string, exceptId: number | null): Promise<boolean> {
  let query = db
    .selectFrom('company')
    .select('id')
    .where('taxNumber', '=', taxNumber)
    .where('contractStatus', '<>', contractStatus.terminated)
  if (exceptId !== null) query = query.where('id', '<>', exceptId)
  return (await query.limit(1).executeTakeFirst()) !== undefined
}

export interface CompanyFacts {
  readonly companyNo: string
  readonly companyShortName: string
  readonly contractStatus: ContractStatus
  readonly allowIssue: boolean
}

export function findCompany(db: Executor, companyNo: string): Promise<CompanyFacts | undefined> {
  return db
    .selectFrom('company')
    .select(['companyNo', 'companyShortName', 'contractStatus', 'allowIssue'])
    .where('companyNo', '=', companyNo)
    .executeTakeFirst()
}

export async function countActiveStores(db: Executor, companyNo: string): Promise<number> {
  const row = await db
    .selectFrom('retailStore')
    .select((query) => query.fn.countAll<number>().as('count'))
    .where('companyNo', '=', companyNo)
    .where('status', '=', recordStatus.enabled)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** True when the company has an approved default reward setting that is or will be in force on `date` or later. */
export async function hasDefaultReward(db: Executor, companyNo: string, date: string, exceptId: number | null = null): Promise<boolean> {
  let query = db
    .selectFrom('rewardPoint')
    .select('id')
    .where('companyNo', '=', companyNo)
    .where('status', '=', settingStatus.approved)
    .where('isDefault', '=', true)
    .where('endDate', '>=', date)
  if (exceptId !== null) query = query.where('id', '<>', exceptId)
  return (await query.limit(1).executeTakeFirst()) !== undefined
}
