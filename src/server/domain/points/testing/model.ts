import { addDays } from '../../../../rules/dates.ts'

/**
 * What the ledger should do, said again in the plainest way: lists, loops, one point class per pile. It shares no code with the ledger;
 * the property test runs both side by side. Numbers are small, so plain arithmetic is exact.
 */
export interface ModelLot {
  readonly sale: number | null
  remaining: number
  expired: number
  effective: string
  expire: string
}

export interface ModelEntry {
  readonly pile: string
  readonly given: number
  back: number
}

export interface ModelSale {
  readonly member: string
  readonly amount: number
  returned: number
  readonly entries: ModelEntry[]
  readonly rule: ModelRule
}

/** 每滿 `spend` 元 1 點; `extra` % of it more, shared `payerShare` %; `fixed` points of a campaign, `platformShare` %. */
export interface ModelRule {
  readonly spend: number
  readonly extra: number
  readonly room: number | null
  readonly payerShare: number
  readonly fixed: number
  readonly fixedFrom: number
  readonly platformShare: number
}

export interface ModelSpend {
  readonly member: string
  readonly pile: string
  open: number
  readonly parts: { lot: ModelLot; open: number }[]
}

export interface ModelDebt {
  owed: number
}

export interface ModelMember {
  frozen: boolean
  lots: ModelLot[]
  debts: ModelDebt[]
}

const ok = 'ok'

interface AddInput {
  readonly pile: string
  readonly points: number
  readonly effective: string
  readonly expire: string
}

interface ReturnGoodsInput {
  readonly id: number
  readonly request: { amount: number } | { points: number }
  readonly limit: number
  readonly mayClaim: boolean
}

export class LedgerModel {
  today: string
  readonly members = new Map<string, ModelMember>()
  /** Points in every account that is no member, by what it is. */
  readonly piles = new Map<string, number>()

  constructor(today: string, members: readonly string[]) {
    this.today = today
    for (const member of members) this.members.set(member, { frozen: false, lots: [], debts: [] })
  }

  balance(memberNo: string): number {
    const { lots, debts } = this.member(memberNo)
    return total(lots.map((lot) => lot.remaining)) - total(debts.map((debt) => debt.owed))
  }

  available(memberNo: string): number {
    const { frozen, lots, debts } = this.member(memberNo)
    if (frozen || debts.some((debt) => debt.owed > 0)) return 0
    return total(lots.filter((lot) => this.isUsable(lot)).map((lot) => lot.remaining))
  }

  owed(memberNo: string): number {
    return total(this.member(memberNo).debts.map((debt) => debt.owed))
  }

  expire(memberNo: string): number {
    let points = 0
    for (const lot of this.member(memberNo).lots) {
      if (lot.expire >= this.today || lot.remaining === 0) continue
      points += lot.remaining
      lot.expired += lot.remaining
      lot.remaining = 0
    }
    this.pile('EXPIRED', points)
    return points
  }

  parts(rule: ModelRule, amount: number, isPrepaid: boolean): ModelEntry[] {
    const base = Math.floor(amount / rule.spend)
    const extra = Math.min(Math.floor((base * rule.extra) / 100), rule.room ?? Number.POSITIVE_INFINITY)
    const payer = Math.floor((extra * rule.payerShare) / 100)
    const fixed = amount > 0 && amount >= rule.fixedFrom ? rule.fixed : 0
    const platform = Math.floor((fixed * rule.platformShare) / 100)
    const own = isPrepaid ? 'PREPAID' : 'AWARD'
    return [
      { pile: own, given: base, back: 0 },
      { pile: own, given: extra - payer, back: 0 },
      { pile: 'PAYG', given: payer, back: 0 },
      { pile: own, given: fixed - platform, back: 0 },
      { pile: 'PLATFORM', given: platform, back: 0 },
    ]
  }

