import { txnKind, warningAction } from '../../../rules/codes.generated.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Executor, Trx } from '../../platform/database/tables.ts'
import { LedgerRefusal } from '../points/public.ts'
import { countBurst, type NearTransactions, readBurst } from './bursts.ts'
import { factsOf, type InspectedPosting, type PostingHit } from './events.ts'
import { leaveEvent, type OutboxEvent, outboxEvent, writeOutbox } from './outbox.ts'
import type { RuleCache } from './ruleCache.ts'
import { type RuleCode, ruleCatalog, ruleCodes } from './rules/catalog.ts'
import { isWatching, ruleInForce, type WarningRule } from './rules/inForce.ts'

/** Thrown when a rule refuses a posting (E1401). The posting must be rolled back; the refusal itself is stored as a warning. */
export class AnomalyRefusal extends LedgerRefusal {
  readonly posting: InspectedPosting
  readonly hits: readonly PostingHit[]

  constructor(posting: InspectedPosting, hits: readonly PostingHit[]) {
    super('E1401')
    this.name = 'AnomalyRefusal'
    this.posting = posting
    this.hits = hits
  }
}

/** Where the rules find what they compare a posting with. */
export interface RuleReads {
  /** For the parameters of the rules, which rest on no lock. */
  settings(): Executor
  /**
   * Of the posting, which is written in it; called when something has to be read.
   *
   * @throws Error where there is none
   */
  transaction(): Trx
  /** What was read before the posting is written; null: the transaction is asked. */
  readonly near: NearTransactions | null
}

async function burstOf(reads: RuleReads, rule: WarningRule, posting: InspectedPosting): Promise<number> {
  const { near } = reads
  const minutes = rule.windowMinutes ?? 0
  if (near && near.minutes >= minutes) return countBurst(near, posting.businessAt, minutes)
  return readBurst(reads.transaction(), posting.memberNo, posting.businessAt, minutes)
}

/** Tests of the rules that look at the posting itself; null = not met. */
async function measure(reads: RuleReads, rule: WarningRule, posting: InspectedPosting): Promise<number | null> {
  switch (rule.ruleCode) {
    case 'R01': {
      const count = await burstOf(reads, rule, posting)
      return count > (rule.thresholdCount ?? 0) ? count : null
    }
    case 'R02':
      return posting.kind === txnKind.issue && posting.points > (rule.thresholdPoints ?? 0) ? posting.points : null
    case 'R03':
      return posting.kind === txnKind.redeem && posting.points > (rule.thresholdPoints ?? 0) ? posting.points : null
    default:
      return null
  }
}

const codesAt = (when: 'posting' | 'afterCommit') => ruleCodes.filter((code) => ruleCatalog[code].when === when)
const postingCodes = codesAt('posting')
const laterCodes = codesAt('afterCommit')

function inForce(rules: readonly WarningRule[], codes: readonly RuleCode[], posting: InspectedPosting): readonly WarningRule[] {
  return codes
    .map((code) => ruleInForce(rules, code, posting.companyNo))
    .filter((rule): rule is WarningRule => rule !== null && isWatching(rule, posting.businessAt))
}

/** A wrong serial number or pin; of a partner's call or of somebody on the portal. */
export interface SerialAttempt {
  readonly ipAddress: string
  readonly occurredAt: Date
  readonly platformNo: string | null
  readonly companyNo: string | null
}

/** What calls that post for partners ask of the anomaly rules (domain 2.5 step 6). */
export class AnomalyInspector {
  readonly #rules: RuleCache
  readonly #clock: Clock

  constructor(rules: RuleCache, clock: Clock) {
    this.#rules = rules
    this.#clock = clock
  }

  /**
   * Tests the rules that may refuse, and leaves the posting to those that run after commit. Call it in the posting transaction, after
   * the ledger wrote the posting.
   *
   * @throws AnomalyRefusal E1401 when a rule with action 2 is met: roll back, and hand it to {@link rememberRefusal}
   */
  async inspect(trx: Trx, posting: InspectedPosting): Promise<void> {
    const event = await this.judge({ settings: () => trx, transaction: () => trx, near: null }, posting)
    if (event) await writeOutbox(trx, event)
  }

  /**
   * Tests the rules that may refuse; what is left to those that run after commit is returned.
   *
   * @throws AnomalyRefusal as {@link inspect}
   */
  async judge(reads: RuleReads, posting: InspectedPosting): Promise<OutboxEvent | null> {
    const rules = await this.#rules.current(() => reads.settings())
    const hits: (PostingHit & { readonly action: string })[] = []
    for (const rule of inForce(rules, postingCodes, posting)) {
      const measured = await measure(reads, rule, posting)
      if (measured !== null) hits.push({ ruleCode: rule.ruleCode, warningRuleId: rule.id, measured, action: rule.action })
    }
    if (hits.some((hit) => hit.action === warningAction.refuse)) {
      throw new AnomalyRefusal(
        posting,
        hits.filter((hit) => hit.action === warningAction.refuse).map(({ action: _, ...hit }) => hit),
      )
    }
    if (hits.length === 0 && inForce(rules, laterCodes, posting).length === 0) return null
    const event = { kind: 'posted', posting: factsOf(posting), hits: hits.map(({ action: _, ...hit }) => hit) } as const
    return outboxEvent(event, this.#clock.now())
  }

  /** How far around a sale its member's transactions have to be known, in minutes; null while no rule counts them. */
  get nearMinutes(): number | null {
    const windows = this.#rules.known.flatMap(({ ruleCode, isEnabled, windowMinutes }) =>
      ruleCode === 'R01' && isEnabled ? [windowMinutes ?? 0] : [],
    )
    return windows.length === 0 ? null : Math.max(...windows)
  }

  /** Stores the warning of a rule that refused; ignores every other error. Usable as `onRefused` of `ledger.answerOnce`. */
  rememberRefusal = async (trx: Trx, refusal: unknown): Promise<void> => {
    if (!(refusal instanceof AnomalyRefusal)) return
    await leaveEvent(trx, { kind: 'refused', posting: factsOf(refusal.posting), hits: refusal.hits }, this.#clock.now())
  }

  /** Records a wrong serial number or pin (R12). The transaction must commit although the try is refused. */
  async serialAttempt(trx: Trx, attempt: SerialAttempt): Promise<void> {
    const { id } = await trx.insertInto('serialAttempt').values(attempt).returning('id').executeTakeFirstOrThrow()
    await leaveEvent(trx, { kind: 'serialAttempt', attemptId: id }, this.#clock.now())
  }
}
