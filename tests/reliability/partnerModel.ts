import {
  activities,
  companies,
  exchanges,
  extras,
  firstStock,
  limits,
  type ModelActivity,
  type ModelCompany,
  type ModelExpiry,
  type ModelExtra,
  type ModelReward,
  platforms,
  rewards,
  stores,
} from './partnerModelSettings.ts'

/**
 * The answers of the partner API, written from the domain documents alone (2.6 rules, 4.5 settings, 4.9 limits, 4.13 campaigns, 7.2 and 7.4
 * arithmetic, 8 calls). It shares no code with the product: dates, arithmetic, lots and debts are its own.
 */

export interface Body {
  readonly [field: string]: unknown
}

export interface ModelCall {
  readonly name: string
  /** Index of the platform. */
  readonly platform: number
  readonly body: Body
  /** Set by the generator when the fields are not as section 8 requires. */
  readonly isWrong: boolean
}

export type ModelEvent =
  | { readonly event: 'memberStatus'; readonly member: string; readonly status: '1' | '2' }
  | { readonly event: 'contract'; readonly companyNo: string; readonly status: '3' | '4' | '9' }
  | { readonly event: 'restock'; readonly points: number }
  | { readonly event: 'expiryJob' }

/** Refused with one of these codes (the documents do not say which of several reasons comes first), or accepted with these fields. */
export type Expected =
  | { readonly codes: ReadonlySet<string>; readonly shortagePoints?: number }
  | { readonly fields: Body; readonly isPosted: boolean | null; readonly replayOf?: Body }

interface Lot {
  readonly order: number
  remaining: number
  /** Expired points that no return has brought back. */
  expired: number
  readonly effective: string
  readonly expire: string
}

interface Member {
  readonly memberNo: string
  status: '1' | '2' | '3'
  readonly place: number
  lots: Lot[]
  /** Oldest first. */
  debts: { points: number }[]
}

type Component = 'BASE' | 'EXTRA' | 'ACTIVITY'
type Funder = 'award' | 'payer'

interface SaleEntry {
  readonly funder: Funder
  readonly component: Component
  readonly given: number
  returned: number
}

interface SaleRule {
  readonly reward: ModelReward
  readonly pointPart: number
  readonly extra: ModelExtra | null
  /** NT$ that the card paid; domain 4.5 gives extra points "for payments with a payer's card". */
  readonly cardAmount: number
  /** Points that the cap of the month still allowed; null without a cap. */
  readonly extraRoom: number | null
  readonly activity: { readonly setting: ModelActivity; readonly room: number } | null
}

interface Sale {
  readonly companyNo: string
  readonly member: Member
  readonly date: string
  readonly at: number
  readonly amount: number
  returnedAmount: number
  readonly rule: SaleRule
  readonly entries: readonly SaleEntry[]
  readonly lots: readonly Lot[]
}

interface Redeem {
  readonly companyNo: string
  readonly at: number
  readonly member: Member
  readonly points: number
  restored: number
  readonly parts: readonly { readonly lot: Lot; open: number }[]
}

/** Thrown inside the model when the call is refused. */
class Refused extends Error {
  readonly codes: ReadonlySet<string>
  readonly shortagePoints: number | undefined

  constructor(codes: Iterable<string>, shortagePoints?: number) {
    super([...codes].join(' or '))
    this.codes = new Set(codes)
    this.shortagePoints = shortagePoints
  }
}

const dayMs = 86_400_000
const taipeiMs = 8 * 3_600_000

/** Day in Taipei (UTC+8, no daylight saving). */
export function dayOf(at: Date): string {
  return new Date(at.getTime() + taipeiMs).toISOString().slice(0, 10)
}

function plusDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
}

function monthEndAfter(day: string, months: number): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month + months, 0)).toISOString().slice(0, 10)
}

function lastDay(expiry: ModelExpiry, day: string): string {
  if (expiry.rule === '1') return `${Number(day.slice(0, 4)) + 1}-12-31`
  if (expiry.rule === '2') return monthEndAfter(day, expiry.value)
  return expiry.rule === '3' ? plusDays(day, expiry.value) : expiry.date
}

const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)
/** What is returned was sold before; clocks may differ by 5 minutes. */
const isBefore = ({ body }: ModelCall, { at }: { readonly at: number }) => Date.parse(String(body.businessAt)) < at - 5 * 60_000
/** floor(a x b / c) in whole numbers. */
const share = (a: number, b: number, c: number) => Number((BigInt(a) * BigInt(b)) / BigInt(c))
/** floor(points x percent / 100); percents have at most two decimals. */
const percentOf = (points: number, percent: number) => share(points, Math.round(percent * 100), 10_000)

