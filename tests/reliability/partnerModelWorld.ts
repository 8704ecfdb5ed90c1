import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { ledger } from '../../src/server/domain/points/ledger.ts'
import { insertCompany, insertMembers } from '../../src/server/domain/points/testing/ledgerDatabase.ts'
import { isSound, lineOf, verifyLedger } from '../../src/server/domain/points/verify/verifyLedger.ts'
import type { Database } from '../../src/server/platform/database/tables.ts'
import { PartnerClient } from '../support/partnerClient.ts'
import { addPlatform, addStore, allApis, injectInto } from '../support/partnerWorld.ts'
import { startTestServer, type TestServer, type TestServerOptions } from '../support/testServer.ts'
import { type Body, dayOf, type Expected, type ModelCall, type ModelEvent, PartnerModel } from './partnerModel.ts'
import * as settings from './partnerModelSettings.ts'

/** One event with its time. */
export type Step = { readonly at: number } & ({ readonly call: ModelCall } | { readonly happens: ModelEvent })

/** The product in the world of `partnerModelSettings`, and the model. */
export interface ModelWorld {
  readonly model: PartnerModel
  /** Number of answers by call and code, as `name code`. */
  readonly met: ReadonlyMap<string, number>
  /** Runs a step in both. @returns the difference; null when they agree */
  take(step: Step): Promise<string | null>
  /** Compares balances, lots, debts and all invariants at the end. */
  compareAll(): Promise<readonly string[]>
  close(): Promise<void>
}

async function insertSettings(db: Database): Promise<void> {
  for (const company of settings.companies) {
    const { companyNo, isPrepaid, startDate, endDate, allowIssue, allowRedeem } = company
    await insertCompany(db, {
      companyNo,
      settlementMode: isPrepaid ? '2' : '1',
      ...(companyNo === settings.bank ? { paygCycle: '2' } : {}),
    })
    await sql`
      update company set contract_start_date = ${startDate}, contract_end_date = ${endDate}, allow_issue = ${allowIssue},
        allow_redeem = ${allowRedeem}, min_redeem_points = ${company.minRedeemPoints}, redeem_step = ${company.redeemStep},
        max_redeem_ratio = ${company.maxRedeemRatio}
      where company_no = ${companyNo}`.execute(db)
  }
  for (const { companyNo, code, isEnabled, openDate, closeDate } of settings.stores) {
    await addStore(db, companyNo, code, { status: isEnabled ? '1' : '0' })
    await sql`update retail_store set open_date = ${openDate}, close_date = ${closeDate} where company_no = ${companyNo} and partner_store_code = ${code}`.execute(
      db,
    )
  }
  for (const reward of settings.rewards) {
    const { no, companyNo, type, storeCodes, expiry } = reward
    const storeNos = storeCodes.map((code) => `${companyNo}0${code.slice(1)}`)
    await sql`
      insert into reward_point (reward_point_no, company_no, reward_point_name, reward_type, spend_amount, reward_points, rounding_mode,
        min_spend, max_points_per_txn, payment_types, store_scope, retail_store_nos, exclude_point_part, expiry_rule, expiry_value,
        expiry_date, effective_delay_days, priority, is_default, start_date, end_date, status)
      values (${no}, ${companyNo}, ${no}, ${type}, ${type === '1' ? reward.spendAmount : null}, ${reward.rewardPoints},
        ${reward.isHalfUp ? '2' : '1'}, ${reward.minSpend}, ${reward.maxPoints}, ${JSON.stringify(reward.paymentTypes)}::jsonb,
        ${storeNos.length > 0 ? '2' : '1'}, ${JSON.stringify(storeNos)}::jsonb, ${reward.excludesPointPart}, ${expiry.rule},
        ${'value' in expiry ? expiry.value : null}, ${'date' in expiry ? expiry.date : null}, ${reward.delayDays}, ${reward.priority},
        ${reward.isDefault}, ${reward.startDate}, ${reward.endDate}, '3')`.execute(db)
  }
  for (const extra of settings.extras) {
    const previous = settings.extras.find((one) => one.setting === extra.setting && one.endDate < extra.startDate)
    await sql`
      insert into payer_extra_ratio (extra_ratio_no, payer_company_no, company_no, card_prefixes, base_bearer, extra_ratio, payer_share_ratio,
        monthly_cap_points, unit_price, priority, start_date, end_date, status, previous_id)
      values (${extra.no}, ${settings.bank}, ${extra.companyNo}, ${JSON.stringify([extra.cardPrefix])}::jsonb,
        ${extra.isBaseOfPayer ? '2' : '1'}, ${extra.ratio}, ${extra.payerShare}, ${extra.monthlyCap}, 0.95, ${extra.priority},
        ${extra.startDate}, ${extra.endDate}, '3', (select id from payer_extra_ratio where extra_ratio_no = ${previous?.no ?? ''}))`.execute(
      db,
    )
  }
  for (const one of settings.exchanges) {
    await sql`
      insert into point_exchange (point_exchange_no, company_no, partner_point_name, direction, partner_points, platform_points, min_points,
        step_points, daily_limit, monthly_limit, unit_price, start_date, end_date, status)
      values (${one.no}, ${settings.bank}, '紅利', ${one.direction}, ${one.partnerPoints}, ${one.platformPoints}, ${one.minPoints},
        ${one.stepPoints}, ${one.dailyLimit}, ${one.monthlyLimit}, 0.98, '2024-01-01', '2034-12-31', '3')`.execute(db)
  }
  for (const one of settings.activities) {
    await sql`
      insert into activity (activity_code, activity_name, company_no, activity_type, cost_bearer, fixed_points, min_amount, start_at, end_at,
        store_scope, member_scope, require_code, budget_points, per_member_daily, expiry_rule, expiry_value, status)
      values (${one.code}, ${one.code}, ${one.companyNo}, '2', '1', ${one.fixedPoints}, ${one.minAmount}, '2024-01-01', '2034-01-01', '1', '1',
        true, ${one.budget}, ${one.perMemberDaily}, ${one.expiry.rule}, ${'value' in one.expiry ? one.expiry.value : null}, '3')`.execute(
      db,
    )
  }
}

