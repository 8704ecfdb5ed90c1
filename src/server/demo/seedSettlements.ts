import { deliveryMethod } from '../../rules/codes.generated.ts'
import { addDays, taipeiDate } from '../../rules/dates.ts'
import { luhnDigit, serialAlphabet, serialCheckCharacter } from '../../rules/serialNo.ts'
import { makeNextCards, nextCardBatchNo } from '../domain/card/public.ts'
import type { NumberAndPin } from '../domain/serial/public.ts'
import {
  checkSerialsInside,
  closeSerialFile,
  depositSerial,
  deriveSerialKeys,
  readCodes,
  type SerialCredential,
  type SerialKeys,
  serialsOf,
} from '../domain/serial/public.ts'
import { makeNextChunk, orderOf } from '../domain/settlement/public.ts'
import type { RecordOf, StoredRecord } from '../records/hooks.ts'
import { demoSerial } from './demoSerial.ts'
import { createRandom, type Random } from './random.ts'
import { type DemoSettlement, demoSettlements } from './settlements.ts'
import { type DemoWorld, daysBefore, recordsOf } from './world.ts'

const seed = 20_250_412

/** Seeds orders of corporate members in every state, their serials, and cards (domain 10), by the code of the areas. */
export async function seedSettlements(world: DemoWorld): Promise<void> {
  const desk = { world, keys: deriveSerialKeys(world.app.secrets), random: createRandom(seed) }
  for (const settlement of demoSettlements) await seedOrder(desk, settlement)
  await seedCards(desk)
}

/** Context of the demo orders. It has a random generator of its own, so that changes here do not change other demo data. */
interface Desk {
  readonly world: DemoWorld
  readonly keys: SerialKeys
  readonly random: Random
}

const entity = 'corporateSettlement'

async function seedOrder(desk: Desk, demo: DemoSettlement): Promise<void> {
  const { world } = desk
  const { daysAgo, fate } = demo
  const at = (days: number, hour: number) => daysBefore(world, Math.max(1, daysAgo - days), hour)
  const maker = recordsOf(world, entity, 'ops01', at(0, 10))
  const validFrom = addDays(world.asOf, -daysAgo + 3)
  let order = await maker.create({ ...demo.values, validFrom, validTo: addDays(world.asOf, demo.validDays) })
  if (fate === 'draft') return
  order = await maker.transition(order, 'submit')
  if (fate === 'waiting') return
  const checker = recordsOf(world, entity, 'fm01', at(1, 15))
  if (fate === 'rejected') {
    await checker.transition(order, 'reject', { rejectReason: '單價低於核准價格，請確認後重新送審。' })
    return
  }
  order = await checker.transition(order, 'approve')
  if (demo.paid) order = await pay(desk, order, demo, at(2, 11))
  if (fate === 'approved') return
  order = await generate(desk, order, at(2, 14))
  if (fate === 'generated') return
  order = await recordsOf(world, entity, 'ops01', at(3, 9)).transition(order, 'deliver')
  await useSerials(desk, order, demo, at(5, 14))
  if (fate === 'settled') await recordsOf(world, entity, 'fin01', at(9, 16)).transition(order, 'settle')
}

async function pay({ world }: Desk, order: StoredRecord, demo: DemoSettlement, now: Date): Promise<StoredRecord> {
  const clerk = recordsOf(world, entity, 'fin01', now)
  const date = taipeiDate(now)
  const invoiced = await clerk.transition(order, 'invoice', { invoiceDate: date })
  const receivedAmount = Math.floor(Number(order.totalAmount) * (demo.paid?.part ?? 1))
  return clerk.transition(invoiced, 'pay', { receivedAmount, receivedDate: date, receivedRef: '匯款' })
}

