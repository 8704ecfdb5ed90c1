import { type KyselyPlugin, RawNode, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatSerialNo, parseCardNo, parseSerialNo } from '../../../rules/serialNo.ts'
import type { Database } from '../../platform/database/tables.ts'
import { transact } from '../../platform/database/transact.ts'
import { ledger } from '../points/ledger.ts'
import { openLedgerDatabase } from '../points/testing/ledgerDatabase.ts'
import { verifyLedger } from '../points/verify/verifyLedger.ts'
import { depositSerial } from './depositSerial.ts'
import { checkSerials, checkSerialsInside, openSerials, type SerialAsker, type SerialCredential } from './openSerials.ts'
import { createCardNo, createPin, createSerialNo } from './randomCodes.ts'
import type { SerialKeys } from './serialKeys.ts'
import { giveBackSerials, takeSerials } from './takeSerials.ts'
import { createTestKeys, insertCorporateMember, makeUsableSerials } from './testing.ts'

const now = new Date('2025-06-02T03:00:00Z')
const later = new Date('2027-06-02T03:00:00Z')

let db: Database
let close: () => Promise<void>
let keys: SerialKeys
let batches = 0

beforeAll(async () => {
  ;({ db, close } = await openLedgerDatabase())
  keys = createTestKeys()
  await insertCorporateMember(db, 'E000001', '00012345')
}, 180_000)
afterAll(() => close())

function makeBatch(quantity: number, points = 100, validTo = '2025-12-31'): Promise<readonly SerialCredential[]> {
  const settlementNo = `SB202506${String(++batches).padStart(4, '0')}`
  return makeUsableSerials(db, keys, { settlementNo, corporateNo: 'E000001', points, quantity, validFrom: '2025-06-01', validTo }, now)
}

const textOf = async (credential: SerialCredential, at = now) => {
  const [verdict] = await checkSerials(db, keys, { credentials: [credential], now: at })
  return verdict?.ok === false ? verdict.refusal.message : 'ok'
}
/** The statements that one credential costs. */
async function stepsOf(credential: SerialCredential, asker: SerialAsker = {}): Promise<readonly string[]> {
  const steps: string[] = []
  const recorder: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (RawNode.is(node)) steps.push(node.sqlFragments.join('?'))
      return node
    },
    transformResult: async ({ result }) => result,
  }
  await transact(db, (trx) => checkSerialsInside(trx.withPlugin(recorder), keys, { credentials: [credential], now, asker }))
  return steps
}
const wrongPinOf = ({ pin }: SerialCredential) => (pin === '000000' ? '000001' : '000000')
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: Error & { code?: string }) => error.message,
  )

describe('random codes', () => {
  it('random codes have their form and check characters', () => {
    for (let count = 0; count < 2000; count += 1) {
      const serialNo = createSerialNo()
      expect(parseSerialNo(serialNo)).toBe(serialNo)
      const cardNo = createCardNo()
      expect(parseCardNo(cardNo)).toBe(cardNo)
      expect(createPin()).toMatch(/^\d{6}$/)
    }
  })
})

