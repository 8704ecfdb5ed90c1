import { BlobReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js'
import { type KyselyPlugin, RawNode, sql } from 'kysely'
import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, addMonths, lastDateOfMonth, monthOf, taipeiDate } from '../../src/rules/dates.ts'
import { parseCardNo } from '../../src/rules/serialNo.ts'
import { examineCard } from '../../src/server/domain/card/partnerCalls.ts'
import { createCardNo } from '../../src/server/domain/serial/randomCodes.ts'
import { deriveSerialKeys } from '../../src/server/domain/serial/serialKeys.ts'
import { workbookOf } from '../../src/server/records/testing/workbookOf.ts'
import { postFile } from '../support/files.ts'
import { writtenMails } from '../support/mails.ts'
import { PartnerClient } from '../support/partnerClient.ts'
import { addPlatform, injectInto } from '../support/partnerWorld.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { signIn, type TestSession } from './identitySession.ts'

interface Row {
  readonly id: number
  readonly rowVersion: number
  readonly cardNo: string
  readonly status: string
  readonly [field: string]: unknown
}

const base = '/api/corporate/coupon_card'
const today = taipeiDate(new Date())
let server: TestServer
let ops: TestSession
let fin: TestSession
let fm: TestSession
let partner: PartnerClient

beforeAll(async () => {
  server = await startTestServer({ demo: true })
  ops = await signIn(server, 'ops01')
  fin = await signIn(server, 'fin01')
  fm = await signIn(server, 'fm01')
  const { db, secrets } = server.app
  partner = new PartnerClient(await addPlatform(db, secrets.fieldEncryption, new Date()), injectInto(server))
}, 300_000)
afterAll(() => server.close())

async function make(quantity: number): Promise<readonly Row[]> {
  const answer = await ops.post(`${base}/make`, { points: 200, quantity, validMonths: 12, cardVendor: '測試製卡' })
  expect(answer.statusCode).toBe(200)
  return cardsOf(answer.json<{ cardBatchNo: string }>().cardBatchNo)
}

/** Cards whose pins were sent to the card maker. */
async function printed(quantity: number): Promise<readonly Row[]> {
  const cards = await make(quantity)
  await makerFile(cards[0] as Row)
  return cards
}

async function cardsOf(cardBatchNo: unknown): Promise<readonly Row[]> {
  return (await ops.get(`${base}/0/100?cardBatchNo=${cardBatchNo}&sort=cardNo.asc`)).json<{ rows: Row[] }>().rows
}

const ends = (cards: readonly Row[]) => ({ cardNoFrom: cards[0]?.cardNo, cardNoTo: cards.at(-1)?.cardNo })
const post = async (session: TestSession, url: string, body: object): Promise<readonly [number, string]> => {
  const answer = await session.post(url, body)
  return [answer.statusCode, answer.statusCode === 200 ? decodeURIComponent(String(answer.headers['x-message-text'] ?? '')) : answer.body]
}
const bulk = async (session: TestSession, name: string, cards: readonly Row[], input: object = {}) =>
  (await session.post(`${base}/${name}`, { ids: cards.map((card) => card.id), ...input })).json<{ okCount: number; failedCount: number }>()

async function serialBalance(holder: unknown): Promise<number> {
  const { rows } = await sql<{ balance: number }>`
    select balance from point_account where class = 'SERIAL' and owner_id = ${String(holder)}`.execute(server.database.db)
  return rows[0]?.balance ?? 0
}

/** Number and pin of each card, from the file for the card maker. */
async function makerFile(card: Row): Promise<readonly (readonly [string, string])[]> {
  const answer = await ops.post(`${base}/${card.id}/maker_file`)
  expect(answer.statusCode).toBe(200)
  const [mail] = await writtenMails(server, { subject: '製卡檔密碼' })
  const password = /密碼：([0-9A-Z-]{19})/.exec(mail?.text ?? '')?.[1] ?? ''
  const zip = new ZipReader(new BlobReader(new Blob([new Uint8Array(answer.rawPayload)])), { password })
  const [entry] = await zip.getEntries()
  if (!entry || entry.directory) throw new Error('an empty zip')
  const [, ...lines] = await readSheet(Buffer.from(await entry.getData(new Uint8ArrayWriter())))
  return lines.map((line) => [String(line[0]), String(line[1])])
}