/** Generates serials from the demo's random generator, so that the same seed gives the same serials. */
async function generate(desk: Desk, order: StoredRecord, now: Date): Promise<StoredRecord> {
  const { world, keys, random } = desk
  const isCards = order.deliveryMethod === deliveryMethod.cards
  // The order with this number of points per serial is unique; it gets the serial that the announcement names.
  const codes = demoCodes(random, order.pointsPerSerial === demoSerial.points)
  const createCode = isCards ? () => cardCode(random) : () => codes.next().value
  await makeNextChunk(world.trx, orderOf(order as RecordOf<typeof entity>), { keys, userName: 'ops01', now, createCode })
  return recordsOf(world, entity, 'ops01', now).transition(order, 'finishGeneration')
}

/** Generates serials with their pins, one after the other. */
export function* demoCodes(random: Random, withNamed: boolean): Generator<NumberAndPin, never> {
  if (withNamed) yield { number: demoSerial.serialNo, pin: demoSerial.pin }
  for (;;) {
    const payload = Array.from({ length: 15 }, () => serialAlphabet.charAt(random.integer(0, 31))).join('')
    yield { number: payload + serialCheckCharacter(payload), pin: demoPin(random) }
  }
}

/** A card number and its pin. */
export function cardCode(random: Random): NumberAndPin {
  const payload = `8801${Array.from({ length: 11 }, () => random.integer(0, 9)).join('')}`
  return { number: payload + luhnDigit(payload), pin: demoPin(random) }
}

const demoPin = (random: Random) => String(random.integer(0, 999_999)).padStart(6, '0')

/** Deposits some serials into their member's account; one serial is frozen by wrong pins. */
async function useSerials({ world, keys }: Desk, order: StoredRecord, demo: DemoSettlement, now: Date): Promise<void> {
  if (demo.deposits === 0) return
  const used: SerialCredential[] = []
  for await (const { number: serialNo, pin } of readCodes(world.trx, keys, String(order.settlementNo))) {
    if (serialNo !== demoSerial.serialNo) used.push({ serialNo, pin })
  }
  for (const credential of used.slice(0, demo.deposits)) {
    const [serial] = serialsOf(await checkSerialsInside(world.trx, keys, { credentials: [credential], now }))
    const context = { now, businessAt: now, companyNo: null, retailStoreNo: null, createdBy: '企業會員' }
    if (serial) await depositSerial(world.trx, { serial, to: { corporateNo: String(order.corporateNo) }, context })
  }
  const guessed = used.at(-1)
  for (let count = 0; guessed && count < 5; count += 1) {
    await checkSerialsInside(world.trx, keys, { credentials: [{ ...guessed, pin: guessed.pin === '000000' ? '000001' : '000000' }], now })
  }
}

/** Twenty cards without an order: in stock, on the way, in use, frozen, void. */
async function seedCards({ world, keys, random }: Desk): Promise<void> {
  const now = daysBefore(world, 40, 10)
  const batch = { settlementNo: null, points: 300, quantity: 20, validMonths: 12, cardVendor: '晶采製卡' }
  const cardBatchNo = await nextCardBatchNo(world.trx, taipeiDate(now))
  await makeNextCards(world.trx, keys, { batch: { ...batch, cardBatchNo }, createdBy: 'ops01', now, create: () => cardCode(random) })
  const { trx } = world
  // Closes the file, because the card maker has got it.
  await closeSerialFile(trx, cardBatchNo)
  const cards = await trx
    .selectFrom('couponCard')
    .select(['id', 'rowVersion'])
    .where('cardBatchNo', '=', cardBatchNo)
    .orderBy('cardNo')
    .execute()
  const desk = (days: number) => recordsOf(world, 'couponCard', 'ops02', daysBefore(world, days, 11))
  for (const [index, card] of cards.entries()) {
    if (index < 8) continue
    const shipped = await desk(30).transition(card as unknown as StoredRecord, 'ship', {
      shipRef: `HL${index + 1}8830`,
      companyNo: 'C000101',
    })
    if (index < 12) continue
    const active = await desk(20).transition(shipped, 'activate')
    if (index === 18) await desk(10).transition(active, 'freeze')
    if (index === 19) await desk(10).transition(active, 'void')
  }
}
