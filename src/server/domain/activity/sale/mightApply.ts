import type { Activity, ActivitySale } from './activity.ts'
import { judgeSale } from './judge.ts'

/** What is known of a member without asking the ledger. */
export interface KnownMember {
  /** Null: not known. */
  readonly registeredAt: Date | null
  /** Campaigns that have the member on their list; null: not known. */
  readonly listedIn: readonly number[] | null
}

/**
 * Automatic campaigns that might give something to a sale. Caps of the member are not looked at; a sale that none of them might concern
 * needs no locks.
 */
export function mightApply(
  automatic: readonly Activity[],
  sale: ActivitySale,
  { registeredAt, listedIn }: KnownMember,
): readonly Activity[] {
  return automatic.filter((activity) => {
    const isListed = listedIn?.includes(activity.id) ?? true
    // Without a date, the member might be new.
    const member = { registeredAt: registeredAt ?? sale.businessAt, isListed, pointsOfDay: 0, pointsEver: 0 }
    return judgeSale(activity, sale, member).kind === 'applied'
  })
}