/** The statements that read a card when its pin is wrong. */
async function stepsOfActivation(cardNo: string): Promise<readonly string[]> {
  const { app, database } = server
  const steps: string[] = []
  const recorder: KyselyPlugin = {
    transformQuery: ({ node }) => {
      steps.push(RawNode.is(node) ? node.sqlFragments.join('?') : node.kind)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const now = new Date()
  const body = { companyNo: 'C000101', externalTxnNo: 'STEPS', businessAt: now.toISOString(), cardNo, pin: 'wrong' }
  const call = { platformNo: 'P001', companyNos: new Set(['C000101']), address: '10.0.0.1', now, body, requestHash: 'steps' }
  expect(await examineCard(database.db.withPlugin(recorder), deriveSerialKeys(app.secrets), call as never, app.anomaly)).toBeNull()
  return steps
}

async function upload(session: TestSession, cardNos: readonly string[], check: boolean) {
  return send(session, await workbookOf([['卡片序號'], ...cardNos.map((cardNo) => [cardNo])]), { check })
}

function send(session: TestSession, file: BlobPart, { check, name = 'list.xlsx' }: { readonly check: boolean; readonly name?: string }) {
  return postFile(session, `${base}/import${check ? '?check=true' : ''}`, file, { name })
}

describe('cards', () => {
  it('cards are made in batches, with a file for their maker that can be fetched once', async () => {
    const cards = await make(12)
    expect(cards.map((card) => [card.status, card.remainingPoints, parseCardNo(card.cardNo) === card.cardNo])).toEqual(
      Array.from({ length: 12 }, () => ['1', 0, true]),
    )
    const unprinted = `批號 ${cards[0]?.cardBatchNo} 尚未下載製卡檔，卡片沒有密碼。請先下載製卡檔並交製卡廠商印製。`
    expect(await post(ops, `${base}/ship_range`, { ...ends(cards), shipRef: 'HL0' })).toEqual([409, unprinted])
    const shipped = await ops.post(`${base}/${cards[0]?.id}/ship`, { rowVersion: cards[0]?.rowVersion, shipRef: 'HL0' })
    expect([shipped.statusCode, shipped.body]).toEqual([409, unprinted])
    // Shipped before their pins were requested: not activated, and the file can still be made.
    const { db } = server.database
    const setStatus = (status: string) =>
      sql`
        update coupon_card set status = ${status}, shipped_at = case when ${status} = '2' then now() end
        where card_batch_no = ${cards[0]?.cardBatchNo}`.execute(db)
    await setStatus('2')
    expect(await post(ops, `${base}/activate_range`, { ...ends(cards), acceptCount: true })).toEqual([409, unprinted])
    const lines = await makerFile(cards[3] as Row)
    await setStatus('1')
    expect(lines.map(([cardNo]) => cardNo)).toEqual(cards.map((card) => card.cardNo))
    expect(lines.every(([, pin]) => /^\d{6}$/.test(pin))).toBe(true)
    expect(await post(ops, `${base}/${cards[0]?.id}/maker_file`, {})).toEqual([409, '此批號的製卡檔已下載過，不可再次下載。'])
    expect((await fm.post(`${base}/${cards[0]?.id}/maker_file`)).statusCode).toBe(403)
    for (const body of [
      { points: 0, quantity: 1, validMonths: 12 },
      { points: 1, quantity: 50_001, validMonths: 12 },
    ]) {
      expect((await ops.post(`${base}/make`, body)).statusCode).toBe(400)
    }
    expect((await fin.post(`${base}/make`, { points: 1, quantity: 1, validMonths: 12 })).statusCode).toBe(403)
    expect((await ops.post(base, { points: 1, validMonths: 12 })).statusCode).toBeGreaterThanOrEqual(400)
  })

  it('cards go by ranges without a gap: shipped, activated, their points in the ledger', async () => {
    const cards = await printed(10)
    const holder = cards[0]?.cardBatchNo
    expect(await post(ops, `${base}/ship_range`, { ...ends(cards.slice(2, 6)), shipRef: 'HL1', companyNo: 'C000101' })).toEqual([
      200,
      '已出貨 4 張。',
    ])
    expect(await post(ops, `${base}/ship_range`, { ...ends(cards), shipRef: 'HL2' })).toEqual([409, '卡號區間內有 4 張狀態不符。'])
    expect(await post(ops, `${base}/activate_range`, ends(cards.slice(0, 6)))).toEqual([409, '卡號區間內有 2 張狀態不符。'])
    expect(await serialBalance(holder)).toBe(0)
    const range = ends(cards.slice(2, 5))
    const question = await ops.post(`${base}/activate_range`, range)
    expect([question.headers['x-error-code'], question.body]).toEqual(['CONFIRM:acceptCount', '確定要開卡 3 張嗎？開卡後點數立即生效。'])
    expect((await cardsOf(cards[0]?.cardBatchNo)).filter(({ status }) => status === '3')).toHaveLength(0)
    expect(await post(ops, `${base}/activate_range`, { ...range, acceptCount: true })).toEqual([200, '已開卡 3 張。'])
    expect(await serialBalance(holder)).toBe(600)
    expect((await cardsOf(holder))[2]).toMatchObject({
      status: '3',
      remainingPoints: 200,
      activatedBy: 'ops01',
      expireDate: lastDateOfMonth(monthOf(addMonths(today, 12))),
    })
    const [other] = await make(1)
    expect((await post(ops, `${base}/ship_range`, { cardNoFrom: cards[6]?.cardNo, cardNoTo: other?.cardNo, shipRef: 'x' }))[0]).toBe(400)
    expect((await post(ops, `${base}/ship_range`, { cardNoFrom: '8801000000000000', cardNoTo: '8801000000000000', shipRef: 'x' }))[0]).toBe(
      400,
    )
    for (const name of ['ship_range', 'activate_range']) expect((await fm.post(`${base}/${name}`, ends(cards))).statusCode).toBe(403)
  })

  it('cards are shipped, activated, frozen, thawed and voided one by one or chosen', async () => {
    const cards = await printed(4)
    const holder = cards[0]?.cardBatchNo
    expect(await bulk(ops, 'activate', cards)).toMatchObject({ okCount: 0, failedCount: 4 })
    expect(await bulk(ops, 'ship', cards, { shipRef: 'HL9' })).toMatchObject({ okCount: 4 })
    expect(await bulk(ops, 'activate', cards)).toMatchObject({ okCount: 4 })
    expect(await bulk(ops, 'freeze', cards.slice(0, 2))).toMatchObject({ okCount: 2 })
    expect(await bulk(ops, 'thaw', cards.slice(0, 3))).toMatchObject({ okCount: 2, failedCount: 1 })
    expect(await bulk(ops, 'void', cards.slice(0, 1))).toMatchObject({ okCount: 1 })
    expect(await serialBalance(holder)).toBe(600)
    expect((await cardsOf(holder)).map((card) => card.status)).toEqual(['6', '3', '3', '3'])
    expect((await bulk(ops, 'void', cards.slice(0, 1))).failedCount).toBe(1)
    const current = (await cardsOf(holder))[1] as Row
    expect((await fm.post(`${base}/${current.id}/void`, { rowVersion: current.rowVersion })).statusCode).toBe(403)
    expect((await ops.put(`${base}/${current.id}`, { rowVersion: current.rowVersion, cardVendor: 'x' })).statusCode).toBe(409)
  })

  it('cards of an order start to count when it is paid', async () => {
    const form = { corporateNo: 'E000003', deliveryMethod: '3', pointsPerSerial: 300, quantity: 3, unitPrice: 1, discountRate: 0 }
    const orders = '/api/corporate/corporate_settlement'
    const step = async (session: TestSession, order: Row, name: string, input: object = {}) => {
      const answer = await session.post(`${orders}/${order.id}/${name}`, { rowVersion: order.rowVersion, ...input })
      return answer.statusCode === 200 ? answer.json<Row>() : Promise.reject(new Error(`${name}: ${answer.body}`))
    }
    let order = (await ops.post(orders, { ...form, validFrom: today, validTo: addDays(today, 400) })).json<Row>()
    order = await step(fm, await step(ops, order, 'submit'), 'approve')
    await sql`update corporate_member set credit_term_days = 30 where corporate_no = 'E000003'`.execute(server.database.db)
    order = await step(ops, (await ops.get(`${orders}/${order.id}`)).json<Row>(), 'generate')
    await sql`update corporate_member set credit_term_days = 0 where corporate_no = 'E000003'`.execute(server.database.db)
    expect(order).toMatchObject({ status: '4', remainingPoints: 0, generatedCount: 3 })
    await expect(step(ops, order, 'deliver')).rejects.toThrow('尚有 3 張卡片未出貨。')
    const cards = (await ops.get(`${base}/0/10?settlementNo=${order.settlementNo}`)).json<{ rows: Row[] }>().rows
    await makerFile(cards[0] as Row)
    expect(await bulk(ops, 'ship', cards, { shipRef: 'HL3' })).toMatchObject({ okCount: 3 })
    order = await step(ops, order, 'deliver')
    expect(await post(ops, `${base}/activate_range`, { ...ends(cards), acceptCount: true })).toEqual([409, '尚未付款且無信用額度。'])
    await step(fin, order, 'pay', { receivedAmount: order.totalAmount, receivedDate: today })
    expect(await post(ops, `${base}/activate_range`, { ...ends(cards), acceptCount: true })).toEqual([200, '已開卡 3 張。'])
    expect(await serialBalance(order.settlementNo)).toBe(900)
  })

  it('cards are compared with the list of their maker, which must be the whole batch and nothing else', async () => {
    const cards = await make(3)
    const numbers = cards.map((card) => card.cardNo)
    const [foreign] = await make(1)
    const checked = async (list: readonly string[]) =>
      (await upload(ops, list, true)).json<{ errors: { row: number; message: string }[] }>().errors
    expect(await checked(numbers.slice(0, 2))).toEqual([{ row: 1, message: '清單缺少 1 張此批號的卡片。' }])
    expect(await checked([...numbers, String(foreign?.cardNo), '8801', String(numbers[0])])).toEqual([
      { row: 5, message: '卡片序號：清單須為同一製卡批號的卡片，請分批匯入。' },
      { row: 6, message: '卡片序號 格式錯誤' },
      { row: 7, message: '卡片序號：卡號重複，請刪除重複的列。' },
    ])
    expect((await upload(ops, numbers.slice(1), false)).statusCode).toBe(400)
    expect((await upload(fm, numbers, false)).statusCode).toBe(403)
    const csv = ['卡片序號', ...numbers].join('\r\n')
    expect((await send(ops, csv, { check: true, name: 'list.csv' })).json()).toMatchObject({ count: 3, errors: [] })
    expect((await upload(ops, numbers, false)).json()).toEqual({ createdCount: 3 })
    expect((await cardsOf(cards[0]?.cardBatchNo)).every((card) => card.confirmedAt !== null)).toBe(true)
    expect((await upload(ops, numbers, false)).statusCode).toBe(409)
  })
})

describe('partners', () => {
  let calls = 0
  const call = async (name: string, content: object) => {
    calls += 1
    const businessAt = new Date().toISOString()
    const answer = await partner.call(name, { companyNo: 'C000101', externalTxnNo: `CARD${calls}`, businessAt, ...content })
    return answer.body
  }

  it('activate cards that were shipped to them, and put their points into accounts of members', async () => {
    const cards = await make(3)
    const [first, second, third] = await makerFile(cards[0] as Row)
    if (!first || !second || !third) throw new Error('no cards')
    const [cardNo, pin] = first
    const wrongPin = pin === '000000' ? '000001' : '000000'
    expect(await call('cards/activate', { cardNo })).toMatchObject({ code: 'E1603', message: '卡片不可開卡（未出貨）' })
    await bulk(ops, 'ship', cards.slice(0, 2), { shipRef: 'HL5', companyNo: 'C000101' })
    await bulk(ops, 'ship', cards.slice(2), { shipRef: 'HL6', companyNo: 'C000102' })
    const answers = [
      await call('cards/activate', { cardNo, pin: wrongPin }),
      await call('cards/activate', { cardNo: third[0], pin: third[1] }),
      await call('cards/activate', { cardNo: '8801000000000001', pin }),
    ]
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).toMatchObject({ code: 'E1601', message: '序號或密碼錯誤' })
    const activated = await call('cards/activate', { cardNo, pin })
    expect(activated).toMatchObject({ code: '0000', points: 200, expireDate: lastDateOfMonth(monthOf(addMonths(today, 12))) })
    expect(await call('cards/activate', { cardNo, pin })).toMatchObject({ code: 'E1603', message: '卡片不可開卡（已開卡）' })

    const { rows } = await sql<{ memberNo: string }>`select member_no from member where status = '1' limit 1`.execute(server.database.db)
    const member = { memberNo: rows[0]?.memberNo }
    expect(await call('serials/deposit', { member, serialNo: second[0], pin: second[1] })).toMatchObject({
      message: '序號不可使用（未生效）',
    })
    const content = { member, serialNo: cardNo, pin, externalTxnNo: 'DEPOSIT1', businessAt: new Date().toISOString() }
    const deposited = await call('serials/deposit', content)
    expect(deposited).toMatchObject({ code: '0000', depositedPoints: 200, replayed: false })
    expect(await call('serials/deposit', content)).toEqual({ ...deposited, replayed: true })
    expect(await call('serials/deposit', { member, serialNo: cardNo, pin })).toMatchObject({ message: '序號不可使用（已兌畢）' })
  })

  it('partners take the same steps for a wrong pin, a card of another shop and no card at all, so that time tells no more than the text', async () => {
    const [own, foreign] = await printed(2)
    if (!own || !foreign) throw new Error('no cards')
    await bulk(ops, 'ship', [own], { shipRef: 'HL8', companyNo: 'C000101' })
    await bulk(ops, 'ship', [foreign], { shipRef: 'HL9', companyNo: 'C000102' })
    const numbers = [own.cardNo, foreign.cardNo, createCardNo(), 'no number']
    // The first call fills the caches.
    await stepsOfActivation(own.cardNo)
    const steps: string[] = []
    for (const cardNo of numbers) steps.push((await stepsOfActivation(cardNo)).join('\n'))
    expect(new Set(steps).size).toBe(1)
    expect(steps[0]).toContain('for update')
  })

  it('freeze a serial by five wrong pins although every call is rolled back', async () => {
    const cards = await make(1)
    const [[cardNo, pin] = ['', '']] = await makerFile(cards[0] as Row)
    await bulk(ops, 'ship', cards, { shipRef: 'HL7', companyNo: 'C000101' })
    await bulk(ops, 'activate', cards)
    const { rows } = await sql<{ memberNo: string }>`select member_no from member where status = '1' limit 1`.execute(server.database.db)
    const member = { memberNo: rows[0]?.memberNo }
    const wrong = { member, serialNo: cardNo, pin: pin === '000000' ? '000001' : '000000' }
    for (let count = 0; count < 5; count += 1) expect(await call('serials/deposit', wrong)).toMatchObject({ code: 'E1601' })
    expect(await call('serials/deposit', { ...wrong, pin })).toMatchObject({ code: 'E1601' })
    expect((await cardsOf(cards[0]?.cardBatchNo))[0]).toMatchObject({ status: '8' })
  })
})
