import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { storeFirstKey } from '../../src/server/domain/connection/keyStore.ts'
import { insertCompany, insertMembers } from '../../src/server/domain/points/testing/ledgerDatabase.ts'
import type { Database } from '../../src/server/platform/database/tables.ts'
import { transact } from '../../src/server/platform/database/transact.ts'
import { type PartnerAccount, PartnerClient, type RawAnswer, type Send } from './partnerClient.ts'
import { startTestServer, type TestServer, type TestServerOptions } from './testServer.ts'

export const companyNo = 'C000101'
const retailStoreCode = 'S001'

/** Every function of the dictionary PartnerApi. */
export const allApis = [
  'issue',
  'issue_return',
  'redeem',
  'redeem_return',
  'balance',
  'txn_query',
  'member',
  'convert',
  'coupon',
  'serial',
  'card',
  'reconcile',
]

export interface PlatformOptions {
  readonly companyNos?: readonly string[]
  readonly allowedApis?: readonly string[]
  readonly ipWhitelist?: readonly string[]
  readonly rateLimitPerMinute?: number
}

let platforms = 0

/** Adds a platform with a key, as 平台介接設定 does. */
export async function addPlatform(db: Database, secret: Uint8Array, now: Date, options: PlatformOptions = {}): Promise<PartnerAccount> {
  platforms += 1
  const platformNo = `P${String(9000 + platforms)}`
  const key = { aesKey: randomBytes(32).toString('base64'), aesIv: randomBytes(16).toString('base64') }
  const { companyNos = [companyNo], allowedApis = allApis, ipWhitelist = [], rateLimitPerMinute = 60_000 } = options
  await transact(db, async (trx) => {
    await storeFirstKey(trx, { secret, platformNo, key, now })
    await sql`
      insert into connection_platform (platform_no, platform_name, platform_type, company_nos, allowed_apis, ip_whitelist,
        rate_limit_per_minute, aes_key, aes_iv, key_issued_at, contact_name, contact_email, contact_phone, status)
      values (${platformNo}, ${platformNo}, '1', ${JSON.stringify(companyNos)}::jsonb, ${JSON.stringify(allowedApis)}::jsonb,
        ${JSON.stringify(ipWhitelist)}::jsonb, ${rateLimitPerMinute}, '****', '****', ${now}, '王', 'a@example.com', '02-23456789', '1')`.execute(
      trx,
    )
  })
  return { platformNo, keyVersion: 1, ...key }
}

/** An outlet of a company; `S001` gives the number `C0001010001`. */
export async function addStore(db: Database, owner: string, code: string, changes: { status?: string; terminalId?: string } = {}) {
  const terminals = JSON.stringify(changes.terminalId === undefined ? [] : [changes.terminalId])
  await sql`
    insert into retail_store (retail_store_no, company_no, partner_store_code, store_name, store_type, phone, open_date, status, terminal_ids)
    values (${`${owner}0${code.slice(1)}`}, ${owner}, ${code}, ${`${owner} ${code}`}, '2', '02-23456789', '2020-01-01',
      ${changes.status ?? '1'}, ${terminals}::jsonb)`.execute(db)
}

/** Reward setting 每滿 100 元 1 點 of a company, without an end. */
export async function addDefaultReward(db: Database, owner: string): Promise<void> {
  await sql`
    insert into reward_point (reward_point_no, company_no, reward_point_name, reward_type, spend_amount, reward_points, rounding_mode,
      store_scope, expiry_rule, priority, is_default, start_date, end_date, status)
    values (${`RP9${owner.slice(2)}`}, ${owner}, '百元一點', '1', 100, 1, '1', '1', '1', 50, true, '2020-01-01', '2034-12-31', '3')`.execute(
    db,
  )
}

/** Sends to the server without a network. @param address address of the apparent caller */
export function injectInto(server: TestServer, address = '127.0.0.1'): Send {
  return async ({ method, path, headers, body }): Promise<RawAnswer> => {
    const answer = await server.inject({ method: method as 'POST', url: path, headers, payload: body, remoteAddress: address })
    return { status: answer.statusCode, headers: answer.headers as Record<string, string>, body: answer.body }
  }
}

export interface PartnerWorld {
  readonly server: TestServer
  readonly members: readonly string[]
  /** Sets the clock of the server and of the clients. */
  setNow(now: Date): void
  now(): Date
  /** A platform of its own and a client for it. */
  addClient(options?: PlatformOptions): Promise<PartnerClient>
  /** Common fields of writing calls, with a new number each time. */
  common(changes?: Readonly<Record<string, unknown>>): { readonly externalTxnNo: string; readonly [field: string]: unknown }
  close(): Promise<void>
}

/** A server with a company, an outlet, a reward setting and members. */
export async function openPartnerWorld(
  options: { readonly members?: number } & Pick<TestServerOptions, 'listen' | 'environment' | 'databasePort'> = {},
): Promise<PartnerWorld> {
  let now = new Date('2025-01-15T02:00:00Z')
  const { members: _members, ...serverOptions } = options
  const server = await startTestServer({ clock: { now: () => now }, ...serverOptions })
  const { db, secrets } = server.app
  await insertCompany(db, { companyNo })
  await addStore(db, companyNo, retailStoreCode)
  await addDefaultReward(db, companyNo)
  const members = await insertMembers(db, options.members ?? 5)
  await sql`select setval('member_number', 100000)`.execute(db)
  let calls = 0
  return {
    server,
    members,
    now: () => now,
    setNow: (at) => {
      now = at
    },
    addClient: async (platform) => {
      const account = await addPlatform(db, secrets.fieldEncryption, now, platform)
      return new PartnerClient(account, injectInto(server), () => now)
    },
    common: (changes = {}) => {
      calls += 1
      const businessAt = new Date(now.getTime() + 8 * 3_600_000).toISOString().replace(/\.\d+Z$/, '+08:00')
      return { companyNo, retailStoreCode, externalTxnNo: `X${calls}`, businessAt, ...changes }
    },
    close: () => server.close(),
  }
}
