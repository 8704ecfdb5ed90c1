import { existsSync, readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js'
import { readSheet } from 'read-excel-file/node'
import type { ReceivedMail } from '../../support/mailServer.ts'
import { PartnerClient } from '../../support/partnerClient.ts'
import { demoPassword } from './console.ts'
import { journeyEnvironment } from './environment.ts'

/** Calls of a signed-in user, for what a journey needs but does not test. */
export type StaffCall = <T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => Promise<T>

interface StoredRow {
  readonly id: number
  readonly rowVersion: number
  readonly [field: string]: unknown
}

/** @throws Error with the server's answer when a call is refused */
export async function staffApi(account: string, baseUrl = journeyEnvironment().baseUrl): Promise<StaffCall> {
  const form = { client_id: 'console', grant_type: 'password', username: account, password: demoPassword(account), scope: 'openid' }
  const answer = await fetch(`${baseUrl}/connect/token`, { method: 'POST', body: new URLSearchParams(form) })
  if (!answer.ok) throw new Error(`${account} cannot sign in: ${await answer.text()}`)
  const { access_token: token } = (await answer.json()) as { access_token: string }
  const headers = {
    authorization: `Bearer ${token}`,
    'x-xsrf-token': answer.headers.get('x-xsrf-token') ?? '',
  }
  return async <T>(method: string, path: string, body?: object) => {
    const sent = body instanceof FormData ? { headers, body } : jsonRequest(headers, body)
    const response = await fetch(baseUrl + path, { method, ...sent })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as T
  }
}

const jsonRequest = (headers: Readonly<Record<string, string>>, body?: object) => ({
  headers: { ...headers, 'content-type': 'application/json' },
  ...(body && { body: JSON.stringify(body) }),
})

interface TransitInput {
  readonly path: string
  readonly id: number
  readonly name: string
  readonly input?: object | undefined
}

/** Runs a transition on the current version of the record. */
export async function transit(call: StaffCall, { path, id, name, input = {} }: TransitInput): Promise<StoredRow> {
  const { rowVersion } = await call<StoredRow>('GET', `${path}/${id}`)
  return call<StoredRow>('POST', `${path}/${id}/${name}`, { rowVersion, ...input })
}

/** A transparent pixel. */
const image = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const dayMs = 24 * 3_600_000
const batches = '/api/coupon/coupon_batch'

/** Creates a coupon product on sale, with draft, approval and coupons. @returns its number */
export async function putCouponOnSale(changes: object = {}, baseUrl?: string): Promise<string> {
  const [marketing, finance, operations] = await Promise.all(['mkt01', 'fm01', 'ops01'].map((account) => staffApi(account, baseUrl)))
  if (!marketing || !finance || !operations) throw new Error('three accounts make a product')
  const product = await marketing<StoredRow>('POST', batches, {
    ...{ couponName: '旅程咖啡券', couponType: '1', supplierCompanyNo: 'C000101', faceValue: 60, pointsPerCoupon: 50, source: '1' },
    ...{ quantity: 20, safetyStock: 2, settleBasis: '1', settlePrice: 48, validRule: '2', validDays: 90, storeScope: '1' },
    ...{ perOrderLimit: 10, perCorporateMonthly: 100, channels: ['1', '2'], displayOrder: 1, image },
    ...{ usageNote: '限門市兌換中杯美式一杯', terms: '<p>逾期無效。</p>' },
    exchangeStart: new Date(Date.now() - dayMs).toISOString(),
    exchangeEnd: new Date(Date.now() + 60 * dayMs).toISOString(),
    ...changes,
  })
  await transit(marketing, { path: batches, id: product.id, name: 'submit' })
  await transit(finance, { path: '/api/coupon/coupon_batch_audit', id: product.id, name: 'approve' })
  await transit(operations, { path: batches, id: product.id, name: 'generate' })
  return String(product.couponBatchNo)
}

/**
 * The text of the newest matching mail, once it has arrived.
 *
 * @param mark text in the mail, when several mails have the same subject
 */
export async function waitForMail(subject: string, recipient: string, mark = ''): Promise<string> {
  return (await findMail((mail) => mail.subject === subject && mail.to === recipient && mail.text.includes(mark))).text
}

/** The newest mail that is wanted, once it has arrived. */
export async function findMail(isWanted: (mail: StoredMail) => boolean): Promise<StoredMail> {
  let found: StoredMail | undefined
  await expect(async () => {
    found = readMails().findLast(isWanted)
    expect(found).toBeDefined()
  }).toPass({ timeout: mailWaitMs, intervals: [500] })
  return found as StoredMail
}

/** Mails are sent at once, or a minute later when a mail server refused them. */
const mailWaitMs = 300_000

/** A mail as the mail server of the journeys keeps it: files are bytes in JSON. */
export type StoredMail = Omit<ReceivedMail, 'pictures' | 'files'> & { readonly files: readonly { readonly data: readonly number[] }[] }

function readMails(): readonly StoredMail[] {
  const { file } = journeyEnvironment().mails
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1)
  return lines.map((line) => JSON.parse(line) as StoredMail)
}

