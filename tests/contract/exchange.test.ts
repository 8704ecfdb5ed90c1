import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Picture } from '../../src/answers/pictures.ts'
import { addDays, taipeiDate } from '../../src/rules/dates.ts'
import { parseSerialNo } from '../../src/rules/serialNo.ts'
import { isSound, lineOf, verifyLedger } from '../../src/server/domain/points/verify/verifyLedger.ts'
import { createSerialNo } from '../../src/server/domain/serial/randomCodes.ts'
import { writtenMails } from '../support/mails.ts'
import { solveCaptcha } from '../support/solveCaptcha.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { addSerials, balanceOf, newKey, productNo, recipient, renumberCoupons, rowsOf } from './exchangeWorld.ts'
import { signIn, type TestSession } from './identitySession.ts'

const account = 'hr@example.com'
const today = taipeiDate(new Date())

let server: TestServer
let member: TestSession
let staff: TestSession
let market: string
let store: string
let travel: string
let corporateNo: string

beforeAll(async () => {
  server = await startTestServer({ demo: true })
  await renumberCoupons(server)
  member = await signIn(server, account, `Demo!2025${account}`, 'portal')
  staff = await signIn(server, 'ops01')
  market = await productNo(server, '100 元現金券')
  store = await productNo(server, '購物金')
  travel = await productNo(server, '旅遊折扣券')
  corporateNo = (await member.get('/api/portal/home')).json<{ corporateNo: string }>().corporateNo
})
afterAll(() => server.close())

const read = async (url: string) => server.inject({ method: 'GET', url })

interface Order {
  readonly orderNo: string
  readonly points: number
  readonly replayed: boolean
  readonly coupons: readonly { readonly couponNo: string; readonly recipientEmail: string; readonly status: string }[]
}

const lineOfTwo = (quantity: number, couponBatchNo = market) => [{ ...recipient, couponBatchNo, quantity }]
const order = (recipients: readonly object[], orderKey = newKey()) => member.post('/api/portal/exchange_v2', { orderKey, recipients })

describe('what is offered', () => {
  it('what is offered is told per channel, with stock and a picture', async () => {
    const names = async (channel: string) =>
      (await read(`/api/portal/exchange/coupons?channel=${channel}`)).json<{ coupons: { couponBatchNo: string }[] }>().coupons
    expect(await names('2')).toHaveLength(5)
    const serials = await names('1')
    expect(serials.map((offer) => offer.couponBatchNo)).not.toContain(store)
    expect(serials[0]).toMatchObject({
      couponBatchNo: market,
      pointsPerCoupon: 100,
      stock: 20,
      stockState: 'plenty',
      couponTypeName: '現金券',
    })
    const picture = await read(`/api/portal/exchange/coupons/${market}/image`)
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/png'])
  })

  it('what is offered has its picture in several widths, which browsers keep for ever', async () => {
    const offers = (await read('/api/portal/exchange/coupons?channel=1')).json<{ coupons: { picture: Picture }[] }>().coupons
    const picture = offers[0]?.picture
    expect(picture).toMatchObject({ width: 400, height: 240, srcSet: expect.stringContaining(' 160w, ') })
    const smallest = /^\S+/.exec(picture?.srcSet ?? '')?.[0] ?? ''
    const copy = await read(smallest)
    expect([copy.statusCode, copy.headers['content-type']]).toEqual([200, 'image/webp'])
    expect(copy.headers['cache-control']).toBe('private, max-age=31536000, immutable')
    expect(copy.rawPayload.byteLength).toBeLessThan((await read(picture?.src ?? '')).rawPayload.byteLength)
    expect((await read(smallest.replace(/160$/, '161'))).statusCode).toBe(404)
  })

  it('keeps the picture of a draft from who guesses its address', async () => {
    const coffee = await productNo(server, '咖啡')
    const { image } = await server.database.db
      .selectFrom('couponBatch')
      .select('image')
      .where('couponBatchNo', '=', coffee)
      .executeTakeFirstOrThrow()
    const described = await server.app.pictures.describe(
      { key: 'guess', read: async () => image },
      `/api/portal/exchange/coupons/${coffee}/image`,
    )
    expect(described?.src).toContain(coffee)
    expect((await read(described?.src ?? '')).statusCode).toBe(404)
  })

  it('hides drafts: neither offered nor their pictures shown', async () => {
    const coffee = await productNo(server, '咖啡')
    expect((await read(`/api/portal/exchange/coupons/${coffee}/image`)).statusCode).toBe(404)
  })

  it('what is offered is calculated without promising anything', async () => {
    const items = [{ couponBatchNo: market, quantity: 3 }]
    const ask = async (body: object) => (await staff.post('/api/portal/exchange/calculate', body)).json()
    expect(await ask({ channel: '1', items, totalPoints: 500 })).toEqual({
      quantity: 3,
      usedPoints: 300,
      leftPoints: 200,
      faceAmount: 300,
      problems: [],
    })
    expect(await ask({ channel: '1', items, totalPoints: 100 })).toMatchObject({ leftPoints: -200, problems: ['點數不足。'] })
    expect(await ask({ channel: '1', items: [{ couponBatchNo: market, quantity: 21 }] })).toMatchObject({
      problems: ['超過每單兌換上限。'],
    })
    expect(await ask({ channel: '1', items: [{ couponBatchNo: store, quantity: 1 }] })).toMatchObject({
      problems: ['禾光百貨 500 元購物金 目前無法兌換，請重新選擇。'],
    })
  })
})

