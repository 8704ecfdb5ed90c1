import { contractStatus, recordStatus } from '../../../../rules/codes.generated.ts'
import { addDays, taipeiDate } from '../../../../rules/dates.ts'
import { PartnerRefusal } from '../catalog/codes.ts'
import type { PartnerCall } from '../registry.ts'
import type { CallFacts, CompanyFacts, StoreFacts } from './readFacts.ts'

interface Place {
  readonly companyNo: string
  readonly retailStoreCode?: string | undefined
}

/** The company, when it exists and the platform serves it. @throws PartnerRefusal E1101 */
export function getCompanyOrThrow({ companyNos }: PartnerCall<Place>, { company }: CallFacts): CompanyFacts {
  if (!company || !companyNos.has(company.companyNo)) throw new PartnerRefusal('E1101')
  return company
}

/**
 * A planned termination holds from its day on, before the nightly job writes it.
 *
 * @throws PartnerRefusal E1102 unless the contract is in force now and was on the business date
 */
export function assertContract(company: CompanyFacts, businessDate: string): void {
  const { contractStartDate, contractEndDate, terminateDate } = company
  const isWithin = contractStartDate <= businessDate && businessDate <= contractEndDate
  const isEnded = terminateDate !== null && businessDate >= terminateDate
  if (company.contractStatus !== contractStatus.inForce || !isWithin || isEnded) throw new PartnerRefusal('E1102')
}

/** Returns go on while a company is suspended, and for some days after its end. @throws PartnerRefusal E1102 */
export function assertReturnable(company: CompanyFacts, now: Date, returnDaysAfterEnd: number): void {
  const { contractStatus: status, contractEndDate, terminateDate } = company
  if (status === contractStatus.inForce || status === contractStatus.suspended) return
  const lastDay = addDays(terminateDate ?? contractEndDate, returnDaysAfterEnd)
  if (status !== contractStatus.terminated || taipeiDate(now) > lastDay) throw new PartnerRefusal('E1102')
}

/** The outlet of a sale: enabled, and open on the business date. @throws PartnerRefusal E1103 */
export function getOpenStoreOrThrow({ store }: CallFacts, businessDate: string): StoreFacts {
  if (store?.status !== recordStatus.enabled) throw new PartnerRefusal('E1103')
  if (businessDate < store.openDate || (store.closeDate !== null && businessDate > store.closeDate)) throw new PartnerRefusal('E1103')
  return store
}

/** The outlet of any other call, closed ones too; null when none was named. @throws PartnerRefusal E1103 for an unknown code */
export function findStore({ body }: PartnerCall<Place>, { store }: CallFacts): StoreFacts | null {
  if (!store && body.retailStoreCode !== undefined) throw new PartnerRefusal('E1103')
  return store
}

/** @throws PartnerRefusal E1201 */
export function getMemberOrThrow({ memberNo }: CallFacts): string {
  if (memberNo === null) throw new PartnerRefusal('E1201')
  return memberNo
}
