// What other areas use to answer calls of partners. Nobody outside imports another file of this area.

export { getCallPlaceOrThrow } from './calls/callPlace.ts'
export { contextOf, type PostingServices } from './calls/posting.ts'
export type { BodyOf } from './catalog/catalog.ts'
export { examineUnlessRefused, PartnerRefusal } from './catalog/codes.ts'
export { assertContract, findStore, getCompanyOrThrow, getMemberOrThrow, getOpenStoreOrThrow } from './facts/checkPlace.ts'
export { ParameterCache } from './facts/parameters.ts'
export { readFacts } from './facts/readFacts.ts'
export type { PartnerCall, PartnerOutcome } from './registry.ts'