async function insertLimits(db: Database, members: readonly string[]): Promise<void> {
  await sql`delete from negative_restriction`.execute(db)
  for (const [index, { companyNo, member, limitPoints, mayRefuse }] of settings.limits.entries()) {
    const scope = member !== null ? '3' : companyNo !== null ? '2' : '1'
    await sql`
      insert into negative_restriction (restriction_no, scope, company_no, member_no, limit_points, over_limit_action, start_date, end_date,
        status)
      values (${`NR9${index}`}, ${scope}, ${companyNo}, ${member === null ? null : members[member]}, ${limitPoints}, ${mayRefuse ? '1' : '2'},
        '2020-01-01', '2099-12-31', '3')`.execute(db)
  }
}

/** `expected` may contain patterns for values that only the product knows. */
function differs(expected: unknown, actual: unknown): boolean {
  if (expected instanceof RegExp) return typeof actual !== 'string' || !expected.test(actual)
  return JSON.stringify(expected) !== JSON.stringify(actual)
}

function compareReplay(first: Body, actual: Body): string | null {
  const wanted = { ...first, replayed: true }
  // The order of members means nothing: the database gives back what it stored in an order of its own.
  return isDeepStrictEqual(wanted, actual) ? null : `expected the first answer again: ${JSON.stringify(wanted)}`
}

function compare(expected: Expected, actual: Body): string | null {
  if ('codes' in expected) {
    if (!expected.codes.has(String(actual.code))) return `expected ${[...expected.codes].join(' or ')}`
    const { shortagePoints } = expected
    return shortagePoints === undefined || actual.shortagePoints === shortagePoints ? null : `expected shortagePoints ${shortagePoints}`
  }
  if (expected.replayOf) return compareReplay(expected.replayOf, actual)
  if (actual.code !== '0000') return `expected 0000 ${JSON.stringify(expected.fields)}`
  const wrong = Object.entries(expected.fields).filter(([field, value]) => differs(value, actual[field]))
  if (wrong.length > 0) return `expected ${wrong.map(([field, value]) => `${field} ${String(JSON.stringify(value) ?? value)}`).join(', ')}`
  if (expected.isPosted === null || expected.isPosted === (actual.transactionNo !== null)) return null
  return `expected ${expected.isPosted ? 'a' : 'no'} transaction`
}

/** Lots of all members as `member expiry effective points`, and their debts. */
async function storedHoldings(db: Database, today: string): Promise<readonly string[]> {
  const { rows } = await sql<{ line: string }>`
    select a.owner_id || ' ' || l.expire_date || ' ' || l.effective_date || ' ' || sum(l.remaining_points) as line
    from point_lot l join point_account a on a.id = l.account_id
    where a.class = 'MEMBER' and l.remaining_points > 0 and l.expire_date >= ${today} group by a.owner_id, l.expire_date, l.effective_date
    union all
    select member_no || ' owes ' || sum(outstanding_points) from member_pending_point where outstanding_points > 0 group by member_no`.execute(
    db,
  )
  return rows.map(({ line }) => line).sort()
}