const inOrder = (one: Lot, other: Lot) =>
  one.expire.localeCompare(other.expire) || one.effective.localeCompare(other.effective) || one.order - other.order

/** Base points of an amount (4.5). */
function baseOf({ reward, pointPart }: SaleRule, amount: number): number {
  if (amount === 0 || amount < reward.minSpend) return 0
  const counted = reward.excludesPointPart ? Math.max(0, amount - pointPart) : amount
  const whole = () => share(counted, 1, reward.spendAmount) * reward.rewardPoints
  const halfUp = () => share(2 * counted * reward.rewardPoints + reward.spendAmount, 1, 2 * reward.spendAmount)
  const points = reward.type === '2' ? reward.rewardPoints : reward.isHalfUp ? halfUp() : whole()
  return reward.maxPoints === null ? points : Math.min(points, reward.maxPoints)
}

type Part = Omit<SaleEntry, 'returned'>

/** Points of an amount by component and who pays (2.3, 7.2, 7.4). */
function partsOf(rule: SaleRule, amount: number): readonly Part[] {
  const base = baseOf(rule, amount)
  const { extra, extraRoom, activity } = rule
  const parts: Part[] = [{ funder: extra?.isBaseOfPayer ? 'payer' : 'award', component: 'BASE', given: base }]
  if (extra) {
    const byCard = baseOf(rule, Math.min(amount, rule.cardAmount))
    const points = Math.min(percentOf(byCard, extra.ratio), extraRoom ?? Number.POSITIVE_INFINITY)
    const ofPayer = percentOf(points, extra.payerShare)
    parts.push({ funder: 'award', component: 'EXTRA', given: points - ofPayer }, { funder: 'payer', component: 'EXTRA', given: ofPayer })
  }
  if (activity && amount > 0 && amount >= activity.setting.minAmount) {
    parts.push({ funder: 'award', component: 'ACTIVITY', given: Math.min(activity.setting.fixedPoints, activity.room) })
  }
  return parts
}

/** Splits pro rata with floors; the remainder goes one point each to the first that still have some. */
function spread(shares: readonly number[], points: number): readonly number[] {
  const all = total(shares)
  const parts = shares.map((one) => (all === 0 ? 0 : share(one, points, all)))
  let left = points - total(parts)
  return parts.map((part, index) => {
    const more = left > 0 && part < (shares[index] ?? 0) ? 1 : 0
    left -= more
    return part + more
  })
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined)
  return `{${entries
    .map(([key, inner]) => `${key}:${canonical(inner)}`)
    .sort()
    .join()}}`
}

const functionOf: Readonly<Record<string, string | null>> = {
  echo: null,
  'points/issue': 'issue',
  'points/redeem': 'redeem',
  'points/issue_return': 'issue_return',
  'points/redeem_return': 'redeem_return',
  'points/balance': 'balance',
  'points/convert': 'convert',
  'transactions/query': 'txn_query',
  'members/register': 'member',
  'members/bind_card': 'member',
  reconcile: 'reconcile',
}

/** The kind under which a call's number is registered; null for reading calls. */
export function kindOfCall({ name, body }: Pick<ModelCall, 'name' | 'body'>): string | null {
  const kinds: Readonly<Record<string, string>> = {
    'points/issue': '10',
    'points/redeem': '20',
    'points/issue_return': '30',
    'points/redeem_return': '31',
    'points/convert': body.direction === '1' ? '80' : '81',
    'members/register': 'register',
    'members/bind_card': 'bind_card',
  }
  return kinds[name] ?? null
}

interface Moment {
  readonly date: string
  readonly today: string
}

interface IsOverExchangeInput {
  readonly daily: number | null
  readonly monthly: number | null
  readonly kind: string
  readonly date: string
  readonly points: number
}

export class PartnerModel {
  readonly members = new Map<string, Member>()
  readonly mobiles = new Map<string, string>()
  readonly cards = new Map<string, string>()
  /** By platform and number. */
  readonly sales = new Map<string, Sale>()
  readonly redeems = new Map<string, Redeem>()
  /** First answers by platform, kind and number. */
  readonly answers = new Map<string, { readonly content: string; readonly answer: Body; readonly call: ModelCall }>()
  /** Count and points by platform, company, day and kind. */
  readonly tallies = new Map<string, { count: number; points: number }>()
  readonly contracts = new Map(companies.map(({ companyNo }) => [companyNo, { status: '3', endedOn: '' }]))
  readonly used = new Map(activities.map(({ code }) => [code, 0]))
  #stock = firstStock
  #orders = 0
  now = new Date(0)

