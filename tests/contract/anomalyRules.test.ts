import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TxnKind } from '../../src/rules/codes.generated.ts'
import { AnomalyRefusal } from '../../src/server/domain/anomaly/inspector.ts'
import { type ledger as Ledger, ledger } from '../../src/server/domain/points/ledger.ts'
import { insertCompany, insertMembers } from '../../src/server/domain/points/testing/ledgerDatabase.ts'
import { contextOn, plainRule } from '../../src/server/domain/points/testing/postingContexts.ts'
import { systemActor } from '../../src/server/platform/actor.ts'
import type { Trx } from '../../src/server/platform/database/tables.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'

const companyNo = 'C009901'
const taipeiStore = `${companyNo}0001`
const kaohsiungStore = `${companyNo}0002`
const redeemRules = { minRedeemPoints: 1, redeemStep: 1, maxRedeemRatio: 100, parValue: 1 }

let server: TestServer
let members: readonly string[]
let next = 0
let memberNo: string
let now = new Date('2025-01-20T04:00:00Z')

beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => now } })
  const { db } = server.app
  await insertCompany(db, { companyNo })
  members = await insertMembers(db, 40)
  await sql`
    insert into retail_store (retail_store_no, company_no, partner_store_code, store_name, store_type, phone, city_code, district_code,
      zip_code, address, open_time, close_time, open_date, status)
    values (${taipeiStore}, ${companyNo}, 'S1', '台北店', '1', '02', 'A', 'A1', '100', '路', '10:00', '21:30', '2024-01-01', '1'),
      (${kaohsiungStore}, ${companyNo}, 'S2', '高雄店', '1', '07', 'E', 'E1', '800', '路', '00:00', '23:59', '2024-01-01', '1')`.execute(db)
})
afterAll(() => server.close())

beforeEach(async () => {
  memberNo = members[next++] as string
  const { db } = server.app
  await sql`delete from warning_rule`.execute(db)
  await sql`delete from warning_transaction`.execute(db)
  await sql`update mail_outbox set status = 'sent'`.execute(db)
})

/** A row of parameters, made by the hooks of its screen. */
async function rule(ruleCode: string, values: Record<string, unknown> = {}): Promise<void> {
  const { app } = server
  const call = { actor: systemActor, screen: null, entity: 'warningRule', now, db: app.db }
  await app.records.create(call, { ruleCode, scope: '1', severity: '2', action: '1', notifyEmails: [], isEnabled: true, ...values })
}

type Result = { readonly posted: { readonly transactionId: number; readonly transactionNo: string } | null }

interface PostInput {
  readonly at: string
  readonly points: (result: never) => number
  readonly work: (trx: Trx, context: never) => Promise<Result>
  readonly store?: string | undefined
  readonly activityCode?: string | null | undefined
}

/** Posts and inspects in one transaction, like the call of a partner; returns the code of a refusal. */
async function post(kind: TxnKind, { at, points, work, store = taipeiStore, activityCode = null }: PostInput) {
  const businessAt = new Date(at)
  const context = contextOn(at.slice(0, 10), companyNo, { businessAt, now, retailStoreNo: store })
  let transactionId = 0
  const outcome = await ledger
    .run(server.app.db, async (trx) => {
      const result = await work(trx, context as never)
      if (!result.posted) throw new Error('nothing was posted')
      transactionId = result.posted.transactionId
      await server.app.anomaly.inspect(trx, {
        ...result.posted,
        ...{ kind, businessAt, companyNo, retailStoreNo: store, memberNo, amount: 100, activityCode },
        points: points(result as never),
      })
      return 'posted'
    })
    .catch(async (error: unknown) => {
      if (!(error instanceof AnomalyRefusal)) throw error
      await ledger.run(server.app.db, (trx) => server.app.anomaly.rememberRefusal(trx, error))
      return error.code
    })
  return { outcome, transactionId }
}