/** Numbers and pins from a protected file of serials. */
export async function readSerials(path: string, password: string): Promise<readonly { readonly serialNo: string; readonly pin: string }[]> {
  const [entry] = await new ZipReader(new Uint8ArrayReader(readFileSync(path)), { password }).getEntries()
  if (!entry || entry.directory) throw new Error('the file is empty')
  const sheet = await readSheet(Buffer.from(await entry.getData(new Uint8ArrayWriter())))
  return sheet.slice(1).map(([serialNo, pin]) => ({ serialNo: String(serialNo), pin: String(pin) }))
}

/** An order of points for a member: priced, approved by a second person, paid, generated and delivered as a file of serials. */
export async function deliverSerials(corporateNo: string, pointsPerSerial: number, quantity: number, baseUrl?: string): Promise<string> {
  const orders = '/api/corporate/corporate_settlement'
  const [operations, finance, head] = await Promise.all(['ops01', 'fin01', 'fm01'].map((account) => staffApi(account, baseUrl)))
  if (!operations || !finance || !head) throw new Error('three accounts make an order')
  const dayOf = (time: number) => new Date(time + 8 * 3_600_000).toISOString().slice(0, 10)
  const today = dayOf(Date.now())
  const order = await operations<StoredRow>('POST', orders, {
    ...{ corporateNo, deliveryMethod: '1', pointsPerSerial, quantity, unitPrice: 1, discountRate: 0 },
    ...{ validFrom: today, validTo: dayOf(Date.now() + 365 * dayMs) },
  })
  await transit(operations, { path: orders, id: order.id, name: 'submit' })
  const approved = await transit(head, { path: orders, id: order.id, name: 'approve' })
  await transit(finance, {
    path: orders,
    id: order.id,
    name: 'pay',
    input: { receivedAmount: approved.totalAmount, receivedDate: today, receivedRef: 'T1' },
  })
  await transit(operations, { path: orders, id: order.id, name: 'generate' })
  await transit(operations, { path: orders, id: order.id, name: 'deliver' })
  return String(order.settlementNo)
}

/**
 * The client of a merchant's shops, with a platform and a key of its own: only whoever makes a key sees it.
 *
 * @param allowedApis PartnerApi
 */
export async function addShop(companyNo: string, allowedApis: readonly string[]): Promise<PartnerClient> {
  const admin = await staffApi('admin')
  const key = await admin<{ aesKey: string; aesIv: string }>('GET', '/api/account/generate_aes_keyandiv')
  const platform = await admin<StoredRow>('PUT', '/api/account/create_connection_platform', {
    ...{ platformName: `旅程門市 ${Date.now()}`, platformType: '1', companyNos: [companyNo], allowedApis, ...key },
    ...{ ipWhitelist: [], rateLimitPerMinute: 600, contactName: '王', contactEmail: 'shop@example.com', contactPhone: '02-23456789' },
  })
  const account = { platformNo: String(platform.platformNo), keyVersion: Number(platform.keyVersion), ...key }
  return new PartnerClient(account, async ({ method, path, headers, body }) => {
    const answer = await fetch(journeyEnvironment().baseUrl + path, { method, headers, body })
    return { status: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.text() }
  })
}