  get stock(): number {
    return this.#stock
  }

  addMember(memberNo: string, mobile: string, status: Member['status'] = '1'): void {
    this.members.set(memberNo, { memberNo, status, place: this.members.size, lots: [], debts: [] })
    this.mobiles.set(mobile, memberNo)
  }

  happen(event: ModelEvent): void {
    if (event.event === 'memberStatus') {
      const member = this.members.get(event.member)
      if (member) member.status = event.status
    }
    if (event.event === 'contract') this.contracts.set(event.companyNo, { status: event.status, endedOn: dayOf(this.now) })
    if (event.event === 'restock') this.#stock += event.points
  }

  /** The member that a call is about, as far as the model knows; null for none. */
  memberNoOf({ platform, body }: ModelCall): string | null {
    const original = `${platform} ${body.originalExternalTxnNo}`
    const owner = (this.sales.get(original) ?? this.redeems.get(original))?.member.memberNo
    const { memberNo, mobile, cardNo } = (body.member ?? {}) as { memberNo?: string; mobile?: string; cardNo?: string }
    return owner ?? memberNo ?? this.mobiles.get(String(mobile)) ?? this.cards.get(String(cardNo)) ?? null
  }

  /** The answer to a call and its effects. Call {@link remember} with the actual answer. */
  expect(call: ModelCall): Expected {
    const kind = kindOfCall(call)
    try {
      const wanted = functionOf[call.name]
      if (wanted && platforms[call.platform]?.without.includes(wanted)) throw new Refused(['E1006'])
      if (call.isWrong) throw new Refused(['E1010'])
      const known = kind === null ? undefined : this.answers.get(keyOf(call, kind))
      if (known && known.content !== contentOf(call)) throw new Refused(['E1409'])
      if (known) return { fields: {}, isPosted: null, replayOf: known.answer }
      return this.#work(call)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      return error.shortagePoints === undefined ? { codes: error.codes } : { codes: error.codes, shortagePoints: error.shortagePoints }
    }
  }

  remember(call: ModelCall, answer: Body): void {
    const kind = kindOfCall(call)
    if (kind === null || this.answers.has(keyOf(call, kind))) return
    this.answers.set(keyOf(call, kind), { content: contentOf(call), answer, call })
    if (call.name === 'members/register') this.addMember(String(answer.memberNo), String(call.body.mobile))
  }

