import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { ledger } from '../../src/server/domain/points/ledger.ts'
import { depositSerial } from '../../src/server/domain/serial/depositSerial.ts'
import { checkSerials, openSerials, type SerialCredential } from '../../src/server/domain/serial/openSerials.ts'
import { createTestKeys, insertCorporateMember, makeUsableSerials } from '../../src/server/domain/serial/testing.ts'
import { transact } from '../../src/server/platform/database/transact.ts'
import { hasRaces } from '../support/testServer.ts'
import { openRaceDatabase, type RaceDatabase } from './ledgerRaceDatabase.ts'

const now = new Date('2025-06-02T03:00:00Z')
const keys = createTestKeys()
let race: RaceDatabase
afterEach(() => race.close())

/** Two serials of 100 points, because the shared account of their order would allow one to be spent twice. */
async function openWorld(): Promise<SerialCredential> {
  race = await openRaceDatabase(1)
  await insertCorporateMember(race.db, 'E000001', '00012345')
  const batch = { settlementNo: 'SB2025060001', corporateNo: 'E000001', points: 100, quantity: 2 }
  const [serial] = await makeUsableSerials(race.db, keys, { ...batch, validFrom: '2025-06-01', validTo: '2025-12-31' }, now)
  if (!serial) throw new Error('no serial')
  return serial
}

describe.runIf(hasRaces())('one serial shown by many callers at once', () => {
  it('one serial shown by many callers at once is deposited once; the others are told that it is spent', async () => {
    const credential = await openWorld()
    const context = { now, businessAt: now, companyNo: null, retailStoreNo: null, createdBy: '測試' }
    // All calls have read the serial before the first takes its points.
    const opened = await Promise.all(Array.from({ length: 40 }, () => openSerials(race.db, keys, { credentials: [credential], now })))
    const outcomes = await Promise.allSettled(
      opened.map(([serial]) => {
        if (!serial) throw new Error('not opened')
        return ledger.run(race.db, (trx) => depositSerial(trx, { serial, to: { corporateNo: 'E000001' }, context }))
      }),
    )
    const texts = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? 'ok' : (outcome.reason as Error).message))
    expect(texts.filter((text) => text === 'ok')).toHaveLength(1)
    expect(new Set(texts)).toEqual(new Set(['ok', '序號已兌畢。']))
    const { rows } = await sql`select class, balance from point_account where class in ('CORP', 'SERIAL') order by class`.execute(race.db)
    expect(rows).toEqual([
      { class: 'CORP', balance: 100 },
      { class: 'SERIAL', balance: 100 },
    ])
  })

  it('twin: would be deposited several times by reading first and writing then', async () => {
    const credential = await openWorld()
    const [serial] = await openSerials(race.db, keys, { credentials: [credential], now })
    if (!serial) throw new Error('not opened')
    let readers = 0
    let release: () => void = () => undefined
    const bothHaveRead = new Promise<void>((resolve) => {
      release = resolve
    })
    const naive = (name: string) =>
      transact(race.db, async (trx) => {
        const { remainingPoints } = await trx
          .selectFrom('pointSerial')
          .select('remainingPoints')
          .where('id', '=', serial.id)
          .executeTakeFirstOrThrow()
        readers += 1
        if (readers === 2) release()
        await bothHaveRead
        if (remainingPoints === 0) throw new Error('spent')
        await trx.updateTable('pointSerial').set({ remainingPoints: 0, status: '4' }).where('id', '=', serial.id).execute()
        const context = {
          now,
          businessAt: now,
          source: { work: 'NAIVE', workId: name },
          companyNo: null,
          retailStoreNo: null,
          createdBy: '測試',
        }
        const to = { corporateNo: 'E000001' }
        await ledger.serialDeposit(trx, { context, settlementNo: serial.holderNo, to, points: remainingPoints, expireDate: '2025-12-31' })
      })
    await Promise.all([naive('1'), naive('2')])
    const { rows } = await sql<{ balance: number }>`select balance from point_account where class = 'CORP'`.execute(race.db)
    expect(rows[0]?.balance).toBe(200)
  })

  it('one serial shown by many callers at once is frozen by exactly five of many wrong pins tried at once', async () => {
    const credential = await openWorld()
    const pins = Array.from({ length: 60 }, (_, index) => String(index).padStart(6, '0')).filter((pin) => pin !== credential.pin)
    const verdicts = await Promise.all(pins.map((pin) => checkSerials(race.db, keys, { credentials: [{ ...credential, pin }], now })))
    expect(verdicts.flat().every((verdict) => !verdict.ok && verdict.refusal.reason === null)).toBe(true)
    const { rows } =
      await sql`select wrong_pins, status, frozen_by from point_serial where id = (select max(id) from point_serial where wrong_pins > 0)`.execute(
        race.db,
      )
    expect(rows).toEqual([{ wrongPins: 5, status: '7', frozenBy: 'pin' }])
    expect((await checkSerials(race.db, keys, { credentials: [credential], now }))[0]?.ok).toBe(false)
  })
})