describe('opening serials', () => {
  it('takes number and pin as people type them, and keeps neither in the database', async () => {
    const [credential] = await makeBatch(1)
    if (!credential) throw new Error('no serial')
    const typed = { serialNo: formatSerialNo(credential.serialNo).toLowerCase(), pin: ` ${credential.pin}` }
    const [opened] = await openSerials(db, keys, { credentials: [typed], now })
    expect(opened).toMatchObject({ points: 100, remainingPoints: 100, last4: credential.serialNo.slice(-4) })
    const { rows } = await sql<{ text: string }>`
      select row_to_json(s)::text as text from point_serial s union all select row_to_json(s)::text from serial_secret s`.execute(db)
    expect(rows.length).toBeGreaterThan(1)
    expect(rows.some(({ text }) => text.includes(credential.serialNo) || text.includes(`"${credential.pin}`))).toBe(false)
  })

  it('answers alike for a wrong pin, a number of nobody and a number with a wrong character', async () => {
    const [credential] = await makeBatch(1)
    if (!credential) throw new Error('no serial')
    const wrongs = [
      { ...credential, pin: wrongPinOf(credential) },
      { serialNo: createSerialNo(), pin: credential.pin },
      { serialNo: `${credential.serialNo.slice(0, -1)}${credential.serialNo.endsWith('0') ? '1' : '0'}`, pin: credential.pin },
      { serialNo: createCardNo(), pin: credential.pin },
    ]
    const verdicts = await Promise.all(wrongs.map((wrong) => checkSerials(db, keys, { credentials: [wrong], now })))
    const answers = verdicts.flat().map((verdict) => (verdict.ok ? null : { ...verdict.refusal, text: verdict.refusal.message }))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).toMatchObject({ status: 409, code: 'E1601', text: '序號或密碼錯誤。' })
  })

  it('takes the same steps for wrong, unknown, frozen and misspelt, so that its time tells no more than its text', async () => {
    const [known, frozen] = await makeBatch(2)
    if (!known || !frozen) throw new Error('no serial')
    for (let count = 0; count < 5; count += 1) await textOf({ ...frozen, pin: wrongPinOf(frozen) })
    const wrongs = [
      { ...known, pin: wrongPinOf(known) },
      { serialNo: createSerialNo(), pin: known.pin },
      frozen,
      { ...frozen, pin: wrongPinOf(frozen) },
      { serialNo: '不是序號', pin: '' },
    ]
    const steps = await Promise.all(wrongs.map((wrong) => stepsOf(wrong)))
    expect(new Set(steps.map((texts) => texts.join('\n'))).size).toBe(1)
    expect(steps[0]).toHaveLength(3)
    // A card has its own table, and otherwise the same steps.
    expect(await stepsOf({ serialNo: createCardNo(), pin: '000000' })).toHaveLength(3)
  })

  it('freezes with the fifth wrong pin in a row, and then does not tell whether a pin is right', async () => {
    const [credential] = await makeBatch(1)
    if (!credential) throw new Error('no serial')
    const wrong = { ...credential, pin: wrongPinOf(credential) }
    for (let count = 0; count < 4; count += 1) await textOf(wrong)
    expect(await textOf(credential)).toBe('ok')
    for (let count = 0; count < 4; count += 1) await textOf(wrong)
    const status = async () =>
      (
        await sql<{
          status: string
          frozenBy: string
        }>`select status, frozen_by from point_serial order by settlement_no desc limit 1`.execute(db)
      ).rows[0]
    expect(await status()).toMatchObject({ status: '2' })
    await textOf(wrong)
    expect(await status()).toMatchObject({ status: '7', frozenBy: 'pin' })
    expect(await textOf(credential)).toBe('序號或密碼錯誤。')
  })

  describe('asked by a signed-in corporate member', () => {
    const owner = { corporateNo: 'E000001' }
    const stranger = { corporateNo: 'E000009' }
    const refusalTextFor = async (asker: SerialAsker, credential: SerialCredential) => {
      const [verdict] = await checkSerials(db, keys, { credentials: [credential], now, asker })
      return verdict?.ok === false ? `${verdict.refusal.code} ${verdict.refusal.message}` : 'ok'
    }
    const frozen = 'E1602 此序號因密碼連續錯誤 5 次而凍結，點數仍保留。請洽客服人員，確認身分後即可解除凍結。'

    it('tells the owner how many tries are left and then that it is frozen, and of the pin nothing any more', async () => {
      const [credential] = await makeBatch(1)
      if (!credential) throw new Error('no serial')
      const wrong = { ...credential, pin: wrongPinOf(credential) }
      const texts: string[] = []
      for (let count = 0; count < 6; count += 1) texts.push(await refusalTextFor(owner, wrong))
      const tries = [4, 3, 2, 1].map((left) => `E1601 密碼錯誤。再錯 ${left} 次，此序號將凍結。`)
      expect(texts).toEqual([...tries, frozen, frozen])
      expect(await refusalTextFor(owner, credential)).toBe(frozen)
      for (const shown of [credential, wrong]) expect(await refusalTextFor(stranger, shown)).toBe('E1601 序號或密碼錯誤。')
      expect(await textOf(credential)).toBe('序號或密碼錯誤。')
    })

    it('tells the owner what staff froze by the number alone', async () => {
      const [credential] = await makeBatch(1)
      if (!credential) throw new Error('no serial')
      await sql`update point_serial set status = '7', frozen_by = 'staff' where settlement_no = (select max(settlement_no) from point_serial)`.execute(
        db,
      )
      const answers = [await refusalTextFor(owner, { ...credential, pin: wrongPinOf(credential) }), await refusalTextFor(owner, credential)]
      expect(answers).toEqual(Array(2).fill('E1602 序號已凍結，請洽客服人員。'))
      expect(await refusalTextFor(stranger, { ...credential, pin: wrongPinOf(credential) })).toBe('E1601 序號或密碼錯誤。')
    })

    it('takes the same steps for unknown numbers and those of others, and has wrong pins of own ones counted as guesses', async () => {
      const [foreign, ruined] = await makeBatch(2)
      if (!foreign || !ruined) throw new Error('no serial')
      for (let count = 0; count < 5; count += 1) await textOf({ ...ruined, pin: wrongPinOf(ruined) })
      const shown = [{ ...foreign, pin: wrongPinOf(foreign) }, ruined, { serialNo: createSerialNo(), pin: foreign.pin }]
      const steps: string[] = []
      for (const each of shown) steps.push((await stepsOf(each, stranger)).join('\n'))
      expect(new Set(steps).size).toBe(1)
      let guesses = 0
      const onWrong = async () => {
        guesses += 1
      }
      for (const each of shown) await refusalTextFor({ ...owner, onWrong }, each)
      expect(guesses).toBe(3)
    })
  })

  it('counts every wrong pin of a call with several serials, and refuses the same serial twice', async () => {
    const [first, second] = await makeBatch(2)
    if (!first || !second) throw new Error('no serial')
    const wrong = (credential: SerialCredential) => ({ ...credential, pin: wrongPinOf(credential) })
    for (let count = 0; count < 5; count += 1) await checkSerials(db, keys, { credentials: [wrong(first), wrong(second)], now })
    expect([await textOf(first), await textOf(second)]).toEqual(['序號或密碼錯誤。', '序號或密碼錯誤。'])
    const [third] = await makeBatch(1)
    if (!third) throw new Error('no serial')
    const twice = await checkSerials(db, keys, { credentials: [third, third], now })
    expect(twice.map((verdict) => (verdict.ok ? 'ok' : verdict.refusal.message))).toEqual(['ok', '序號重複，請移除後再試。'])
  })

  it('tells the owner why points cannot be used', async () => {
    const [credential] = await makeBatch(1, 100, '2025-12-31')
    if (!credential) throw new Error('no serial')
    expect(await textOf(credential, later)).toBe('序號已逾期。')
    expect(await textOf(credential, new Date('2025-05-30T00:00:00Z'))).toBe('序號尚未生效。')
  })
})

