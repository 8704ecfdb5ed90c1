import type { TxnKind } from '../../../rules/codes.generated.ts'
import { ActivityEngine } from '../../domain/activity/public.ts'
import { AnomalyInspector, AnomalyRefusal, RuleCache } from '../../domain/anomaly/public.ts'
import type { IssueInput } from '../../domain/points/public.ts'
import { ledger } from '../../domain/points/public.ts'
import { savepoint } from '../../platform/database/transact.ts'
import type { DemoWorld } from '../world.ts'

/** Reward rule 每滿 100 元 1 點. */
const rule: IssueInput['rule'] = {
  reward: { kind: 'perSpend', spendAmount: 100, rewardPoints: 1, rounding: 'floor', minSpend: 0, maxPoints: null, excludePointPart: true },
  pointPart: 0,
  extra: null,
  activities: [],
  expiry: { rule: '1' },
  effectiveDelayDays: 0,
}
const redeemRules = { minRedeemPoints: 1, redeemStep: 1, maxRedeemRatio: 100, parValue: 1 }
const limit = { limitPoints: 1000, overLimitAction: '1' } as const

export interface Place {
  readonly companyNo: string
  readonly retailStoreNo: string
}

interface GiveBackInput {
  readonly memberNo: string
  readonly at: Date
  readonly transactionId: number
  readonly points: number
}

interface UseCodeInput {
  readonly memberNo: string
  readonly at: Date
  readonly activityCode: string
  readonly amount: number
}

interface InspectedInput {
  readonly place: Place
  readonly memberNo: string
  readonly businessAt: Date
  readonly posted: { transactionId?: number; transactionNo?: string; points: number; amount: number | null }
}

/** Posts transactions as partners would, and lets the anomaly rules inspect them. */
export class DemoShop {
  readonly inspector: AnomalyInspector
  readonly #activities: ActivityEngine
  readonly #world: DemoWorld
  #works = 0

  constructor(world: DemoWorld) {
    this.#world = world
    const clock = { now: () => this.at }
    this.inspector = new AnomalyInspector(new RuleCache(clock), clock)
    this.#activities = new ActivityEngine(clock)
  }

  /** Time of the posting in progress. */
  at = new Date(0)

  async sell(place: Place, memberNo: string, at: Date, amount: number): Promise<number> {
    const result = await ledger.issue(this.#world.trx, { context: this.#contextOf(place, at), memberNo, amount, rule })
    return this.#inspected('10', { place, memberNo, businessAt: at, posted: { ...result.posted, points: result.issuedPoints, amount } })
  }

  /** @returns 0 when a rule refused the redemption; the refusal is recorded */
  async redeem(place: Place, memberNo: string, at: Date, points: number): Promise<number> {
    const { trx } = this.#world
    try {
      return await savepoint(trx, async () => {
        const context = this.#contextOf(place, at)
        const result = await ledger.redeem(trx, { context, memberNo, points, amount: points, rules: redeemRules })
        return this.#inspected('20', { place, memberNo, businessAt: at, posted: { ...result.posted, points, amount: points } })
      })
    } catch (error) {
      if (!(error instanceof AnomalyRefusal)) throw error
      await this.inspector.rememberRefusal(trx, error)
      return 0
    }
  }

  async giveBack(place: Place, { memberNo, at, transactionId, points }: GiveBackInput): Promise<number> {
    const context = this.#contextOf(place, at)
    const request = { kind: 'points', points } as const
    const result = await ledger.issueReturn(this.#world.trx, {
      context,
      original: { transactionId },
      request,
      limit,
      acceptPartial: false,
    })
    return this.#inspected('30', { place, memberNo, businessAt: at, posted: { ...result.posted, points, amount: null } })
  }

  async useCode(place: Place, { memberNo, at, activityCode, amount }: UseCodeInput): Promise<void> {
    this.at = at
    this.#works += 1
    const sender = { platformNo: 'P0001', externalTxnNo: `POS${String(this.#works).padStart(8, '0')}` }
    const { trx } = this.#world
    const sale = { ...place, memberNo, businessAt: at, amount, rule }
    const activities = this.#activities.ofSale(trx, { sale, automatic: [], sentCode: activityCode })
    await activities.judge()
    await this.#activities.settle(trx, activities, [], sender)
  }

  #contextOf(place: Place, at: Date) {
    this.#works += 1
    this.at = at
    return { ...place, now: at, businessAt: at, source: { work: 'DEMO_ANOMALY', workId: String(this.#works) }, createdBy: '示範資料' }
  }

  async #inspected(kind: TxnKind, { place, memberNo, businessAt, posted }: InspectedInput): Promise<number> {
    const { transactionId = 0, transactionNo = '', points, amount } = posted
    await this.inspector.inspect(this.#world.trx, { ...place, kind, memberNo, businessAt, transactionId, transactionNo, points, amount })
    return transactionId
  }
}
