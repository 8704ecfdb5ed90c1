/*
 * What campaigns give, written a second time and in another way: one book of all gifts, in which everything is counted anew at each
 * question. It shares no code with the product.
 */

export interface ModelActivity {
  readonly code: string
  readonly kind: 'times' | 'once' | 'steps'
  /** Tenths of the multiplier, or points. */
  readonly size: number
  readonly from: number
  readonly step: number
  readonly needsCode: boolean
  readonly budget: number
  readonly perSale: number
  readonly perDay: number
  readonly perMember: number
  readonly hours: readonly [number, number]
  readonly store: string | null
  /** Hundredths of a percent points at the platform's cost: 0 to 10000. */
  readonly platform: number
}

export interface ModelSale {
  readonly id: string
  readonly member: string
  readonly day: string
  readonly hour: number
  readonly store: string
  readonly amount: number
  readonly code: string | null
}

interface Gift {
  readonly sale: string
  readonly member: string
  readonly day: string
  readonly code: string
  company: number
  platform: number
  /** Most that this sale may get, as it was decided. */
  readonly most: number
}

export class ActivityModel {
  readonly #activities: readonly ModelActivity[]
  readonly #gifts: Gift[] = []
  readonly #left = new Map<string, number>()
  readonly #base = new Map<string, number>()

  constructor(activities: readonly ModelActivity[]) {
    this.#activities = activities
  }

  used(code: string): number {
    return this.#sum((gift) => gift.code === code)
  }

  /** Base points, and points by campaign. */
  sell(sale: ModelSale): { readonly base: number; readonly gifts: ReadonlyMap<string, number> } {
    const base = Math.floor(sale.amount / 100)
    this.#left.set(sale.id, sale.amount)
    this.#base.set(sale.id, base)
    const gifts = new Map<string, number>()
    for (const activity of this.#activities) {
      if (activity.needsCode && activity.code !== sale.code) continue
      if (sale.hour < activity.hours[0] || sale.hour >= activity.hours[1]) continue
      if (activity.store !== null && activity.store !== sale.store) continue
      const most = Math.min(
        activity.perSale,
        activity.perDay - this.#sum((gift) => gift.code === activity.code && gift.member === sale.member && gift.day === sale.day),
        activity.perMember - this.#sum((gift) => gift.code === activity.code && gift.member === sale.member),
        activity.budget - this.used(activity.code),
      )
      const points = Math.min(most, worth(activity, sale.amount))
      if (points <= 0) continue
      this.#gifts.push({ sale: sale.id, member: sale.member, day: sale.day, code: activity.code, most, ...split(activity, points) })
      gifts.set(activity.code, points)
    }
    return { base, gifts }
  }

  left(sale: string): number {
    return this.#left.get(sale) ?? 0
  }

  /** @returns points that come back */
  takeBack(sale: string, amount: number): number {
    const left = this.left(sale) - amount
    this.#left.set(sale, left)
    let points = (this.#base.get(sale) ?? 0) - Math.floor(left / 100)
    this.#base.set(sale, Math.floor(left / 100))
    for (const gift of this.#gifts.filter((each) => each.sale === sale)) {
      const activity = this.#activities.find(({ code }) => code === gift.code) as ModelActivity
      const now = split(activity, Math.min(gift.most, worth(activity, left)))
      points += gift.company - now.company + gift.platform - now.platform
      gift.company = now.company
      gift.platform = now.platform
    }
    return points
  }

  #sum(matches: (gift: Gift) => boolean): number {
    return this.#gifts.filter(matches).reduce((total, { company, platform }) => total + company + platform, 0)
  }
}

function worth({ kind, size, from, step }: ModelActivity, amount: number): number {
  if (kind === 'times') return Math.floor((Math.floor(amount / 100) * (size - 10)) / 10)
  if (amount < from || amount === 0) return 0
  return kind === 'once' ? size : Math.floor(amount / step) * size
}

function split({ platform }: ModelActivity, points: number): { company: number; platform: number } {
  const share = Math.floor((points * platform) / 10_000)
  return { company: points - share, platform: share }
}
