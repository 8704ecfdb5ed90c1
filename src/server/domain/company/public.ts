// What others may use of merchants and their terms: nobody outside imports another file of this area.

export { lastClosedDay, type PeriodStream } from './closedPeriods.ts'
export { type CompanyFacts, findCompany, hasDefaultReward } from './companyQueries.ts'
export { type ApprovedChange, approvedChangesSql, getCompanyTerms, type PriceTerms, valuesOn } from './termsOn.ts'
