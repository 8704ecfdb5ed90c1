/** What decides which settings a sale gets. */
export interface Sale {
  readonly retailStoreNo: string | null
  /** PaymentType keys of the sale; empty when the merchant did not say. */
  readonly paymentTypes: readonly string[]
  /** The outlet's own default setting. */
  readonly storeRewardPointId: number | null
  /** The setting that the request names. */
  readonly wantedRewardPointId: number | null
}

interface RewardCandidate {
  readonly id: number
  readonly rewardPointNo: string
  readonly priority: number
  readonly isDefault: boolean
  readonly paymentTypes: readonly string[]
  readonly storeScope: '1' | '2'
  readonly retailStoreNos: readonly string[]
}

/** True when a reward setting is for the outlet and for every kind of payment of a sale. */
function fits(reward: RewardCandidate, { retailStoreNo, paymentTypes }: Sale): boolean {
  const isForStore = reward.storeScope === '1' || (retailStoreNo !== null && reward.retailStoreNos.includes(retailStoreNo))
  const isForPayment =
    reward.paymentTypes.length === 0 || (paymentTypes.length > 0 && paymentTypes.every((type) => reward.paymentTypes.includes(type)))
  return isForStore && isForPayment
}

/**
 * Chooses the reward setting of a sale among those in force (domain 4.5): the one the request names when it fits, else the smallest
 * priority of those that fit, where the outlet's own default stands in for the company's, else the default.
 *
 * @param rewards settings in force on the business date
 */
export function chooseReward<T extends RewardCandidate>(rewards: readonly T[], sale: Sale): T | undefined {
  const wanted = rewards.find((reward) => reward.id === sale.wantedRewardPointId)
  if (wanted && fits(wanted, sale)) return wanted
  const ownDefault = rewards.find((reward) => reward.id === sale.storeRewardPointId)
  const companyDefault = rewards.find((reward) => reward.isDefault)
  const fallback = ownDefault ?? companyDefault
  const special = rewards.filter((reward) => !reward.isDefault && reward !== ownDefault && fits(reward, sale))
  const candidates = fallback && fits(fallback, sale) ? [...special, fallback] : special
  return candidates.sort(byPriority)[0] ?? fallback
}

interface ExtraCandidate {
  readonly extraRatioNo: string
  readonly companyNo: string | null
  readonly cardType: string | null
  readonly cardPrefixes: readonly string[]
  readonly priority: number
}

/** Digits of a card as a request brings them (the first six, or more), and its kind when known. */
export interface PaidCard {
  readonly cardNo: string
  readonly cardType: string | null
}

/**
 * Chooses the one extra ratio of a card: the smallest priority, and of one rank the company's own before everybody's, one kind of card
 * before all. A prefix that is longer than the digits known of the card is not met.
 */
export function chooseExtra<T extends ExtraCandidate>(extras: readonly T[], companyNo: string, card: PaidCard): T | undefined {
  const isMet = (extra: T) =>
    (extra.companyNo === null || extra.companyNo === companyNo) &&
    (extra.cardType === null || extra.cardType === card.cardType) &&
    extra.cardPrefixes.some((prefix) => card.cardNo.startsWith(prefix))
  return extras.filter(isMet).sort(byRank)[0]
}

function byPriority(one: RewardCandidate, other: RewardCandidate): number {
  return one.priority - other.priority || one.rewardPointNo.localeCompare(other.rewardPointNo)
}

function byRank(one: ExtraCandidate, other: ExtraCandidate): number {
  const breadth = (extra: ExtraCandidate) => Number(extra.companyNo === null) * 2 + Number(extra.cardType === null)
  return one.priority - other.priority || breadth(one) - breadth(other) || one.extraRatioNo.localeCompare(other.extraRatioNo)
}
