import { type Body, dayOf, kindOfCall, type ModelCall, type PartnerModel } from './partnerModel.ts'
import {
  bank,
  cafe,
  cinema,
  extras,
  gym,
  market,
  modelDays,
  modelStart,
  platforms,
  rewards,
  shut,
  stores,
  stranger,
} from './partnerModelSettings.ts'
import type { Step } from './partnerModelWorld.ts'

/** Random numbers from a seed (mulberry32): the same seed gives the same sequence. */
export class Dice {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let t = this.#state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }

  /** A whole number from `min` to `max`. */
  whole(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1))
  }

  chance(percent: number): boolean {
    return this.next() * 100 < percent
  }

  pick<T>(values: readonly T[]): T {
    const value = values[this.whole(0, values.length - 1)]
    if (value === undefined) throw new Error('nothing to pick from')
    return value
  }
}

const dayMs = 86_400_000
const minuteMs = 60_000

/** ISO 8601 with the offset of Taipei. */
function isoOf(at: number): string {
  return new Date(at + 8 * 3_600_000).toISOString().replace(/\.\d+Z$/, '+08:00')
}

/** Generates calls of partners and concurrent events. It reads the model only to choose things that exist. */
export class StepMaker {
  readonly #dice: Dice
  readonly #model: PartnerModel
  readonly #stepMs: number
  #at = modelStart.getTime()
  #numbers = 0
  readonly #sent: ModelCall[] = []

  constructor(seed: number, count: number, model: PartnerModel) {
    this.#dice = new Dice(seed)
    this.#model = model
    this.#stepMs = (modelDays * dayMs) / count
  }

