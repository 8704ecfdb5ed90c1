import type { LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { deriveCouponKeys } from '../../src/server/domain/coupon/couponNumbers.ts'
import { makeCoupons } from '../../src/server/domain/coupon/makeCoupons.ts'
import { isSound, lineOf, verifyLedger } from '../../src/server/domain/points/verify/verifyLedger.ts'
import { insertCorporateMember } from '../../src/server/domain/serial/testing.ts'
import { transact } from '../../src/server/platform/database/transact.ts'
import type { PartnerAnswer, PartnerClient } from '../support/partnerClient.ts'
import { openPartnerWorld, type PartnerWorld } from '../support/partnerWorld.ts'
import { hasRaces } from '../support/testServer.ts'
import { addSerials, newKey, recipient } from './exchangeWorld.ts'

/** Rounds of the race; `EXCHANGE_RACE_ROUNDS=50` for the full proof. */
const rounds = Number(process.env.EXCHANGE_RACE_ROUNDS ?? 5)
const corporateNo = 'E000001'
const couponBatchNo = 'CB2025010001'
const points = 100

let world: PartnerWorld
let client: PartnerClient
afterEach(() => world.close())

async function open(): Promise<void> {
  world = await openPartnerWorld({ members: 1, environment: { CAPTCHA: 'off' } })
  client = await world.addClient()
  const { app, database } = world.server
  await insertCorporateMember(database.db, corporateNo, '00012345')
  await transact(database.db, async (trx) => {
    await sql`
      insert into coupon_batch (coupon_batch_no, coupon_name, coupon_type, supplier_company_no, face_value, points_per_coupon, source, quantity,
        settle_basis, settle_price, exchange_start, exchange_end, valid_rule, valid_days, store_scope, per_order_limit, per_corporate_monthly,
        channels, display_order, image, usage_note, terms, status)
      values (${couponBatchNo}, '搶購券', '2', 'C000101', 1, ${points}, '1', 1000, '1', 1, '2025-01-01', '2025-02-01', '2', 30, '1', 999, 999,
        '["1"]', 1, 'data:', '無', '無', '4')`.execute(trx)
    await makeCoupons(trx, deriveCouponKeys(app.secrets), { couponBatchNo, source: '1', count: 1000, madeBy: '測試', now: world.now() })
  })
}

interface Credential {
  readonly serialNo: string
  readonly pin: string
}

let addresses = 0

/** The call of one tab of /exchange; each has an address of its own, so that no limit decides the race. */
async function exchangeInTab({ serialNo, pin }: Credential): Promise<LightMyRequestResponse> {
  addresses += 1
  const remoteAddress = `10.0.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`
  const { server } = world
  const first = await server.inject({ method: 'GET', url: '/api/portal/exchange/coupons?channel=1', remoteAddress })
  const headers = {
    cookie: String(first.headers['set-cookie']).split(';')[0] ?? '',
    'x-xsrf-token': String(first.headers['x-xsrf-token']),
  }
  const payload = { orderKey: newKey(), serials: [{ serialNo, pin }], items: [{ couponBatchNo, quantity: 1 }], recipient, captcha: 'off' }
  return server.inject({ method: 'POST', url: '/api/portal/exchange', remoteAddress, headers, payload })
}

function depositByShop({ serialNo, pin }: Credential): Promise<PartnerAnswer> {
  return client.call('serials/deposit', world.common({ member: { memberNo: world.members[0] }, serialNo, pin }))
}

/** Two tabs and a shop want the same last points at once. @returns how many got them, and the answers of the others */
async function race(credential: Credential): Promise<{ served: number; told: readonly string[] }> {
  const [first, second, shop] = await Promise.all([exchangeInTab(credential), exchangeInTab(credential), depositByShop(credential)])
  const tabs = [first, second].map((answer) => (answer.statusCode === 200 ? 'served' : answer.body))
  const all = [...tabs, shop.body.code === '0000' ? 'served' : shop.body.message]
  return { served: all.filter((text) => text === 'served').length, told: all.filter((text) => text !== 'served') }
}

/** Three more serials in the same order, because its account would allow one serial to be spent several times. */
async function addCredential(): Promise<Credential & { readonly settlementNo: string }> {
  const { settlementNo, serials } = await addSerials(world.server, corporateNo, points, Array(3).fill('2099-12-31'))
  const [serial] = serials
  if (!serial) throw new Error('no serial')
  return { ...serial, settlementNo }
}

async function usedPoints(settlementNo: string): Promise<number> {
  const { rows } = await sql<{ points: number }>`
    select coalesce(sum(points), 0)::bigint as points from serial_use where holder_no = ${settlementNo}`.execute(world.server.database.db)
  return rows[0]?.points ?? -1
}

/**
 * Serials are read without a lock and written without a check, because rows of a function cannot be locked, and the trigger accepts
 * everything. Each reader waits, so that the others read too.
 */
const withoutSerialGuards = `
  alter table point_serial rename to kept_serial;
  create function serial_rows() returns setof kept_serial language plpgsql volatile as $$
  begin
    return query select * from kept_serial;
    perform pg_sleep(0.3);
  end $$;
  create view point_serial as select * from serial_rows();
  grant select, update on point_serial to public;
  create function write_serial() returns trigger language plpgsql as $$
  begin
    update kept_serial set remaining_points = new.remaining_points, status = new.status, used_at = new.used_at, order_no = new.order_no,
      row_version = new.row_version, updated_at = new.updated_at where id = new.id;
    return new;
  end $$;
  create trigger write_serial instead of update on point_serial for each row execute function write_serial();`

describe.runIf(hasRaces())('the last points of a serial, wanted in two tabs and by the API of a partner at once', () => {
  it(`go to exactly one, in each of ${rounds} rounds; the others are told why`, { timeout: 600_000 }, async () => {
    await open()
    for (let round = 0; round < rounds; round += 1) {
      const credential = await addCredential()
      const { served, told } = await race(credential)
      expect([served, told.length]).toEqual([1, 2])
      for (const text of told) expect(['序號已兌畢。', '序號不可使用（已兌畢）']).toContain(text)
      expect(await usedPoints(credential.settlementNo)).toBe(points)
    }
    const results = await verifyLedger(world.server.database.db)
    expect(isSound(results), results.map(lineOf).join('\n')).toBe(true)
  })

  it('twin: go to several without the lock and the conditional update', { timeout: 600_000 }, async () => {
    await open()
    const credential = await addCredential()
    await sql.raw(withoutSerialGuards).execute(world.server.database.db)
    const { served, told } = await race(credential)
    expect(served, told.join(' ')).toBeGreaterThan(1)
    expect(await usedPoints(credential.settlementNo)).toBeGreaterThan(points)
  })
})