  #work(call: ModelCall): Expected {
    switch (call.name) {
      case 'echo':
        return { fields: { echo: call.body.message }, isPosted: false }
      case 'points/issue':
        return this.#issue(call)
      case 'points/redeem':
        return this.#redeem(call)
      case 'points/issue_return':
        return this.#issueReturn(call)
      case 'points/redeem_return':
        return this.#redeemReturn(call)
      case 'points/balance':
        return this.#balance(call)
      case 'points/convert':
        return this.#convert(call)
      case 'transactions/query':
        return this.#query(call)
      case 'members/register':
        return this.#register(call)
      case 'members/bind_card':
        return this.#bindCard(call)
      case 'reconcile':
        return this.#reconcile(call)
      default:
        throw new Error(`the model does not know ${call.name}`)
    }
  }

  // What several calls ask.

  /** Refusals by time, company and contract (2.5, 3.2, 2.6 Terminated company). */
  #placeProblems(call: ModelCall, moment: Moment, isReturn: boolean): string[] {
    const problems = this.#timeProblems(call)
    const company = this.#companyOf(call)
    if (!company) return [...problems, 'E1101']
    const contract = this.contracts.get(company.companyNo)
    if (isReturn) {
      const isLate = contract?.status === '9' && moment.today > plusDays(contract.endedOn, 180)
      return isLate ? [...problems, 'E1102'] : problems
    }
    const isWithin = company.startDate <= moment.date && moment.date <= company.endDate
    return contract?.status === '3' && isWithin ? problems : [...problems, 'E1102']
  }

  #timeProblems({ body }: ModelCall): string[] {
    const at = Date.parse(String(body.businessAt))
    // Whole days in Taipei, like all dates.
    const isWithin = dayOf(new Date(at)) >= plusDays(dayOf(this.now), -35) && at <= this.now.getTime() + 5 * 60_000
    return isWithin ? [] : ['E1016']
  }

  #companyOf({ body, platform }: ModelCall): ModelCompany | undefined {
    const served = platforms[platform]?.companyNos.includes(String(body.companyNo))
    return served ? companies.find(({ companyNo }) => companyNo === body.companyNo) : undefined
  }

  #momentOf({ body }: ModelCall): Moment {
    return { date: dayOf(new Date(String(body.businessAt))), today: dayOf(this.now) }
  }

  #storeProblems({ body }: ModelCall, { date }: Moment): string[] {
    const store = stores.find((one) => one.companyNo === body.companyNo && one.code === body.retailStoreCode)
    const isOpen = store?.isEnabled && store.openDate <= date && (store.closeDate === null || date <= store.closeDate)
    return isOpen ? [] : ['E1103']
  }

  /** A call that names an outlet without selling there: the outlet must exist. */
  #namedStoreProblems({ body }: ModelCall): string[] {
    if (body.retailStoreCode === undefined) return []
    return stores.some((one) => one.companyNo === body.companyNo && one.code === body.retailStoreCode) ? [] : ['E1103']
  }

  #memberOf({ body }: ModelCall): Member | undefined {
    const { memberNo, mobile, cardNo } = body.member as { memberNo?: string; mobile?: string; cardNo?: string }
    const member = this.members.get(memberNo ?? (mobile ? this.mobiles.get(mobile) : this.cards.get(String(cardNo))) ?? '')
    if (member) this.#expire(member)
    return member
  }

  #memberProblems(member: Member | undefined, isSpending: boolean): string[] {
    if (!member) return ['E1201']
    return member.status === '3' || (isSpending && member.status === '2') ? ['E1202'] : []
  }

  /** Lots past their last day count as expired, even before the expiry job ran (2.6, Late expiry). */
  #expire(member: Member): void {
    const today = dayOf(this.now)
    for (const lot of member.lots.filter(({ expire }) => expire < today)) {
      lot.expired += lot.remaining
      lot.remaining = 0
    }
    member.lots = member.lots.filter(({ remaining }) => remaining > 0)
  }

  balanceOf(member: Member): number {
    this.#expire(member)
    return total(member.lots.map(({ remaining }) => remaining)) - total(member.debts.map(({ points }) => points))
  }

  availableOf(member: Member): number {
    const today = dayOf(this.now)
    if (member.status !== '1' || member.debts.length > 0) return 0
    return total(member.lots.filter(({ effective }) => effective <= today).map(({ remaining }) => remaining))
  }

  #newLot(points: number, effective: string, expire: string): Lot {
    this.#orders += 1
    return { order: this.#orders, remaining: points, expired: 0, effective, expire }
  }

  /** Credits points: repays debts first, oldest first, from the lots in consumption order; the rest stays (2.6, Credit to a debtor). */
  #credit(member: Member, lots: readonly Lot[]): number {
    let repaid = 0
    for (const debt of member.debts) {
      for (const lot of [...lots].sort(inOrder)) {
        const part = Math.min(debt.points, lot.remaining)
        debt.points -= part
        lot.remaining -= part
        repaid += part
      }
    }
    member.debts = member.debts.filter(({ points }) => points > 0)
    for (const lot of lots) if (lot.remaining > 0 && !member.lots.includes(lot)) member.lots.push(lot)
    this.#expire(member)
    return repaid
  }

  #take(lots: readonly Lot[], points: number): { readonly parts: readonly { lot: Lot; open: number }[]; readonly short: number } {
    const parts: { lot: Lot; open: number }[] = []
    let left = points
    for (const lot of [...lots].sort(inOrder)) {
      const part = Math.min(left, lot.remaining)
      if (part === 0) continue
      lot.remaining -= part
      left -= part
      parts.push({ lot, open: part })
    }
    return { parts, short: left }
  }

  #tally(call: ModelCall, date: string, kind: string, points: number): void {
    const key = [call.platform, call.body.companyNo, date, kind].join(' ')
    const sum = this.tallies.get(key) ?? { count: 0, points: 0 }
    this.tallies.set(key, { count: sum.count + 1, points: sum.points + points })
  }

  // Calls.

  #issue(call: ModelCall): Expected {
    const { body } = call
    const moment = this.#momentOf(call)
    const member = this.#memberOf(call)
    const company = this.#companyOf(call)
    const problems = [
      ...this.#placeProblems(call, moment, false),
      ...this.#storeProblems(call, moment),
      ...this.#memberProblems(member, false),
    ]
    if (company && !company.allowIssue) problems.push('E1104')
    const reward = this.#rewardOf(call, moment.date)
    if (!reward) problems.push('E1106')
    if (problems.length > 0 || !member || !company || !reward) throw new Refused(problems)

    const amount = body.amount as number
    const extra = this.#extraOf(call, moment.date)
    const rule: SaleRule = {
      reward,
      pointPart: (body.pointPart as number | undefined) ?? 0,
      extra,
      cardAmount: (body.payments as { amount: number }[] | undefined)?.[0]?.amount ?? 0,
      extraRoom: extra ? this.#extraRoom(member, extra, moment.date) : null,
      activity: this.#activityOf(call, member, moment.date),
    }
    const parts = partsOf(rule, amount)
    const entries = parts.filter(({ given }) => given > 0).map((part) => ({ ...part, returned: 0 }))
    const ofCompany = total(entries.filter(({ funder }) => funder === 'award').map(({ given }) => given))
    if (company.isPrepaid && ofCompany > this.#stock) throw new Refused(['E1107'])
    if (company.isPrepaid) this.#stock -= ofCompany

    const pointsOf = (component: Component) => total(entries.filter((entry) => entry.component === component).map(({ given }) => given))
    const [base, more, gift] = [pointsOf('BASE'), pointsOf('EXTRA'), pointsOf('ACTIVITY')]
    const effective = plusDays(moment.date, reward.delayDays)
    const lots: Lot[] = []
    if (base + more > 0) lots.push(this.#newLot(base + more, effective, lastDay(reward.expiry, moment.date)))
    if (gift > 0 && rule.activity) lots.push(this.#newLot(gift, effective, lastDay(rule.activity.setting.expiry, moment.date)))
    const firstDay = lots[0]?.expire ?? null
    const repaidPoints = this.#credit(member, lots)
    if (rule.activity) this.used.set(rule.activity.setting.code, (this.used.get(rule.activity.setting.code) ?? 0) + gift)
    const at = Date.parse(String(body.businessAt))
    const sale = { companyNo: company.companyNo, member, date: moment.date, at, amount, returnedAmount: 0, rule, entries, lots }
    this.sales.set(`${call.platform} ${body.externalTxnNo}`, sale)
    const issuedPoints = base + more + gift
    if (issuedPoints > 0) this.#tally(call, moment.date, '10', issuedPoints)
    return {
      fields: {
        issuedPoints,
        basePoints: base,
        extraPoints: more,
        activityPoints: gift,
        repaidPoints,
        balance: this.balanceOf(member),
        expireDate: firstDay,
        activityApplied: gift > 0,
      },
      isPosted: issuedPoints > 0,
    }
  }

  /** 4.5: the requested setting if it applies, otherwise the applicable one with the smallest priority, otherwise the default. */
  #rewardOf({ body }: ModelCall, date: string): ModelReward | undefined {
    const payments = (body.payments as { paymentType: string; amount: number }[] | undefined) ?? []
    const main = [...payments].sort((one, other) => other.amount - one.amount)[0]?.paymentType
    const ofDay = rewards.filter((one) => one.companyNo === body.companyNo && one.startDate <= date && date <= one.endDate)
    const fitting = ofDay.filter(
      ({ paymentTypes, storeCodes }) =>
        (paymentTypes.length === 0 || (main !== undefined && paymentTypes.includes(main))) &&
        (storeCodes.length === 0 || storeCodes.includes(String(body.retailStoreCode))),
    )
    return fitting.find(({ no }) => no === body.rewardPointId) ?? [...fitting].sort((one, other) => one.priority - other.priority)[0]
  }

  #extraOf({ body }: ModelCall, date: string): ModelExtra | null {
    const [payment] = (body.payments as { cardNo6?: string }[] | undefined) ?? []
    const fitting = extras.filter(
      (one) =>
        payment?.cardNo6?.startsWith(one.cardPrefix) &&
        (one.companyNo === null || one.companyNo === body.companyNo) &&
        one.startDate <= date &&
        date <= one.endDate,
    )
    return [...fitting].sort((one, other) => one.priority - other.priority)[0] ?? null
  }

  /** 7.4: the cap of the month of the sale applies; points that returns took back no longer count. */
  #extraRoom(member: Member, extra: ModelExtra, date: string): number | null {
    if (extra.monthlyCap === null) return null
    const ofMonth = [...this.sales.values()].filter(
      (sale) => sale.member === member && sale.date.slice(0, 7) === date.slice(0, 7) && sale.rule.extra?.setting === extra.setting,
    )
    return Math.max(0, extra.monthlyCap - total(ofMonth.map((sale) => netOf(sale, 'EXTRA'))))
  }

  #activityOf({ body }: ModelCall, member: Member, date: string): SaleRule['activity'] {
    const setting = activities.find(
      ({ code, companyNo }) => code === String(body.activityCode).toUpperCase() && companyNo === body.companyNo,
    )
    if (!setting) return null
    const ofDay = [...this.sales.values()].filter(
      (sale) => sale.member === member && sale.date === date && sale.rule.activity?.setting === setting,
    )
    const ofMember =
      setting.perMemberDaily === null
        ? Number.MAX_SAFE_INTEGER
        : setting.perMemberDaily - total(ofDay.map((sale) => netOf(sale, 'ACTIVITY')))
    return { setting, room: Math.max(0, Math.min(ofMember, setting.budget - (this.used.get(setting.code) ?? 0))) }
  }

  #redeem(call: ModelCall): Expected {
    const { body } = call
    const moment = this.#momentOf(call)
    const member = this.#memberOf(call)
    const company = this.#companyOf(call)
    const [points, amount] = [body.points as number, body.amount as number]
    const problems = [
      ...this.#placeProblems(call, moment, false),
      ...this.#storeProblems(call, moment),
      ...this.#memberProblems(member, true),
    ]
    if (company && !company.allowRedeem) problems.push('E1105')
    if (company && (points < company.minRedeemPoints || points % company.redeemStep !== 0)) problems.push('E1302')
    if (company && points > share(amount, Math.round(company.maxRedeemRatio * 10), 1000)) problems.push('E1303')
    if (member && points > this.availableOf(member)) problems.push('E1301')
    if (problems.length > 0 || !member || !company) throw new Refused(problems)
    const { parts } = this.#take(
      member.lots.filter(({ effective }) => effective <= moment.today),
      points,
    )
    this.redeems.set(`${call.platform} ${body.externalTxnNo}`, {
      companyNo: company.companyNo,
      at: Date.parse(String(body.businessAt)),
      member,
      points,
      restored: 0,
      parts,
    })
    this.#tally(call, moment.date, '20', points)
    const fields = { redeemedPoints: points, redeemAmount: points, balance: this.balanceOf(member), available: this.availableOf(member) }
    return { fields, isPosted: true }
  }

  #issueReturn(call: ModelCall): Expected {
    const { body } = call
    const moment = this.#momentOf(call)
    const problems = [...this.#placeProblems(call, moment, true), ...this.#namedStoreProblems(call)]
    const sale = this.sales.get(`${call.platform} ${body.originalExternalTxnNo}`)
    if (!sale || sale.companyNo !== body.companyNo) throw new Refused([...problems, 'E1304'])
    const amount = body.returnAmount as number | undefined
    const points = body.returnPoints as number | undefined
    const left = sale.entries.map(({ given, returned }) => given - returned)
    const isOver = amount === undefined ? (points ?? 0) > total(left) : sale.returnedAmount + amount > sale.amount
    if (isOver) problems.push('E1305')
    // A sale without points has no entry that could lie in the wrong period.
    if (sale.entries.length > 0 && isBefore(call, sale)) problems.push('E1016')
    if (problems.length > 0) throw new Refused(problems)

    const wanted = amount === undefined ? spread(left, points ?? 0) : wantedByAmount(sale, amount)
    if (sale.entries.length === 0) {
      sale.returnedAmount += amount ?? 0
      return { fields: { clawedPoints: 0, shortagePoints: 0, pendingNo: null, balance: null }, isPosted: false }
    }
    const { member } = sale
    this.#expire(member)
    const { clawed, owed } = this.#clawBack(call, sale, total(wanted))
    sale.returnedAmount += amount ?? 0
    for (const [index, part] of spread(wanted, clawed).entries()) this.#giveBack(sale, index, part)
    if (clawed > 0) this.#tally(call, moment.date, '30', clawed)
    const fields = { clawedPoints: clawed, shortagePoints: total(wanted) - clawed, balance: this.balanceOf(member) }
    return { fields: { ...fields, pendingNo: owed > 0 ? /^.+$/ : null }, isPosted: clawed > 0 }
  }

  /** 2.6, Claw-back order. */
  #clawBack(call: ModelCall, sale: Sale, wanted: number): { readonly clawed: number; readonly owed: number } {
    const { member } = sale
    const own = total(sale.lots.map(({ remaining }) => remaining))
    const expired = total(sale.lots.map((lot) => lot.expired))
    const others = total(member.lots.filter((lot) => !sale.lots.includes(lot)).map(({ remaining }) => remaining))
    const missing = Math.max(0, wanted - own - expired - others)
    const limit = this.#limitOf(member, String(call.body.companyNo))
    const room = Math.max(0, limit.limitPoints - total(member.debts.map(({ points }) => points)))
    const owed = Math.min(missing, room)
    const short = missing - owed
    if (short > 0 && limit.mayRefuse && call.body.acceptPartial !== true) throw new Refused(['E1310'], short)
    let rest = this.#take(sale.lots, wanted - short).short
    for (const lot of [...sale.lots].sort(inOrder)) {
      const part = Math.min(rest, lot.expired)
      lot.expired -= part
      rest -= part
    }
    this.#take(
      member.lots.filter((lot) => !sale.lots.includes(lot)),
      rest,
    )
    if (owed > 0) member.debts.push({ points: owed })
    this.#expire(member)
    return { clawed: wanted - short, owed }
  }

  /** Returns points to those who paid for them. */
  #giveBack(sale: Sale, index: number, points: number): void {
    const entry = sale.entries[index]
    if (!entry) return
    entry.returned += points
    const isPrepaid = companies.find(({ companyNo }) => companyNo === sale.companyNo)?.isPrepaid
    if (isPrepaid && entry.funder === 'award') this.#stock += points
    const { activity } = sale.rule
    if (entry.component === 'ACTIVITY' && activity)
      this.used.set(activity.setting.code, (this.used.get(activity.setting.code) ?? 0) - points)
  }

  /** 4.9: the limit of the member, otherwise of the company, otherwise of the system. */
  #limitOf(member: Member, companyNo: string) {
    const limit =
      limits.find((one) => one.member === member.place) ??
      limits.find((one) => one.companyNo === companyNo) ??
      limits.find((one) => one.member === null && one.companyNo === null)
    if (!limit) throw new Error('no limit')
    return limit
  }

  #redeemReturn(call: ModelCall): Expected {
    const { body } = call
    const moment = this.#momentOf(call)
    const problems = [...this.#placeProblems(call, moment, true), ...this.#namedStoreProblems(call)]
    const redeem = this.redeems.get(`${call.platform} ${body.originalExternalTxnNo}`)
    if (!redeem || redeem.companyNo !== body.companyNo) throw new Refused([...problems, 'E1304'])
    const points = body.returnPoints as number
    if (redeem.restored + points > redeem.points) problems.push('E1305')
    if (isBefore(call, redeem)) problems.push('E1016')
    if (problems.length > 0) throw new Refused(problems)
    const { member } = redeem
    this.#expire(member)
    redeem.restored += points
    let left = points
    const credited: Lot[] = []
    for (const part of [...redeem.parts].sort((one, other) => inOrder(other.lot, one.lot))) {
      const given = Math.min(left, part.open)
      if (given === 0) continue
      left -= given
      part.open -= given
      if (part.lot.expire < moment.today) {
        credited.push(this.#newLot(given, moment.today, plusDays(moment.today, 30)))
      } else {
        part.lot.remaining += given
        credited.push(part.lot)
      }
    }
    this.#credit(member, credited)
    this.#tally(call, moment.date, '31', points)
    return { fields: { restoredPoints: points, balance: this.balanceOf(member) }, isPosted: true }
  }

  #balance(call: ModelCall): Expected {
    const member = this.#memberOf(call)
    const problems = [...(this.#companyOf(call) ? [] : ['E1101']), ...this.#namedStoreProblems(call), ...(member ? [] : ['E1201'])]
    if (problems.length > 0 || !member) throw new Refused(problems)
    const until = plusDays(dayOf(this.now), 30)
    return {
      fields: {
        balance: this.balanceOf(member),
        available: this.availableOf(member),
        owed: total(member.debts.map(({ points }) => points)),
        expiring30: total(member.lots.filter(({ expire }) => expire <= until).map(({ remaining }) => remaining)),
        status: member.status,
      },
      isPosted: false,
    }
  }

  #convert(call: ModelCall): Expected {
    const { body } = call
    const moment = this.#momentOf(call)
    const member = this.#memberOf(call)
    const isOut = body.direction === '2'
    const problems = [
      ...this.#placeProblems(call, moment, false),
      ...this.#namedStoreProblems(call),
      ...this.#memberProblems(member, isOut),
    ]
    const isBank = body.companyNo === companies.find(({ companyNo }) => companyNo === 'C000900')?.companyNo
    const setting = isBank ? exchanges.find(({ direction }) => direction === body.direction) : undefined
    if (!setting) throw new Refused([...problems, 'E1106'])
    const partnerPoints = body.partnerPoints as number
    const points = (partnerPoints / setting.partnerPoints) * setting.platformPoints
    const source = isOut ? points : partnerPoints
    if (!Number.isInteger(points) || partnerPoints % setting.partnerPoints !== 0 || source % setting.stepPoints !== 0)
      problems.push('E1021')
    if (source < setting.minPoints) problems.push('E1302')
    const kind = isOut ? '81' : '80'
    if (
      member &&
      this.#isOverExchange(member, { daily: setting.dailyLimit, monthly: setting.monthlyLimit, kind, date: moment.date, points })
    )
      problems.push('E1303')
    if (member && isOut && points > this.availableOf(member)) problems.push('E1301')
    if (problems.length > 0 || !member) throw new Refused(problems)
    if (isOut)
      this.#take(
        member.lots.filter(({ effective }) => effective <= moment.today),
        points,
      )
    else this.#credit(member, [this.#newLot(points, moment.date, lastDay({ rule: '1' }, moment.date))])
    this.#exchanged.push({ member, kind, date: moment.date, points })
    this.#tally(call, moment.date, kind, points)
    return { fields: { platformPoints: points, balance: this.balanceOf(member) }, isPosted: true }
  }

  readonly #exchanged: { readonly member: Member; readonly kind: string; readonly date: string; readonly points: number }[] = []

  #isOverExchange(member: Member, { daily, monthly, kind, date, points }: IsOverExchangeInput): boolean {
    const same = this.#exchanged.filter((one) => one.member === member && one.kind === kind)
    const ofDay = total(same.filter((one) => one.date === date).map((one) => one.points))
    const ofMonth = total(same.filter((one) => one.date.slice(0, 7) === date.slice(0, 7)).map((one) => one.points))
    return (daily !== null && ofDay + points > daily) || (monthly !== null && ofMonth + points > monthly)
  }

  #query(call: ModelCall): Expected {
    const { body, platform } = call
    if (!this.#companyOf(call)) throw new Refused(['E1101'])
    const known = this.answers.get(`${platform} ${body.kind} ${body.externalTxnNo}`)
    if (!known) throw new Refused(['E1008'])
    return { fields: {}, isPosted: null, replayOf: known.answer }
  }

  #register(call: ModelCall): Expected {
    const problems = [...this.#placeProblems(call, this.#momentOf(call), false), ...this.#namedStoreProblems(call)]
    if (this.mobiles.has(String(call.body.mobile))) problems.push('E1010')
    if (problems.length > 0) throw new Refused(problems)
    return { fields: { memberNo: /^88\d{10}$/ }, isPosted: false }
  }

  #bindCard(call: ModelCall): Expected {
    const member = this.#memberOf(call)
    const problems = [
      ...this.#placeProblems(call, this.#momentOf(call), false),
      ...this.#namedStoreProblems(call),
      ...this.#memberProblems(member, false),
    ]
    const cardNo = String(call.body.cardNo)
    const owner = this.cards.get(cardNo)
    if (owner !== undefined && owner !== member?.memberNo) problems.push('E1010')
    if (problems.length > 0 || !member) throw new Refused(problems)
    this.cards.set(cardNo, member.memberNo)
    return { fields: { status: '1' }, isPosted: false }
  }

  /** Counts and points of a platform, company and day, by kind. */
  talliesOf(platform: number, companyNo: unknown, date: unknown) {
    const start = `${[platform, companyNo, date].join(' ')} `
    return [...this.tallies].filter(([key]) => key.startsWith(start)).map(([key, sum]) => ({ kind: key.slice(start.length), ...sum }))
  }

  #reconcile(call: ModelCall): Expected {
    const { body, platform } = call
    if (!this.#companyOf(call)) throw new Refused(['E1101'])
    const ours = this.talliesOf(platform, body.companyNo, body.date)
    const theirs = body.kinds as { kind: string; count: number; points: number }[]
    const kinds = [...new Set([...ours, ...theirs].map(({ kind }) => kind))].sort()
    const differences = kinds.flatMap((kind) => {
      const our = ours.find((one) => one.kind === kind) ?? { count: 0, points: 0 }
      const their = theirs.find((one) => one.kind === kind) ?? { count: 0, points: 0 }
      if (our.count === their.count && our.points === their.points) return []
      return [{ kind, count: their.count, points: their.points, platformCount: our.count, platformPoints: our.points }]
    })
    return { fields: { matched: differences.length === 0, differences }, isPosted: false }
  }
}

function netOf(sale: Sale, component: Component): number {
  return total(sale.entries.filter((entry) => entry.component === component).map(({ given, returned }) => given - returned))
}

/** Return by amount: what the rule of the sale gives for the remaining amount, compared with what the entries still have (2.6, 7.2). */
function wantedByAmount(sale: Sale, amount: number): readonly number[] {
  const left = partsOf(sale.rule, sale.amount - sale.returnedAmount - amount)
  return sale.entries.map(({ funder, component, given, returned }) => {
    const stays = total(left.filter((part) => part.funder === funder && part.component === component).map((part) => part.given))
    return Math.max(0, given - returned - stays)
  })
}

const keyOf = ({ platform, body }: ModelCall, kind: string) => `${platform} ${kind} ${body.externalTxnNo}`
const contentOf = ({ name, body }: ModelCall) => `${name} ${canonical(body)}`