describe('an exchange from the account of a corporate member', () => {
  it('an exchange from the account of a corporate member takes points and coupons, tells the codes, and mails each recipient', async () => {
    const before = await balanceOf(server, 'CORP', corporateNo)
    const other = { name: '王大同', mobile: '0987654321', email: 'wang@example.com' }
    const answer = await order([...lineOfTwo(2), { ...other, couponBatchNo: market, quantity: 1 }])
    expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, ''])
    const placed = answer.json<Order>()
    expect(placed).toMatchObject({ points: 300, replayed: false, status: '2', statusName: '已完成' })
    expect(placed.coupons.map((coupon) => coupon.recipientEmail)).toEqual([recipient.email, recipient.email, other.email])
    for (const { couponNo } of placed.coupons) {
      expect(couponNo).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/)
      expect(parseSerialNo(couponNo)).not.toBeNull()
    }
    expect(await balanceOf(server, 'CORP', corporateNo)).toBe(before - 300)
    const mails = (await writtenMails(server, { subject: placed.orderNo })).sort((first, second) =>
      first.recipient.localeCompare(second.recipient),
    )
    expect(mails.map((mail) => mail.recipient)).toEqual([recipient.email, other.email])
    expect(mails[1]?.text).toContain(placed.coupons[2]?.couponNo)
    expect(mails[1]?.text).not.toContain(placed.coupons[0]?.couponNo)
    const own = (await member.get(`/api/portal/orders/${placed.orderNo}`)).json<Order>()
    expect(own.coupons).toEqual(placed.coupons)
  })

  it('an exchange from the account of a corporate member is mailed again by its member three times a day, what can still be used of it, and that is written down', async () => {
    const { db } = server.database
    const other = { name: '王大同', mobile: '0987654321', email: 'wang@example.com' }
    const { orderNo } = (await order([...lineOfTwo(1), { ...other, couponBatchNo: market, quantity: 1 }])).json<Order>()
    const resend = () => member.post(`/api/portal/orders/${orderNo}/mail`)
    await sql`
      update coupon set status = '4' where line_id = (
        select l.id from exchange_line l join exchange_order o on o.id = l.order_id where o.order_no = ${orderNo} and l.recipient_email = ${other.email})`.execute(
      db,
    )
    for (let count = 0; count < 3; count += 1) expect((await resend()).json()).toEqual({ sent: 1 })
    const fourth = await resend()
    expect([fourth.statusCode, fourth.body]).toEqual([409, '此訂單 24 小時內已重寄 3 次，請稍後再試，或洽客服人員。'])
    const mails = await writtenMails(server, { subject: orderNo })
    expect(mails.map((mail) => mail.recipient).sort()).toEqual([...Array<string>(4).fill(recipient.email), other.email])
    const { rows } = await sql`select user_name from user_action_log where action = ${`重寄票券 訂單 ${orderNo}`}`.execute(db)
    expect(rows).toEqual(Array(3).fill({ userName: account }))
    await sql`
      update coupon set status = '4' where line_id in (
        select l.id from exchange_line l join exchange_order o on o.id = l.order_id where o.order_no = ${orderNo})`.execute(db)
    expect((await resend()).body).toBe('此訂單已沒有可使用的票券。')
    // Orders of other members do not exist for a member, and this one does not exist for staff.
    const { rows: foreign } = await sql<{ orderNo: string }>`
      select order_no from exchange_order where corporate_no <> ${corporateNo} and channel = '2' limit 1`.execute(db)
    expect((await member.post(`/api/portal/orders/${foreign[0]?.orderNo}/mail`)).statusCode).toBe(404)
    expect((await staff.post(`/api/portal/orders/${orderNo}/mail`)).statusCode).toBe(403)
  })

  it('an exchange from the account of a corporate member is one order however often its key is sent, and refuses the key with other content', async () => {
    const before = await balanceOf(server, 'CORP', corporateNo)
    const orderKey = newKey()
    const answers = await Promise.all(Array.from({ length: 5 }, () => order(lineOfTwo(1), orderKey)))
    expect(new Set(answers.map((answer) => answer.json<Order>().orderNo)).size).toBe(1)
    expect(answers.filter((answer) => !answer.json<Order>().replayed)).toHaveLength(1)
    expect(await balanceOf(server, 'CORP', corporateNo)).toBe(before - 100)
    const other = await order(lineOfTwo(2), orderKey)
    expect([other.statusCode, other.headers['x-error-code']]).toEqual([409, 'E4091'])
  })

  it.each([
    ['more than one order may take', 21, () => market, '超過每單兌換上限。'],
    ['an unknown product', 1, () => 'CB2099010001', '查無此票券，請重新選擇。'],
  ])('refuses %s and leaves the points', async (_what, quantity, product, text) => {
    const before = await balanceOf(server, 'CORP', corporateNo)
    const answer = await order(lineOfTwo(quantity, product()))
    expect([answer.statusCode, answer.body]).toEqual([409, text])
    expect(await balanceOf(server, 'CORP', corporateNo)).toBe(before)
  })

  it('an exchange from the account of a corporate member names each recipient in one line', async () => {
    const refused = await order([{ ...recipient, name: ' \u200b\n ', couponBatchNo: market, quantity: 1 }])
    expect([refused.statusCode, Object.values(refused.json<object>())]).toEqual([400, ['收件人 格式錯誤']])
    const placed = await order([{ ...recipient, name: '\u202e林小\u200b美\r\n經理 ', couponBatchNo: market, quantity: 1 }])
    expect([placed.statusCode, placed.body]).toEqual([200, expect.any(String)])
    const { rows } = await sql`select distinct recipient_name from exchange_line where recipient_name like '林小美%經理%'`.execute(
      server.database.db,
    )
    expect(rows).toEqual([{ recipientName: '林小美 經理' }])
  })

  it('refuses more than is in stock, and more points than there are', async () => {
    const { db } = server.database
    const before = await balanceOf(server, 'CORP', corporateNo)
    await sql`update coupon set status = '4', voided_at = now() where coupon_batch_no = ${store} and status = '1' and serial_no > 10`.execute(
      db,
    )
    const { rows } = await sql<{ free: number }>`
      select count(*)::int as free from coupon where coupon_batch_no = ${store} and status = '1'`.execute(db)
    const free = rows[0]?.free ?? 0
    const scarce = await order(lineOfTwo(free + 1, store))
    expect([scarce.statusCode, scarce.headers['x-error-code'], scarce.body]).toEqual([
      409,
      'STOCK',
      '禾光百貨 500 元購物金 庫存不足，請重新選擇。',
    ])
    await sql`update coupon_batch set points_per_coupon = 100000 where coupon_batch_no = ${store}`.execute(db)
    const dear = await order(lineOfTwo(1, store))
    expect([dear.statusCode, dear.headers['x-error-code'], dear.body]).toEqual([409, 'M22', '點數不足。'])
    expect(await balanceOf(server, 'CORP', corporateNo)).toBe(before)
  })

  it('an exchange from the account of a corporate member holds the monthly limit, without counting cancelled orders', async () => {
    const { db } = server.database
    const taken = (await member.get('/api/portal/exchange_v2/account')).json<{ monthly: { couponBatchNo: string; exchanged: number }[] }>()
    const exchanged = taken.monthly.find((one) => one.couponBatchNo === travel)?.exchanged ?? 0
    await sql`update coupon_batch set per_corporate_monthly = ${exchanged + 1} where coupon_batch_no = ${travel}`.execute(db)
    const last = await order(lineOfTwo(1, travel))
    expect(last.statusCode).toBe(200)
    expect((await order(lineOfTwo(1, travel))).body).toBe('超過企業每月兌換上限。')
    const { orderNo } = last.json<Order>()
    const [line] = await rowsOf(staff, `/api/report/exchange_report/0/25?orderNo=${orderNo}`)
    expect((await staff.post(`/api/report/exchange_report/${line?.id}/cancel`, {})).statusCode).toBe(200)
    expect((await order(lineOfTwo(1, travel))).statusCode).toBe(200)
  })

  it('an exchange from the account of a corporate member is for corporate members only, each seeing its own orders', async () => {
    expect((await staff.post('/api/portal/exchange_v2', { orderKey: newKey(), recipients: lineOfTwo(1) })).statusCode).toBe(403)
    const { rows } = await sql<{ orderNo: string }>`
      select order_no from exchange_order where corporate_no <> ${corporateNo} limit 1`.execute(server.database.db)
    expect((await member.get(`/api/portal/orders/${rows[0]?.orderNo}`)).statusCode).toBe(404)
    expect((await read(`/api/portal/orders/${rows[0]?.orderNo}`)).statusCode).toBe(401)
  })

  it('an exchange from the account of a corporate member is over for a suspended member', async () => {
    const { db } = server.database
    await sql`update corporate_member set status = '5' where corporate_no = ${corporateNo}`.execute(db)
    const answer = await order(lineOfTwo(1))
    await sql`update corporate_member set status = '3' where corporate_no = ${corporateNo}`.execute(db)
    expect([answer.statusCode, answer.body]).toEqual([409, '帳號已停權，請洽客服人員。'])
  })
})