  next(): Step {
    const dice = this.#dice
    this.#at += Math.round((this.#stepMs * 2 * dice.next()) / 1000) * 1000
    const at = this.#at
    if (dice.chance(3)) return { at, happens: this.#event() }
    const call = dice.chance(7) && this.#sent.length > 0 ? this.#again() : this.#fresh()
    this.#sent.push(call)
    return { at, call }
  }

  #event() {
    const dice = this.#dice
    switch (dice.whole(1, 5)) {
      case 1: {
        const members = [...this.#model.members.values()].filter(({ status }) => status !== '3')
        const { memberNo, status } = dice.pick(members)
        // More unfreezing than freezing, so that most members can act.
        const becomes = status === '2' || dice.chance(40) ? '1' : '2'
        return { event: 'memberStatus', member: memberNo, status: becomes } as const
      }
      case 2: {
        const suspended = this.#model.contracts.get(cafe)?.status === '4'
        return { event: 'contract', companyNo: cafe, status: suspended || dice.chance(50) ? '3' : '4' } as const
      }
      case 3:
        return { event: 'restock', points: dice.whole(50, 800) } as const
      case 4: {
        const isOver = dayOf(new Date(this.#at)) > '2025-11-21' && this.#model.contracts.get(gym)?.status === '3'
        return isOver ? ({ event: 'contract', companyNo: gym, status: '9' } as const) : ({ event: 'expiryJob' } as const)
      }
      default:
        return { event: 'expiryJob' } as const
    }
  }

  /** A repeated request: unchanged, or with other content under the same number. */
  #again(): ModelCall {
    const call = this.#dice.pick(this.#sent.slice(-200))
    if (this.#dice.chance(60)) return call
    const [field] = ['amount', 'points', 'returnAmount', 'returnPoints', 'partnerPoints'].filter(
      (name) => typeof call.body[name] === 'number',
    )
    if (field === undefined || call.isWrong) return call
    return { ...call, body: { ...call.body, [field]: Number(call.body[field]) + 1 } }
  }

  #fresh(): ModelCall {
    const dice = this.#dice
    const platform = dice.chance(90) ? 0 : 1
    const makers: readonly (readonly [number, () => readonly [string, Body]])[] = [
      [38, () => ['points/issue', this.#sale()]],
      [21, () => ['points/issue_return', this.#saleReturn(platform)]],
      [13, () => ['points/redeem', this.#redeem()]],
      [8, () => ['points/redeem_return', this.#redeemReturn(platform)]],
      [7, () => ['points/balance', { companyNo: this.#company(), member: this.#member() }]],
      [6, () => ['points/convert', this.#convert()]],
      [3, () => ['transactions/query', this.#query()]],
      [1, () => ['members/register', this.#register()]],
      [1, () => ['members/bind_card', { ...this.#common(), retailStoreCode: undefined, member: this.#member(), cardNo: this.#card() }]],
      [1, () => ['reconcile', this.#reconcile(platform)]],
      [1, () => ['echo', { message: `x${this.#numbers}` }]],
    ]
    const make = dice.pick(makers.flatMap(([share, maker]) => Array.from({ length: share }, () => maker)))
    const [name, body] = make()
    const call = { name, platform, body: withoutUndefined(body), isWrong: false }
    return dice.chance(4) && name !== 'echo' ? this.#spoil(call) : call
  }

  /** Violates section 8 in one field. */
  #spoil(call: ModelCall): ModelCall {
    const dice = this.#dice
    const { body } = call
    const needed = ['companyNo', 'member', 'amount', 'points', 'businessAt', 'externalTxnNo', 'partnerPoints', 'date', 'mobile'].filter(
      (field) => field in body,
    )
    const without = (field: string) => Object.fromEntries(Object.entries(body).filter(([name]) => name !== field))
    const numeric = Object.keys(body).filter((field) => typeof body[field] === 'number')
    // Points computed by the partner are optional, so this field is not required.
    const optional =
      call.name === 'points/issue'
        ? ['points']
        : ['externalTxnNo', 'businessAt'].filter(() => kindOfCall(call) === null && call.name !== 'transactions/query')
    const spoiled: readonly (() => Body)[] = [
      () => without(dice.pick(needed.filter((field) => !optional.includes(field)))),
      () => ({ ...body, surplus: 1 }),
      () => ({ ...body, companyNo: 'C1' }),
      ...(numeric.length > 0 ? [-1, 1.5, '10', null].map((value) => () => ({ ...body, [dice.pick(numeric)]: value })) : []),
      ...('member' in body ? [() => ({ ...body, member: { memberNo: '880000000013', mobile: '0900000000' } })] : []),
    ]
    return { ...call, body: dice.pick(spoiled)(), isWrong: true }
  }

  // Parts.

  #company(): string {
    const dice = this.#dice
    return dice.chance(3) ? dice.pick([stranger, 'C999999', shut]) : dice.pick([market, market, market, cinema, cafe, gym])
  }

  #common(companyNo = this.#company()) {
    const dice = this.#dice
    this.#numbers += 1
    const own = stores.filter((one) => one.companyNo === companyNo)
    const open = own.filter(({ isEnabled }) => isEnabled)
    const code = dice.chance(3) ? 'S999' : dice.pick([...open, ...open, ...own, { code: 'S001' }]).code
    return { companyNo, retailStoreCode: code, externalTxnNo: `N${this.#numbers}`, businessAt: isoOf(this.#businessAt()) }
  }

  #businessAt(): number {
    const dice = this.#dice
    const at = this.#at
    const way = dice.whole(1, 100)
    if (way <= 62) return at
    if (way <= 94) return at - dice.whole(1, Math.floor((34 * dayMs) / 1000)) * 1000
    if (way <= 96) return at - dice.whole(37, 80) * dayMs
    return way <= 98 ? at + dice.whole(1, 4) * minuteMs : at + dice.whole(6, 200) * minuteMs
  }

  #member(): Body {
    const dice = this.#dice
    if (dice.chance(2)) return dice.pick([{ memberNo: '880999999999' }, { mobile: '0999999999' }, { cardNo: '4999999999999999' }])
    // Few values, so that their points coincide.
    const members = [...this.#model.members.keys()]
    const memberNo = dice.pick(dice.chance(70) ? members.slice(0, 9) : members)
    const mobile = [...this.#model.mobiles].find(([, owner]) => owner === memberNo)?.[0]
    const card = [...this.#model.cards].find(([, owner]) => owner === memberNo)?.[0]
    return dice.pick([{ memberNo }, ...(mobile ? [{ mobile }] : []), ...(card ? [{ cardNo: card }] : [])])
  }

  #card(): string {
    return `4${String(this.#dice.whole(1, 40)).padStart(15, '0')}`
  }

  #sale(): Body {
    const dice = this.#dice
    const common = this.#common()
    const amount = dice.chance(15) ? dice.whole(1, 99) : dice.chance(10) ? dice.whole(10_000, 90_000) : dice.whole(100, 4000)
    const payment = dice.whole(1, 100)
    const ofCard = dice.chance(15) ? dice.whole(1, amount) : amount
    const cardNo6 = () => dice.pick(extras).cardPrefix + dice.pick(['', '7', '99'])
    // The card pays first; the rest of a partial payment is cash.
    const byCard = () => [
      { paymentType: '3', amount: ofCard, cardNo6: cardNo6() },
      ...(ofCard < amount ? [{ paymentType: '1', amount: amount - ofCard }] : []),
    ]
    const payments = payment <= 40 ? undefined : payment <= 70 ? byCard() : [{ paymentType: dice.pick(['1', '2', '5', '6', '6']), amount }]
    return {
      ...common,
      member: this.#member(),
      amount,
      payments,
      pointPart: dice.chance(15) ? dice.whole(0, Math.floor(amount / 2)) : undefined,
      rewardPointId: dice.chance(5) ? dice.pick(rewards).no : undefined,
      activityCode: dice.chance(15) ? dice.pick(['GIFT0001', 'gift0001', 'NOSUCH01']) : undefined,
      points: dice.chance(5) ? dice.whole(0, 50) : undefined,
    }
  }

  #numberOf(known: ReadonlyMap<string, { readonly companyNo: string }>, platform: number) {
    const dice = this.#dice
    const own = [...known].filter(([key]) => key.startsWith(`${platform} `))
    // Mostly late ones, because the early ones are all returned at some time.
    const found = own.length === 0 || dice.chance(3) ? null : dice.pick(dice.chance(60) ? own.slice(-60) : own)
    const original = found?.[0].slice(2) ?? 'NONE'
    const companyNo = dice.chance(3) ? this.#company() : (found?.[1].companyNo ?? market)
    return { original, companyNo }
  }

  #saleReturn(platform: number): Body {
    const dice = this.#dice
    const { original, companyNo } = this.#numberOf(this.#model.sales, platform)
    const sale = this.#model.sales.get(`${platform} ${original}`)
    const leftAmount = sale ? sale.amount - sale.returnedAmount : 100
    const leftPoints = sale ? sale.entries.reduce((sum, { given, returned }) => sum + given - returned, 0) : 10
    const much = (left: number) => (dice.chance(6) ? left + dice.whole(1, 1000) : dice.chance(45) ? left : dice.whole(1, Math.max(1, left)))
    return {
      ...this.#common(companyNo),
      retailStoreCode: dice.chance(50) ? undefined : 'S001',
      originalExternalTxnNo: original,
      ...(dice.chance(65) ? { returnAmount: Math.max(1, much(leftAmount)) } : { returnPoints: Math.max(1, much(leftPoints)) }),
      acceptPartial: dice.chance(25) ? dice.chance(70) : undefined,
    }
  }

  #redeem(): Body {
    const dice = this.#dice
    const member = this.#member()
    const known = this.#model.members.get(String(member.memberNo ?? this.#model.mobiles.get(String(member.mobile)) ?? ''))
    const available = known ? this.#model.availableOf(known) : 0
    const wanted = dice.chance(8) ? available + dice.whole(1, 50) : dice.whole(1, Math.max(1, available))
    const points = dice.chance(70) ? Math.max(10, wanted - (wanted % 5)) : wanted
    return { ...this.#common(), member, amount: dice.chance(85) ? points * dice.whole(3, 6) : points, points }
  }

  #redeemReturn(platform: number): Body {
    const dice = this.#dice
    const { original, companyNo } = this.#numberOf(this.#model.redeems, platform)
    const redeem = this.#model.redeems.get(`${platform} ${original}`)
    const left = redeem ? redeem.points - redeem.restored : 5
    const returnPoints = dice.chance(8) ? left + dice.whole(1, 50) : dice.chance(40) ? Math.max(1, left) : dice.whole(1, Math.max(1, left))
    return { ...this.#common(companyNo), retailStoreCode: undefined, originalExternalTxnNo: original, returnPoints }
  }

  #convert(): Body {
    const dice = this.#dice
    const direction = dice.pick(['1', '2'])
    const partnerPoints = direction === '1' ? dice.whole(1, 12) * 100 : dice.whole(1, 20) * 35
    const companyNo = dice.chance(90) ? bank : market
    const common = { ...this.#common(companyNo), retailStoreCode: undefined }
    const member = this.#member()
    return {
      ...common,
      member,
      direction,
      partnerPoints: dice.chance(10) ? partnerPoints + dice.whole(1, 60) : partnerPoints,
      partnerTxnNo: 'B1',
    }
  }

  #query(): Body {
    const dice = this.#dice
    const known = [...this.#model.answers.values()]
    const { call } = known.length > 0 && dice.chance(80) ? dice.pick(known) : { call: null }
    const externalTxnNo = call ? String(call.body.externalTxnNo) : 'NONE'
    return { companyNo: market, externalTxnNo, kind: call && dice.chance(90) ? kindOfCall(call) : '20' }
  }

  #register(): Body {
    const dice = this.#dice
    const mobile = dice.chance(75) ? `0955${String(this.#numbers).padStart(6, '0')}` : dice.pick([...this.#model.mobiles.keys()])
    return { ...this.#common(), retailStoreCode: undefined, mobile, name: '陳大文', consentVersion: '1' }
  }

  #reconcile(platform: number): Body {
    const dice = this.#dice
    const companyNo = dice.pick(platforms[platform]?.companyNos ?? [market])
    const date = dayOf(new Date(this.#at - dice.whole(0, 5) * dayMs))
    const kinds = this.#model.talliesOf(platform, companyNo, date)
    if (dice.chance(70)) return { companyNo, date, kinds }
    return {
      companyNo,
      date,
      kinds: [...kinds.slice(1), { kind: '81', count: 7, points: 7 }].filter(
        (one, index, all) => all.findIndex(({ kind }) => kind === one.kind) === index,
      ),
    }
  }
}

function withoutUndefined(body: Body): Body {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
}