  issue(
    member: string,
    sale: { amount: number; rule: ModelRule; effective: string; expire: string; id: number; isPrepaid: boolean },
  ): ModelSale {
    this.expire(member)
    const entries = this.parts(sale.rule, sale.amount, sale.isPrepaid)
    for (const entry of entries) this.pile(entry.pile, -entry.given)
    const [base = 0, company = 0, payer = 0, ownFixed = 0, platform = 0] = entries.map((entry) => entry.given)
    // One lot per issuer and campaign.
    const lots = [base + company, payer, ownFixed, platform]
      .filter((points) => points > 0)
      .map((points) => ({ sale: sale.id, remaining: points, expired: 0, effective: sale.effective, expire: sale.expire }))
    this.credit(member, lots)
    return { member, amount: sale.amount, returned: 0, entries, rule: sale.rule }
  }

  /** One new lot from a pile. */
  add(member: string, { pile, points, effective, expire }: AddInput): void {
    this.expire(member)
    this.pile(pile, -points)
    this.credit(member, [{ sale: null, remaining: points, expired: 0, effective, expire }])
  }

  spend(member: string, pile: string, points: number): ModelSpend | string {
    if (this.member(member).frozen) return 'E1202'
    if (this.available(member) < points) return 'E1301'
    this.expire(member)
    const usable = this.ordered(member).filter((lot) => this.isUsable(lot))
    const parts = this.take(usable, points).map(({ lot, points: open }) => ({ lot, open }))
    this.pile(pile, points)
    return { member, pile, open: points, parts }
  }

  restore(spend: ModelSpend, points: number, graceDays: number): string {
    if (points > spend.open) return 'E1305'
    this.expire(spend.member)
    spend.open -= points
    this.pile(spend.pile, -points)
    let left = points
    const credited: { lot: ModelLot; points: number }[] = []
    for (const part of [...spend.parts].sort((one, other) => this.compare(other.lot, one.lot, spend.member))) {
      const back = Math.min(left, part.open)
      if (back === 0) continue
      left -= back
      part.open -= back
      if (part.lot.expire < this.today) {
        const lot = { sale: null, remaining: back, expired: 0, effective: this.today, expire: addDays(this.today, graceDays) }
        this.member(spend.member).lots.push(lot)
        credited.push({ lot, points: back })
      } else {
        part.lot.remaining += back
        credited.push({ lot: part.lot, points: back })
      }
    }
    this.repay(
      spend.member,
      credited.map((part) => part.lot),
    )
    return ok
  }

  returnGoods(sale: ModelSale, { id, request, limit, mayClaim }: ReturnGoodsInput): string {
    const wanted = this.wanted(sale, request)
    if (typeof wanted === 'string') return wanted
    const expired = this.expireQuietly(sale.member)
    const member = this.member(sale.member)
    const own = this.ordered(sale.member).filter((lot) => lot.sale === id)
    const others = this.ordered(sale.member).filter((lot) => lot.sale !== id)
    const needed = total(wanted)
    const fromOwn = Math.min(needed, total(own.map((lot) => lot.remaining)))
    const fromExpired = Math.min(needed - fromOwn, total(own.map((lot) => lot.expired)))
    const fromOthers = Math.min(needed - fromOwn - fromExpired, total(others.map((lot) => lot.remaining)))
    const short = needed - fromOwn - fromExpired - fromOthers
    const debt = Math.min(short, Math.max(0, limit - this.owed(sale.member)))
    if (short > debt && !mayClaim) {
      this.undoExpire(expired)
      return 'E1310'
    }
    this.pile('EXPIRED', total(expired.map((part) => part.points)))
    const taken = needed - (short - debt)
    const entries = taken === needed ? wanted : share(wanted, taken)
    this.take(own, fromOwn)
    this.take(others, fromOthers)
    let back = fromExpired
    for (const lot of own) {
      const part = Math.min(back, lot.expired)
      lot.expired -= part
      back -= part
    }
    this.pile('EXPIRED', -fromExpired)
    if (debt > 0) member.debts.push({ owed: debt })
    sale.entries.forEach((entry, index) => {
      entry.back += entries[index] ?? 0
      this.pile(entry.pile, entries[index] ?? 0)
    })
    if ('amount' in request) sale.returned += request.amount
    return ok
  }