describe('taking points', () => {
  const take = (credentials: readonly SerialCredential[], points: number | 'all', orderNo: string) =>
    ledger.run(db, async (trx) => {
      const serials = await credentialsOpened.get(credentials)
      const parts = await takeSerials(trx, { serials: serials ?? [], points, use: { kind: 'exchange', orderNo }, now })
      for (const { holderNo, points: moved } of parts) {
        const context = {
          now,
          businessAt: now,
          source: { work: orderNo, workId: holderNo },
          companyNo: null,
          retailStoreNo: null,
          createdBy: '測試',
        }
        const { transactionId } = await ledger.exchange(trx, { context, from: { settlementNo: holderNo }, points: moved })
        postings.set(`${orderNo} ${holderNo}`, transactionId)
      }
      return parts
    })
  const postings = new Map<string, number>()
  const giveBack = (orderNo: string) =>
    ledger.run(db, async (trx) => {
      const parts = await giveBackSerials(trx, orderNo, now)
      for (const { holderNo, points } of parts) {
        const source = { work: `${orderNo} back`, workId: holderNo }
        const context = { now, businessAt: now, source, companyNo: null, retailStoreNo: null, createdBy: '測試' }
        const transactionId = postings.get(`${orderNo} ${holderNo}`) ?? 0
        await ledger.exchangeCancel(trx, { context, original: { transactionId }, points, graceDays: 30 })
      }
      return parts
    })
  const credentialsOpened = new Map<readonly SerialCredential[], Awaited<ReturnType<typeof openSerials>>>()
  const open = async (credentials: readonly SerialCredential[]) => {
    credentialsOpened.set(credentials, await openSerials(db, keys, { credentials, now }))
  }

  it('takes the nearest expiry first, then the smaller remainder, and gives all of it back', async () => {
    const credentials = [
      ...(await makeBatch(1, 500, '2026-12-31')),
      ...(await makeBatch(1, 300, '2025-09-30')),
      ...(await makeBatch(1, 200, '2025-09-30')),
    ]
    await open(credentials)
    const parts = await take(credentials, 600, 'EX20250602000001')
    expect(parts.map((holder) => holder.points).sort((first, second) => first - second)).toEqual([100, 200, 300])
    expect(await textOf(credentials[2] as SerialCredential)).toBe('序號已兌畢。')
    const back = await giveBack('EX20250602000001')
    expect(back.reduce((sum, { points }) => sum + points, 0)).toBe(600)
    expect(await giveBack('EX20250602000001')).toEqual([])
    const opened = await openSerials(db, keys, { credentials, now })
    expect(opened.map((serial) => serial.remainingPoints)).toEqual([500, 300, 200])
  })

  it('refuses more than they hold, and a serial that was used since it was opened', async () => {
    const credentials = await makeBatch(2, 50)
    await open(credentials)
    expect(await refusalOf(take(credentials, 101, 'EX20250602000002'))).toBe('點數不足。')
    await take(credentials, 'all', 'EX20250602000003')
    expect(await refusalOf(take(credentials, 1, 'EX20250602000004'))).toBe('序號已兌畢。')
  })

  it('deposits all that is left into an account, with its expiry, once', async () => {
    const [credential] = await makeBatch(1, 700, '2026-03-31')
    if (!credential) throw new Error('no serial')
    const [serial] = await openSerials(db, keys, { credentials: [credential], now })
    if (!serial) throw new Error('not opened')
    const context = { now, businessAt: now, companyNo: null, retailStoreNo: null, createdBy: '測試' }
    const deposit = () => ledger.run(db, (trx) => depositSerial(trx, { serial, to: { corporateNo: 'E000001' }, context }))
    const before =
      (await sql<{ balance: number }>`select balance from point_account where class = 'CORP'`.execute(db)).rows[0]?.balance ?? 0
    expect(await deposit()).toMatchObject({ depositedPoints: 700, balance: before + 700, expireDate: '2026-03-31' })
    expect(await refusalOf(deposit())).toBe('序號已兌畢。')
  })

  it('leaves a sound ledger, whose serial accounts hold what serials and their uses say', async () => {
    const results = await verifyLedger(db)
    expect(results.filter((check) => check.violations > 0)).toEqual([])
    const { rows } = await sql`
      select s.id from point_serial s left join (select bearer_id, sum(points) as points from serial_use where bearer_kind = 'serial' group by 1) u
        on u.bearer_id = s.id
      where s.points - s.remaining_points <> coalesce(u.points, 0)`.execute(db)
    expect(rows).toEqual([])
  })
})