type Issued = Awaited<ReturnType<typeof Ledger.issue>>
interface SellInput {
  readonly amount: number
  readonly store?: string | undefined
  readonly rule?: Parameters<typeof ledger.issue>[1]['rule'] | undefined
  readonly activityCode?: string | null | undefined
}

const sell = (at: string, { amount, store = taipeiStore, rule = plainRule, activityCode = null }: SellInput) =>
  post('10', {
    at,
    points: (result: Issued) => result.issuedPoints,
    work: (trx, context) => ledger.issue(trx, { context, memberNo, amount, rule, detail: { activityCode } }),
    store,
    activityCode,
  })
const redeem = (at: string, points: number, store = taipeiStore) =>
  post('20', {
    at,
    points: () => points,
    work: (trx, context) => ledger.redeem(trx, { context, memberNo, points, amount: points, rules: redeemRules }),
    store,
  })
const giveBack = (at: string, transactionId: number, points: number) =>
  post('30', {
    at,
    points: () => points,
    work: async (trx, context) => {
      const limit = { limitPoints: 100_000, overLimitAction: '1' } as const
      const result = await ledger.issueReturn(trx, {
        context,
        original: { transactionId },
        request: { kind: 'points', points },
        limit,
        acceptPartial: false,
      })
      return result
    },
  })

/** Warnings as staff would see them, after the jobs have run. */
async function warnings(): Promise<readonly Record<string, unknown>[]> {
  now = new Date(now.getTime() + 5000)
  await server.app.jobs.runDue()
  const { rows } = await sql<Record<string, unknown>>`
    select rule_code, member_no, transaction_no, measured_value, threshold_value, was_refused, severity, status,
      jsonb_array_length(related_transactions) as related from warning_transaction order by occurred_at`.execute(server.app.db)
  return rows
}

const day = '2025-01-15'

