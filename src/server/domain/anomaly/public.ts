// What others may use of the warnings: nobody outside imports another file of this area.

export { type ExceptionType, exceptionTexts, insertActivityException } from './activityExceptions.ts'
export { burstKinds, type NearTransactions } from './bursts.ts'
export { evaluateEvents, takeEvents } from './evaluate.ts'
export type { InspectedPosting } from './events.ts'
export { reachOf } from './hits/findHits.ts'
export { AnomalyInspector, AnomalyRefusal } from './inspector.ts'
export { setMemberStatus } from './memberStatus.ts'
export { recordFindings } from './nightly.ts'
export { type OutboxEvent, writeOutbox } from './outbox.ts'
export { RuleCache, readWarningRules } from './ruleCache.ts'
export { ruleCodes } from './rules/catalog.ts'
export { seedWarningRules } from './seedWarningRules.ts'