function modelHoldings(model: PartnerModel): readonly string[] {
  const sums = new Map<string, number>()
  const owed: string[] = []
  for (const member of model.members.values()) {
    model.balanceOf(member)
    for (const { expire, effective, remaining } of member.lots) {
      const key = `${member.memberNo} ${expire} ${effective}`
      sums.set(key, (sums.get(key) ?? 0) + remaining)
    }
    const debt = member.debts.reduce((sum, { points }) => sum + points, 0)
    if (debt > 0) owed.push(`${member.memberNo} owes ${debt}`)
  }
  return [...[...sums].map(([key, points]) => `${key} ${points}`), ...owed].sort()
}

async function makeHappen({ app, database }: TestServer, event: ModelEvent, now: Date): Promise<void> {
  const { db } = database
  if (event.event === 'memberStatus') await sql`update member set status = ${event.status} where member_no = ${event.member}`.execute(db)
  if (event.event === 'contract')
    await sql`
      update company set contract_status = ${event.status}, terminate_date = ${event.status === '9' ? dayOf(now) : null}
      where company_no = ${event.companyNo}`.execute(db)
  if (event.event === 'restock') await restock(db, event.points, now)
  if (event.event === 'expiryJob') await ledger.expireAll(app.db, now)
}

let restocks = 0

async function restock(db: Database, points: number, now: Date): Promise<void> {
  restocks += 1
  const context = { now, businessAt: now, companyNo: settings.cinema, retailStoreNo: null, createdBy: '測試' }
  const source = { work: 'CENTER_SALE', workId: `model ${restocks}` }
  const kind = { kind: 'centerSale', companyNo: settings.cinema } as const
  await ledger.run(db, (trx) => ledger.transfer(trx, { context: { ...context, source }, transfer: kind, points }))
}

export async function openModelWorld(options: Pick<TestServerOptions, 'run'> = {}): Promise<ModelWorld> {
  let now = settings.modelStart
  const server = await startTestServer({ clock: { now: () => now }, ...options })
  const { db } = server.database
  const { secrets } = server.app
  await insertSettings(db)
  const members = await insertMembers(db, settings.memberCount)
  await sql`select setval('member_number', 100000)`.execute(db)
  await insertLimits(db, members)
  const model = new PartnerModel()
  model.now = now
  const rows = await db.selectFrom('member').select(['memberNo', 'mobile']).orderBy('memberNo').execute()
  for (const [index, { memberNo, mobile }] of rows.entries()) {
    const isClosed = settings.closedMembers.has(index)
    if (isClosed) await sql`update member set status = '3' where member_no = ${memberNo}`.execute(db)
    model.addMember(memberNo, mobile, isClosed ? '3' : '1')
  }
  await restock(db, settings.firstStock, now)
  const clients: PartnerClient[] = []
  for (const { companyNos, without } of settings.platforms) {
    const allowedApis = allApis.filter((api) => !without.includes(api))
    const account = await addPlatform(db, secrets.fieldEncryption, now, { companyNos, allowedApis })
    clients.push(new PartnerClient(account, injectInto(server), () => now))
  }

  const met = new Map<string, number>()
  const take = async (step: Step): Promise<string | null> => {
    now = new Date(step.at)
    model.now = now
    if ('happens' in step) {
      model.happen(step.happens)
      await makeHappen(server, step.happens, now)
      return null
    }
    const { call } = step
    const expected = model.expect(call)
    const { body } = (await clients[call.platform]?.call(call.name, call.body)) ?? { body: {} as Body }
    const name = `${call.name} ${body.replayed === true ? 'again' : String(body.code)}`
    met.set(name, (met.get(name) ?? 0) + 1)
    const difference = compare(expected, body)
    if (difference !== null) return `${difference}\n  but was ${JSON.stringify(body)}`
    if (!('codes' in expected) && !expected.replayOf) model.remember(call, body)
    return null
  }

  const compareAll = async (): Promise<readonly string[]> => {
    const [stored, known] = [await storedHoldings(db, dayOf(now)), modelHoldings(model)]
    const stock = await sql<{ balance: number }>`select balance from point_account where class = 'PREPAID'`.execute(db)
    const results = await verifyLedger(db)
    return [
      ...stored.filter((line) => !known.includes(line)).map((line) => `only the product has ${line}`),
      ...known.filter((line) => !stored.includes(line)).map((line) => `only the model has ${line}`),
      ...(stock.rows[0]?.balance === model.stock ? [] : [`stock ${stock.rows[0]?.balance} instead of ${model.stock}`]),
      ...(isSound(results) ? [] : results.map(lineOf)),
    ]
  }
  return { model, met, take, compareAll, close: () => server.close() }
}