describe('each rule fires through the posting path', () => {
  it('R01: the seventh of a burst raises the warning of the sixth', async () => {
    await rule('R01', { windowMinutes: 10, thresholdCount: 5 })
    for (let minute = 0; minute < 5; minute += 1) await sell(`${day}T04:0${minute}:00Z`, { amount: 100 })
    expect(await warnings()).toEqual([])
    for (const minute of [5, 6]) await sell(`${day}T04:0${minute}:00Z`, { amount: 100 })
    expect(await warnings()).toMatchObject([
      { ruleCode: 'R01', memberNo, measuredValue: '7 筆/10 分', thresholdValue: '5 筆/10 分', related: 7, wasRefused: false },
    ])
  })

  it('R01 with action 2 refuses, and keeps the refusal without a transaction', async () => {
    await rule('R01', { windowMinutes: 10, thresholdCount: 2, action: '2' })
    for (const minute of [0, 1]) await sell(`${day}T04:0${minute}:00Z`, { amount: 100 })
    expect(await sell(`${day}T04:02:00Z`, { amount: 100 })).toMatchObject({ outcome: 'E1401' })
    expect(await warnings()).toMatchObject([
      { ruleCode: 'R01', wasRefused: true, transactionNo: null, measuredValue: '3 筆/10 分', related: 2 },
    ])
  })

  it('R02: one sale above the threshold, not at it', async () => {
    await rule('R02', { thresholdPoints: 50_000, severity: '3' })
    await sell(`${day}T04:00:00Z`, { amount: 5_000_000 })
    await sell(`${day}T04:01:00Z`, { amount: 5_000_100 })
    expect(await warnings()).toMatchObject([{ ruleCode: 'R02', measuredValue: '50,001 點', thresholdValue: '50,000 點', severity: '3' }])
  })

  it('R03: one redeem above the threshold; action 3 freezes the member and mails', async () => {
    await rule('R03', { thresholdPoints: 30_000, action: '3', notifyEmails: ['risk@example.com'] })
    await sell(`${day}T04:00:00Z`, { amount: 7_000_000 })
    await redeem(`${day}T04:10:00Z`, 30_000)
    expect(await warnings()).toEqual([])
    await redeem(`${day}T04:20:00Z`, 30_001)
    expect(await warnings()).toMatchObject([{ ruleCode: 'R03', measuredValue: '30,001 點' }])
    const { rows } = await sql`select m.status, o.recipient from member m, mail_outbox o
      where m.member_no = ${memberNo} and o.subject like '%R03%'`.execute(server.app.db)
    expect(rows).toEqual([{ status: '2', recipient: 'risk@example.com' }])
    await expect(redeem(`${day}T04:30:00Z`, 1)).rejects.toMatchObject({ code: 'E1202' })
  })

  it('a freeze stands in 使用者操作紀錄 behind the warning that caused it, before the warnings that came later', async () => {
    await rule('R03', { thresholdPoints: 100, action: '3' })
    await sell(`${day}T04:00:00Z`, { amount: 7_000_000 })
    for (const minute of [10, 20]) await redeem(`${day}T04:${minute}:00Z`, 101)
    expect(await warnings()).toHaveLength(2)
    const { rows } = await sql<{ action: string }>`
      select action from user_action_log where entity in ('warningTransaction', 'member') order by occurred_at desc limit 3`.execute(
      server.app.db,
    )
    expect(rows.map(({ action }) => action.split(' ')[0])).toEqual(['新增點數交易異常', '凍結會員兌點', '新增點數交易異常'])
  })

  it('R04: what a company awards on a day', async () => {
    await rule('R04', { thresholdPoints: 1_000_000 })
    await sell('2025-01-16T04:00:00Z', { amount: 60_000_000 })
    await sell('2025-01-16T05:00:00Z', { amount: 40_000_000 })
    expect(await warnings()).toEqual([])
    await sell('2025-01-16T06:00:00Z', { amount: 100 })
    expect(await warnings()).toMatchObject([{ ruleCode: 'R04', measuredValue: '1,000,001 點/日', related: 3 }])
  })

  it('R05: what a member gets on a day', async () => {
    await rule('R05', { thresholdPoints: 80_000 })
    await sell('2025-01-16T16:30:00Z', { amount: 4_000_000 })
    await sell('2025-01-17T05:00:00Z', { amount: 4_000_000 })
    expect(await warnings()).toEqual([])
    await sell('2025-01-17T06:00:00Z', { amount: 100 })
    await sell('2025-01-17T16:00:00Z', { amount: 100 })
    expect(await warnings()).toMatchObject([{ ruleCode: 'R05', measuredValue: '80,001 點/日', related: 3 }])
  })

  it('R06: the nightly run looks at the returns of a week', async () => {
    await sql`update job_schedule set next_run_at = ${now}`.execute(server.app.db)
    await rule('R06', { windowMinutes: 1440, thresholdRatio: 30, thresholdCount: 2 })
    const first = await sell('2025-01-18T17:00:00Z', { amount: 10_000 })
    const second = await sell('2025-01-18T18:00:00Z', { amount: 10_000 })
    await giveBack('2025-01-18T19:00:00Z', first.transactionId, 40)
    await giveBack('2025-01-18T20:00:00Z', second.transactionId, 20)
    const nightly = async () => {
      await server.app.jobs.enqueue(server.app.db, 'anomaly.nightly')
      return warnings()
    }
    expect(await nightly()).toEqual([])
    await giveBack('2025-01-18T21:00:00Z', second.transactionId, 1)
    expect(await nightly()).toMatchObject([
      { ruleCode: 'R06', measuredValue: '30.5%/1,440 分', thresholdValue: '30.0%/1,440 分', related: 3 },
    ])
    expect(await nightly()).toHaveLength(1)
  })

  it('R07: one member in two cities within minutes', async () => {
    await rule('R07', { windowMinutes: 15 })
    await sell(`${day}T04:00:00Z`, { amount: 100 })
    await sell(`${day}T04:15:01Z`, { amount: 100, store: kaohsiungStore })
    expect(await warnings()).toEqual([])
    await sell(`${day}T04:30:01Z`, { amount: 100 })
    expect(await warnings()).toMatchObject([{ ruleCode: 'R07', measuredValue: '2 縣市/15 分', thresholdValue: '1 縣市/15 分', related: 2 }])
  })

  it('R07: a copy that comes in late counts with the sale after it, which was looked at long before', async () => {
    await rule('R07', { windowMinutes: 15 })
    await sell(`${day}T04:15:00Z`, { amount: 100, store: kaohsiungStore })
    expect(await warnings()).toEqual([])
    await sell(`${day}T03:59:59Z`, { amount: 100 })
    expect(await warnings()).toEqual([])
    await sell(`${day}T04:00:00Z`, { amount: 100 })
    expect(await warnings()).toMatchObject([{ ruleCode: 'R07', measuredValue: '2 縣市/15 分', related: 2 }])
  })

  it('R08: a sale is returned after its points were spent elsewhere', async () => {
    await rule('R08', { windowMinutes: 1440, thresholdRatio: 80 })
    const sale = await sell(`${day}T04:00:00Z`, { amount: 10_000 })
    await redeem(`${day}T05:00:00Z`, 79, kaohsiungStore)
    await giveBack(`${day}T06:00:00Z`, sale.transactionId, 1)
    expect(await warnings()).toEqual([])
    await redeem(`${day}T07:00:00Z`, 1, kaohsiungStore)
    await giveBack(`${day}T08:00:00Z`, sale.transactionId, 1)
    expect(await warnings()).toMatchObject([{ ruleCode: 'R08', measuredValue: '80.0%/1,440 分', related: 4 }])
  })

  it('R09: sales of an outlet outside its hours', async () => {
    await rule('R09', { thresholdCount: 3 })
    // The outlet is open from 10:00 to 21:30.
    await sell('2025-01-14T02:00:00Z', { amount: 100 })
    await sell('2025-01-14T13:30:00Z', { amount: 100 })
    for (const at of ['01:59', '13:31', '14:00']) await sell(`2025-01-14T${at}:00Z`, { amount: 100 })
    expect(await warnings()).toEqual([])
    await sell('2025-01-14T15:59:00Z', { amount: 100 })
    expect(await warnings()).toMatchObject([{ ruleCode: 'R09', measuredValue: '4 筆/日', thresholdValue: '3 筆/日', related: 4 }])
  })

  it('R10: refused uses of one code, and the points of one code', async () => {
    await rule('R10', { windowMinutes: 60, thresholdCount: 2, thresholdPoints: 100 })
    const use = async (at: string) => {
      const businessAt = new Date(at)
      const sale = { companyNo, retailStoreNo: taipeiStore, memberNo, businessAt, amount: 100, rule: plainRule }
      const { db, activityEngine } = server.app
      return ledger.run(db, async (trx) => {
        const activities = activityEngine.ofSale(trx, { sale, automatic: [], sentCode: 'nosuch01' })
        await activities.judge()
        return activityEngine.settle(trx, activities, [], { platformNo: 'P0001', externalTxnNo: at })
      })
    }
    for (const minute of ['00', '30']) expect(await use(`${day}T04:${minute}:00Z`)).toEqual({ applied: false, message: '活動代碼不存在' })
    expect(await warnings()).toEqual([])
    await use(`${day}T05:00:00Z`)
    expect(await warnings()).toMatchObject([{ ruleCode: 'R10', measuredValue: '3 次/60 分', thresholdValue: '2 次/60 分' }])
    const activity = {
      activityCode: 'A25010007',
      formula: { kind: 'fixed', points: 50, minAmount: 0 },
      platformShare: 0,
      room: null,
      expiry: { rule: '1' },
    } as const
    const rich = { ...plainRule, activities: [activity] }
    for (const minute of ['10', '20'])
      await sell(`${day}T06:${minute}:00Z`, { amount: 100, store: taipeiStore, rule: rich, activityCode: 'A25010007' })
    expect(await warnings()).toHaveLength(1)
    await sell(`${day}T07:10:00Z`, { amount: 100, store: taipeiStore, rule: rich, activityCode: 'A25010007' })
    expect(await warnings()).toMatchObject([
      {},
      { ruleCode: 'R10', measuredValue: '150 點/60 分', thresholdValue: '100 點/60 分', related: 3 },
    ])
  })

  it('R11: many sales of one member at one outlet on a day', async () => {
    await rule('R11', { thresholdCount: 8 })
    for (let hour = 2; hour < 10; hour += 1) await sell(`${day}T0${hour}:00:00Z`, { amount: 100 })
    await sell(`${day}T10:00:00Z`, { amount: 100, store: kaohsiungStore })
    expect(await warnings()).toEqual([])
    await sell(`${day}T11:00:00Z`, { amount: 100 })
    expect(await warnings()).toMatchObject([{ ruleCode: 'R11', measuredValue: '9 筆/日', related: 9 }])
  })

  it('R11: a copy of the morning that comes in last is one of the day, and of its own outlet', async () => {
    await rule('R11', { thresholdCount: 2 })
    for (const hour of ['05', '07']) await sell(`${day}T${hour}:00:00Z`, { amount: 100 })
    await sell(`${day}T06:00:00Z`, { amount: 100, store: kaohsiungStore })
    await sell('2025-01-13T06:00:00Z', { amount: 100 })
    expect(await warnings()).toEqual([])
    await sell(`${day}T03:00:00Z`, { amount: 100 })
    expect(await warnings()).toMatchObject([{ ruleCode: 'R11', measuredValue: '3 筆/日', related: 3 }])
  })

  it('R12: wrong pins from one address', async () => {
    await rule('R12', { windowMinutes: 10, thresholdCount: 10 })
    const attempt = (ipAddress: string, second: number) => {
      const occurredAt = new Date(new Date(`${day}T04:00:00Z`).getTime() + second * 1000)
      return ledger.run(server.app.db, (trx) =>
        server.app.anomaly.serialAttempt(trx, { ipAddress, occurredAt, platformNo: null, companyNo: null }),
      )
    }
    for (let count = 0; count < 10; count += 1) await attempt('192.0.2.1', count * 60)
    await attempt('192.0.2.2', 0)
    expect(await warnings()).toEqual([])
    await attempt('192.0.2.1', 600)
    expect(await warnings()).toMatchObject([
      { ruleCode: 'R12', memberNo: null, measuredValue: '11 次/10 分', thresholdValue: '10 次/10 分' },
    ])
  })
})

describe('parameters', () => {
  it('watch only in their hours, which may wrap midnight', async () => {
    await rule('R02', { thresholdPoints: 10, activeFrom: '22:00', activeTo: '06:00' })
    await sell('2025-01-13T13:59:59Z', { amount: 2000 })
    await sell('2025-01-13T22:00:00Z', { amount: 2000 })
    expect(await warnings()).toEqual([])
    await sell('2025-01-13T14:00:00Z', { amount: 2000 })
    await sell('2025-01-13T21:59:59Z', { amount: 2000 })
    expect(await warnings()).toHaveLength(2)
  })

  it('parameters of a company take the place of the system, also after commit', async () => {
    await rule('R11', { thresholdCount: 1 })
    await rule('R11', { scope: '2', companyNo, thresholdCount: 2 })
    for (const hour of [4, 5]) await sell(`${day}T0${hour}:00:00Z`, { amount: 100 })
    expect(await warnings()).toEqual([])
    await sell(`${day}T06:00:00Z`, { amount: 100 })
    expect(await warnings()).toMatchObject([{ measuredValue: '3 筆/日', thresholdValue: '2 筆/日' }])
  })
})
