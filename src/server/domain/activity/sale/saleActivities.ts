import { activityExceptionType } from '../../../../rules/codes.generated.ts'
import type { Executor, Trx } from '../../../platform/database/tables.ts'
import { type ExceptionType, exceptionTexts, insertActivityException } from '../../anomaly/public.ts'
import type { ActivityRule, JudgedActivities } from '../../points/public.ts'
import type { Activity, ActivityMember, ActivitySale } from './activity.ts'
import { codesOf } from './codes.ts'
import { expectedPoints, judgeSale, type Verdict } from './judge.ts'
import { lockActivities, readByCodes, readMembers, stranger } from './readActivities.ts'

/** Who sent the sale. */
export interface SaleSender {
  readonly platformNo: string | null
  readonly externalTxnNo: string | null
}

/** What one campaign says to a sale. */
export interface JudgedActivity {
  readonly activity: Activity
  readonly verdict: Verdict
}

/** What became of the code that came with a sale. */
export interface CodeOutcome {
  readonly applied: boolean
  /** `activityMessage` of the answer to the partner; null when it was applied. */
  readonly message: string | null
}

interface RefusedCode {
  readonly activityCode: string
  readonly activity: Activity | null
  readonly type: ExceptionType
}

/** All that campaigns say to a sale. */
export interface SaleVerdicts {
  /** Automatic ones, and the one whose code was sent. */
  readonly judged: readonly JudgedActivity[]
  /** Codes that earn nothing. */
  readonly refusedCodes: readonly RefusedCode[]
}

/**
 * Decides which campaigns apply to a sale: all automatic ones that fit, which add up, and the one whose code was sent (domain 4.13). Two
 * codes on one sale earn nothing: the choice between them is the member's, not ours.
 *
 * @param activities with the campaigns of the codes that exist
 */
function judgeActivities(
  activities: { readonly automatic: readonly Activity[]; readonly coded: readonly Activity[] },
  sent: string | null,
  sale: ActivitySale,
  members: ReadonlyMap<number, ActivityMember>,
): SaleVerdicts {
  const judge = (activity: Activity): JudgedActivity => ({
    activity,
    verdict: judgeSale(activity, sale, members.get(activity.id) ?? stranger),
  })
  const codes = codesOf(sent)
  const distinct = [...new Set(codes)].sort()
  const find = (code: string) => activities.coded.find(({ activityCode }) => activityCode === code) ?? null
  const automatic = activities.automatic.filter(({ activityCode }) => codes.length !== 1 || activityCode !== codes[0])
  const judgedAutomatic = automatic.map(judge)
  if (codes.length > 1) {
    const type = activityExceptionType.severalCodes
    return { judged: judgedAutomatic, refusedCodes: distinct.map((code) => ({ activityCode: code, activity: find(code), type })) }
  }
  const [code] = codes
  if (code === undefined) return { judged: judgedAutomatic, refusedCodes: [] }
  const activity = find(code)
  const type = activityExceptionType.unknown
  if (!activity) return { judged: judgedAutomatic, refusedCodes: [{ activityCode: code, activity, type }] }
  const own = judge(activity)
  const refusedCodes = own.verdict.kind === 'refused' ? [{ activityCode: code, activity, type: own.verdict.type }] : []
  return { judged: [...judgedAutomatic, own], refusedCodes }
}

/** Rules of the campaigns that apply, by their codes. */
function rulesOf({ judged }: SaleVerdicts): readonly ActivityRule[] {
  const rules = judged.flatMap(({ verdict }) => (verdict.kind === 'applied' ? [verdict.rule] : []))
  return rules.sort((one, other) => (one.activityCode < other.activityCode ? -1 : 1))
}

export interface SaleQuestion {
  readonly sale: ActivitySale
  /** Candidates among the automatic campaigns. */
  readonly automatic: readonly Activity[]
  /** As the partner sent it; null = none. */
  readonly sentCode: string | null
}

/** What campaigns say to a sale, read without locking them. */
export interface FirstLook {
  readonly verdicts: SaleVerdicts
  readonly coded: readonly Activity[]
  readonly members: ReadonlyMap<number, ActivityMember>
}

/** Exact for the member while its account is held; budgets may change until the campaigns are locked. */
export async function lookAt(db: Executor, { sale, automatic, sentCode }: SaleQuestion): Promise<FirstLook> {
  const coded = await readByCodes(db, [...new Set(codesOf(sentCode))])
  const members = await readMembers(db, [...automatic, ...coded], sale)
  return { verdicts: judgeActivities({ automatic, coded }, sentCode, sale, members), coded, members }
}

/**
 * The campaigns of one sale that is posted with locks. `judge` is called by the ledger while the member's account is held. It looks first
 * without locking campaigns, so that those which give nothing make nobody wait, and judges again those that it has locked.
 */
export class SaleActivities {
  readonly #trx: Trx
  readonly #question: SaleQuestion
  #verdicts: SaleVerdicts = { judged: [], refusedCodes: [] }

  constructor(trx: Trx, question: SaleQuestion) {
    this.#trx = trx
    this.#question = question
  }

  judge = async (): Promise<JudgedActivities> => {
    const first = await lookAt(this.#trx, this.#question)
    const { judged } = first.verdicts
    const wanted = judged.filter(({ verdict }) => verdict.kind === 'applied').map(({ activity }) => activity.id)
    this.#verdicts = wanted.length === 0 ? first.verdicts : await this.#judgeLocked(first, wanted)
    const activities = rulesOf(this.#verdicts)
    return { activities, activityCode: this.#appliedCode ?? activities[0]?.activityCode ?? null }
  }

  async #judgeLocked({ coded, members }: FirstLook, wanted: readonly number[]): Promise<SaleVerdicts> {
    const locked = new Map((await lockActivities(this.#trx, wanted)).map((activity) => [activity.id, activity]))
    const asLocked = (activity: Activity) => locked.get(activity.id) ?? activity
    const { automatic, sentCode, sale } = this.#question
    return judgeActivities({ automatic: automatic.map(asLocked), coded: coded.map(asLocked) }, sentCode, sale, members)
  }

  /** The code that was applied; null when none was sent, or it earns nothing. */
  get #appliedCode(): string | null {
    const [code, ...others] = codesOf(this.#question.sentCode)
    if (code === undefined || others.length > 0 || this.#verdicts.refusedCodes.length > 0) return null
    return code
  }

  /** What to tell the partner of the code; after `judge`. */
  get code(): CodeOutcome {
    const [refused] = this.#verdicts.refusedCodes
    return { applied: this.#appliedCode !== null, message: refused ? exceptionTexts[refused.type] : null }
  }

  /** Stores that codes earned nothing: one row of 行銷活動代碼異常 for each. @param now by the clock of jobs */
  async recordRefusals(sender: SaleSender, now: Date): Promise<void> {
    const { companyNo, retailStoreNo, memberNo, amount, businessAt } = this.#question.sale
    for (const { activityCode, activity, type } of this.#verdicts.refusedCodes) {
      const exception = {
        ...{ activityCode, companyNo, retailStoreNo, memberNo, amount, ...sender },
        occurredAt: businessAt,
        activityName: activity?.activityName ?? null,
        exceptionType: type,
        expectedPoints: activity ? expectedPoints(activity, this.#question.sale) : 0,
      }
      await insertActivityException(this.#trx, exception, now)
    }
  }
}