  deduct(memberNo: string, pile: string, points: number, limit: number): string {
    const member = this.member(memberNo)
    const expired = this.expireQuietly(memberNo)
    const held = total(member.lots.map((lot) => lot.remaining))
    const short = Math.max(0, points - held)
    if (short > Math.max(0, limit - this.owed(memberNo))) {
      this.undoExpire(expired)
      return 'M22'
    }
    this.pile('EXPIRED', total(expired.map((part) => part.points)))
    this.take(this.ordered(memberNo), points - short)
    if (short > 0) member.debts.push({ owed: short })
    this.pile(pile, points)
    return ok
  }

  writeOff(memberNo: string): number {
    const points = this.owed(memberNo)
    if (points > 0) this.expire(memberNo)
    for (const debt of this.member(memberNo).debts) debt.owed = 0
    this.pile('WRITEOFF', -points)
    return points
  }

  member(memberNo: string): ModelMember {
    const member = this.members.get(memberNo)
    if (!member) throw new Error(`no member ${memberNo}`)
    return member
  }

  private wanted(sale: ModelSale, request: { amount: number } | { points: number }): number[] | string {
    const left = sale.entries.map((entry) => entry.given - entry.back)
    if ('points' in request) return request.points > total(left) ? 'E1305' : share(left, request.points)
    const remaining = sale.amount - sale.returned - request.amount
    if (remaining < 0) return 'E1305'
    const now = this.parts(sale.rule, remaining, false)
    return left.map((points, index) => Math.max(0, points - (now[index]?.given ?? 0)))
  }

  private expireQuietly(memberNo: string): { lot: ModelLot; points: number }[] {
    const parts = this.member(memberNo)
      .lots.filter((lot) => lot.expire < this.today && lot.remaining > 0)
      .map((lot) => ({ lot, points: lot.remaining }))
    for (const { lot, points } of parts) {
      lot.expired += points
      lot.remaining = 0
    }
    return parts
  }

  private undoExpire(parts: readonly { lot: ModelLot; points: number }[]): void {
    for (const { lot, points } of parts) {
      lot.expired -= points
      lot.remaining += points
    }
  }

  private credit(memberNo: string, lots: ModelLot[]): void {
    this.member(memberNo).lots.push(...lots)
    this.repay(memberNo, lots)
  }

  private repay(memberNo: string, credited: readonly ModelLot[]): void {
    const lots = [...credited].sort((one, other) => this.compare(one, other, memberNo))
    for (const debt of this.member(memberNo).debts) {
      for (const lot of lots) {
        const part = Math.min(debt.owed, lot.remaining)
        debt.owed -= part
        lot.remaining -= part
      }
    }
  }

  private take(lots: readonly ModelLot[], points: number): { lot: ModelLot; points: number }[] {
    let left = points
    const parts: { lot: ModelLot; points: number }[] = []
    for (const lot of lots) {
      const part = Math.min(left, lot.remaining)
      lot.remaining -= part
      left -= part
      if (part > 0) parts.push({ lot, points: part })
    }
    return parts
  }

  private ordered(memberNo: string): ModelLot[] {
    return [...this.member(memberNo).lots].sort((one, other) => this.compare(one, other, memberNo))
  }

  private compare(one: ModelLot, other: ModelLot, memberNo: string): number {
    const { lots } = this.member(memberNo)
    return one.expire.localeCompare(other.expire) || one.effective.localeCompare(other.effective) || lots.indexOf(one) - lots.indexOf(other)
  }

  private isUsable(lot: ModelLot): boolean {
    return lot.effective <= this.today && this.today <= lot.expire
  }

  private pile(name: string, points: number): void {
    this.piles.set(name, (this.piles.get(name) ?? 0) + points)
  }
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}

/** Shares of `points` in proportion, rounded down, what is left one by one from the first. */
function share(weights: readonly number[], points: number): number[] {
  const all = total(weights)
  const parts = weights.map((weight) => (all === 0 ? 0 : Math.floor((weight * points) / all)))
  for (let left = points - total(parts), index = 0; left > 0; index = (index + 1) % parts.length) {
    if ((parts[index] ?? 0) < (weights[index] ?? 0)) {
      parts[index] = (parts[index] ?? 0) + 1
      left -= 1
    }
  }
  return parts
}