describe('an exchange of serials', () => {
  const send = async (body: object, captcha?: { captcha: string }) =>
    staff.post('/api/portal/exchange', { ...body, ...(captcha ?? (await solveCaptcha(server, 'exchange'))) })
  const credentials = (serials: readonly { serialNo: string; pin: string }[]) => serials.map(({ serialNo, pin }) => ({ serialNo, pin }))

  it('an exchange of serials takes the serial that ends first, leaves the rest on the other, and is sent once however often', async () => {
    const { settlementNo, serials } = await addSerials(server, corporateNo, 150, [addDays(today, 60), addDays(today, 30)])
    const body = { orderKey: newKey(), serials: credentials(serials), items: [{ couponBatchNo: market, quantity: 2 }], recipient }
    const captcha = await solveCaptcha(server, 'exchange')
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(body, captcha)))
    expect(answers.map((answer) => [answer.statusCode, answer.statusCode === 200 ? '' : answer.body])).toEqual(Array(5).fill([200, '']))
    expect(new Set(answers.map((answer) => answer.json<Order>().orderNo)).size).toBe(1)
    expect(await balanceOf(server, 'SERIAL', settlementNo)).toBe(100)
    const left = await server.database.db
      .selectFrom('pointSerial')
      .select('remainingPoints')
      .where('settlementNo', '=', settlementNo)
      .orderBy('expireDate')
      .execute()
    expect(left.map((row) => row.remainingPoints)).toEqual([0, 100])

    // What each serial paid, and what is left on it; also in the answer to a copy.
    const shownSerials = answers.map((answer) => answer.json<{ serials: unknown }>().serials)
    const [later, sooner] = serials.map(({ serialNo, expireDate }) => ({ last4: serialNo.slice(-4), expireDate }))
    const paid = [
      { ...sooner, usedPoints: 150, remainingPoints: 0 },
      { ...later, usedPoints: 50, remainingPoints: 100 },
    ]
    for (const shown of shownSerials) expect(shown).toEqual(paid)

    const { orderNo } = answers[0]?.json<Order>() ?? { orderNo: '' }
    const [line] = await rowsOf(staff, `/api/report/exchange_report/0/25?orderNo=${orderNo}`)
    expect(line).toMatchObject({ channel: '1', corporateNo })
    expect((await staff.post(`/api/report/exchange_report/${line?.id}/cancel`, {})).statusCode).toBe(200)
    expect(await balanceOf(server, 'SERIAL', settlementNo)).toBe(300)
  })

  it('an exchange of serials is mailed again to whoever holds its key, to nobody else', async () => {
    const { serials } = await addSerials(server, corporateNo, 100, [addDays(today, 60)])
    const orderKey = newKey()
    const placed = await send({ orderKey, serials: credentials(serials), items: [{ couponBatchNo: market, quantity: 1 }], recipient })
    const { orderNo } = placed.json<Order>()
    const resend = (body: object) => staff.post('/api/portal/exchange/mail', body)
    expect((await resend({ orderNo, orderKey })).json()).toEqual({ sent: 1 })
    const mails = await writtenMails(server, { subject: orderNo })
    expect(mails.map(({ recipient: to, text }) => [to, text])).toEqual(Array(2).fill([recipient.email, mails[0]?.text]))
    const fromAccount = (await order(lineOfTwo(1))).json<Order>().orderNo
    for (const wrong of [
      { orderNo, orderKey: newKey() },
      { orderNo: fromAccount, orderKey },
      { orderNo: 'EX20990101000001', orderKey },
    ]) {
      expect((await resend(wrong)).statusCode).toBe(404)
    }
    expect(await writtenMails(server, { subject: orderNo })).toHaveLength(2)
  })

  it('answers a wrong pin like an unknown serial, and posts nothing', async () => {
    const { settlementNo, serials } = await addSerials(server, corporateNo, 100, [addDays(today, 60)])
    const [serial] = serials
    const wrong = [{ serialNo: serial?.serialNo, pin: '000000' }]
    const answers = [
      await send({ orderKey: newKey(), serials: wrong, items: [{ couponBatchNo: market, quantity: 1 }], recipient }),
      await send({
        ...{ orderKey: newKey(), serials: [{ serialNo: '7F3K9Q2M4T8XWZ5R', pin: '000000' }], recipient },
        items: [{ couponBatchNo: market, quantity: 1 }],
      }),
    ]
    expect(answers.map((answer) => [answer.statusCode, answer.body])).toEqual(Array(2).fill([409, '序號或密碼錯誤。']))
    const check = await staff.post('/api/portal/exchange/serials', { serials: [...wrong, ...credentials(serials)] })
    expect(check.json()).toMatchObject({ serials: [{ ok: false, text: '序號或密碼錯誤。' }, { ok: false }] })
    expect(await balanceOf(server, 'SERIAL', settlementNo)).toBe(100)
  })

  it('tells the anomaly rules of every wrong try, and freezes after the fifth', async () => {
    const { db } = server.database
    await sql`delete from serial_attempt`.execute(db)
    const { settlementNo, serials } = await addSerials(server, corporateNo, 100, [addDays(today, 60)])
    const wrong = { serialNo: serials[0]?.serialNo ?? '', pin: '999999' }
    const unknown = { serialNo: createSerialNo(), pin: '999999' }
    for (let count = 0; count < 2; count += 1) await staff.post('/api/portal/exchange/serials', { serials: [wrong, unknown] })
    const items = [{ couponBatchNo: market, quantity: 1 }]
    for (let count = 0; count < 3; count += 1) await send({ orderKey: newKey(), serials: [wrong], items, recipient })
    const attempts = await db.selectFrom('serialAttempt').select(['ipAddress', 'platformNo']).execute()
    expect(attempts).toEqual(Array(7).fill({ ipAddress: '127.0.0.1', platformNo: null }))
    const frozen = await db.selectFrom('pointSerial').select(['status', 'frozenBy']).where('settlementNo', '=', settlementNo).execute()
    expect(frozen).toEqual([{ status: '7', frozenBy: 'pin' }])
    const right = await staff.post('/api/portal/exchange/serials', { serials: credentials(serials) })
    expect(right.json()).toMatchObject({ totalPoints: 0, serials: [{ ok: false, text: '序號或密碼錯誤。' }] })
  })

  it('asks for a captcha that was not used before', async () => {
    const { serials } = await addSerials(server, corporateNo, 100, [addDays(today, 60)])
    const body = { serials: credentials(serials), items: [{ couponBatchNo: market, quantity: 1 }], recipient }
    const captcha = await solveCaptcha(server, 'exchange')
    expect((await send({ ...body, orderKey: newKey() }, captcha)).statusCode).toBe(200)
    const again = await send({ ...body, orderKey: newKey() }, captcha)
    expect([again.statusCode, again.json()]).toEqual([400, { captcha: '「我不是機器人」驗證失敗，請再送出一次。' }])
  })
})

describe('the ledger after all this', () => {
  it('the ledger after all this is sound, and every batch has as many coupons as were made (I12)', async () => {
    const results = await verifyLedger(server.database.db)
    expect(isSound(results), results.map(lineOf).join('\n')).toBe(true)
    const { rows } = await sql`
      select coupon_batch_no from coupon_batch_view where unissued + issued + used + void + expired <> generated_quantity`.execute(
      server.database.db,
    )
    expect(rows).toEqual([])
  })
})
