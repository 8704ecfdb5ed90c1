// What other areas use to answer calls of partners. Nobody outside imports another file of this area.

export { getCallPlaceOrThrow } from './calls/callPlace.ts'
export type { BodyOf } from './calls/catalog.ts'
export { contextOf, type PostingServices } from './calls/posting.ts'
export { assertContract, findStore, getCompanyOrThrow, getMemberOrThrow, getOpenStoreOrThrow } from './facts/checkPlace.ts'
export { ParameterCache } from './facts/parameters.ts'
export { readFacts } from './facts/readFacts.ts'
export { examineUnlessRefused, PartnerRefusal } from './protocol/codes.ts'
export type { PartnerCall, PartnerOutcome } from './registry.ts'
