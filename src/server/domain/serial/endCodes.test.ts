import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../platform/database/tables.ts'
import { transact } from '../../platform/database/transact.ts'
import { postActivation } from '../card/activation.ts'
import type { PostingContext } from '../points/domain/posting.ts'
import { ledger } from '../points/ledger.ts'
import { openLedgerDatabase } from '../points/testing/ledgerDatabase.ts'
import { isSound, verifyLedger } from '../points/verify/verifyLedger.ts'
import { expireCodes, freezeCodes, unfreezeCodes } from './endCodes.ts'
import { openSerials } from './openSerials.ts'
import { closeSerialFile, findSpentFiles } from './serialFile.ts'
import type { SerialKeys } from './serialKeys.ts'
import { takeSerials } from './takeSerials.ts'
import { createTestKeys, insertCorporateMember, makeUsableSerials } from './testing.ts'

const made = new Date('2025-06-02T03:00:00Z')
/** 23:59 of the last day in Taipei, and the minute after. */
const lastMinute = new Date('2025-06-30T15:59:00Z')
const dayAfter = new Date('2025-06-30T16:00:00Z')

let db: Database
let close: () => Promise<void>
let keys: SerialKeys

beforeAll(async () => {
  ;({ db, close } = await openLedgerDatabase())
  keys = createTestKeys()
  await insertCorporateMember(db, 'E000001', '00012345')
}, 180_000)
afterAll(() => close())

const contextOf = (work: string, workId: string): PostingContext => ({
  ...{ now: made, businessAt: made, source: { work, workId }, companyNo: null, retailStoreNo: null, createdBy: '測試' },
})

async function balanceOf(holderNo: string): Promise<number | undefined> {
  const { rows } = await sql<{ balance: number }>`
    select balance from point_account where class = 'SERIAL' and owner_id = ${holderNo}`.execute(db)
  return rows[0]?.balance
}

const statesOf = async (settlementNo: string) =>
  (
    await db
      .selectFrom('pointSerial')
      .select(['status', 'remainingPoints'])
      .where('settlementNo', '=', settlementNo)
      .orderBy('id')
      .execute()
  )
    .map(({ status, remainingPoints }) => `${status}:${remainingPoints}`)
    .sort()

describe('the expiry of serials and cards', () => {
  it('takes back what is left after the last day, once, and leaves frozen ones to staff', async () => {
    const batch = { corporateNo: 'E000001', points: 100, validFrom: '2025-06-01' }
    const ending = { ...batch, settlementNo: 'SB2025060001', quantity: 3, validTo: '2025-06-30' }
    const [used] = await makeUsableSerials(db, keys, ending, made)
    await makeUsableSerials(db, keys, { ...batch, settlementNo: 'SB2025060002', quantity: 1, validTo: '2025-07-31' }, made)
    if (!used) throw new Error('no serial')
    const opened = await openSerials(db, keys, { credentials: [used], now: made })
    await ledger.run(db, async (trx) => {
      await takeSerials(trx, { serials: opened, points: 30, use: { kind: 'exchange', orderNo: 'EX20250602000001' }, now: made })
      const from = { settlementNo: ending.settlementNo }
      await ledger.exchange(trx, { context: contextOf('EXCHANGE', 'EX20250602000001'), from, points: 30 })
    })
    const untouched = await db
      .selectFrom('pointSerial')
      .select('id')
      .where('status', '=', '2')
      .where('settlementNo', '=', ending.settlementNo)
      .execute()
    const frozen = { ids: untouched.slice(0, 1).map(({ id }) => id) }
    await transact(db, (trx) => freezeCodes(trx, 'serial', frozen, { userName: 'ops01', now: made }))

    expect(await expireCodes(db, lastMinute)).toEqual({ serial: 0, card: 0 })
    expect(await expireCodes(db, dayAfter)).toEqual({ serial: 2, card: 0 })
    expect(await statesOf(ending.settlementNo)).toEqual(['6:0', '6:0', '7:100'])
    expect([await balanceOf(ending.settlementNo), await balanceOf('SB2025060002')]).toEqual([100, 100])
    expect(await expireCodes(db, dayAfter)).toEqual({ serial: 0, card: 0 })

    await transact(db, (trx) => unfreezeCodes(trx, 'serial', frozen, { userName: 'ops01', now: dayAfter }))
    expect(await expireCodes(db, dayAfter)).toEqual({ serial: 1, card: 0 })
    expect(await balanceOf(ending.settlementNo)).toBe(0)
    const { rows } = await sql`
      select use_kind, sum(points)::int as points from serial_use where holder_no = ${ending.settlementNo} group by 1 order by 1`.execute(
      db,
    )
    expect(rows).toEqual([
      { useKind: 'exchange', points: 30 },
      { useKind: 'expire', points: 270 },
    ])
  })

  it('takes back the points of a card that was activated, and leaves one in stock alone', async () => {
    const add = (cardNo: string, status: string) =>
      sql<{ id: number }>`
      insert into coupon_card (card_batch_no, card_no, holder_no, pin_hash, points, remaining_points, valid_months, status, activated_at, expire_date)
      values ('CD2025060001', ${cardNo}, 'CD2025060001', '\\x00', 500, ${status === '3' ? 500 : 0}, 6, ${status},
        ${status === '3' ? made : null}::timestamptz, ${status === '3' ? '2025-06-30' : null}::date) returning id`.execute(db)
    const { rows } = await add('8801000000000016', '3')
    await add('8801000000000024', '1')
    const card = { id: rows[0]?.id ?? 0, cardNo: '8801000000000016', holderNo: 'CD2025060001', points: 500, validMonths: 6 }
    await ledger.run(db, (trx) => postActivation(trx, [card], contextOf('CARD_ACTIVATE', 'test')))
    expect(await balanceOf('CD2025060001')).toBe(500)
    expect(await expireCodes(db, dayAfter)).toEqual({ serial: 0, card: 1 })
    const cards = await db.selectFrom('couponCard').select(['status', 'remainingPoints']).orderBy('cardNo').execute()
    expect(cards).toEqual([
      { status: '7', remainingPoints: 0 },
      { status: '1', remainingPoints: 0 },
    ])
    expect(await balanceOf('CD2025060001')).toBe(0)
  })

  it('leaves a sound ledger', async () => expect(isSound(await verifyLedger(db))).toBe(true))
})

describe('a file of serials', () => {
  it('a file of serials is forgotten when its days are over or it was fetched as often as allowed, with the list that it came from', async () => {
    const open = (holderNo: string, downloads: number, validTo: Date) =>
      db
        .insertInto('serialFile')
        .values({ holderNo, passwordSealed: 'x', downloadsMax: 3, downloadCount: downloads, openedAt: made, validTo })
        .execute()
    await open('SB2025060001', 0, lastMinute)
    await open('SB2025060002', 3, new Date('2026-01-01T00:00:00Z'))
    await open('SB2025060003', 2, new Date('2026-01-01T00:00:00Z'))
    const spent = await findSpentFiles(db, dayAfter)
    expect(spent).toEqual(['SB2025060001', 'SB2025060002'])
    for (const holderNo of spent) await transact(db, (trx) => closeSerialFile(trx, holderNo))
    expect(await findSpentFiles(db, dayAfter)).toEqual([])
    expect(await db.selectFrom('serialSecret').select('holderNo').execute()).toEqual([])
  })
})
