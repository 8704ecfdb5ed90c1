import { contractStatus } from '../../../rules/codes.generated.ts'
import type { Trx } from '../../platform/database/tables.ts'
import { fieldsError } from '../../platform/errors.ts'
import { type CompanyFacts, findCompany } from '../company/public.ts'

/** Reads the company that a new setting names in a field. @throws 400 at the field when it does not exist, or its contract is terminated */
export async function getActiveCompany(trx: Trx, companyNo: unknown, field: string, title = '特約商'): Promise<CompanyFacts> {
  const company = typeof companyNo === 'string' ? await findCompany(trx, companyNo) : undefined
  if (!company || company.contractStatus === contractStatus.terminated) throw fieldsError({ [field]: `${title} 格式錯誤` })
  return company
}
