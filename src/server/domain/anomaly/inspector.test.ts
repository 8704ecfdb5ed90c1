import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { txnKind } from '../../../rules/codes.generated.ts'
import type { Database, Trx } from '../../platform/database/tables.ts'
import { ledger } from '../points/ledger.ts'
import { insertCompany, insertMembers, openLedgerDatabase } from '../points/testing/ledgerDatabase.ts'
import { contextOn, plainRule } from '../points/testing/postingContexts.ts'
import type { InspectedPosting } from './events.ts'
import { AnomalyInspector, AnomalyRefusal } from './inspector.ts'
import { RuleCache } from './ruleCache.ts'

const companyNo = 'C000101'
let db: Database
let close: () => Promise<void>
let members: readonly string[]
let next = 0
let memberNo: string
let inspector: AnomalyInspector

beforeAll(async () => {
  ;({ db, close } = await openLedgerDatabase())
  await insertCompany(db, { companyNo })
  members = await insertMembers(db, 20)
}, 120_000)
afterAll(() => close())
beforeEach(async () => {
  memberNo = members[next++] as string
  await sql`delete from warning_rule`.execute(db)
  await sql`delete from anomaly_outbox`.execute(db)
  inspector = new AnomalyInspector(new RuleCache({ now: () => new Date() }), { now: () => new Date() })
})

async function insertRule(ruleCode: string, values: Record<string, unknown>): Promise<void> {
  await db
    .insertInto('warningRule')
    .values({ warningRuleNo: ruleCode, ruleCode, scope: '1', severity: '2', action: '2', isEnabled: true, ...values } as never)
    .execute()
}

const posting = (values: Partial<InspectedPosting>): InspectedPosting => ({
  transactionId: 1,
  transactionNo: 'T20250110000000001',
  kind: txnKind.issue,
  businessAt: new Date('2025-01-10T04:00:00Z'),
  companyNo,
  retailStoreNo: `${companyNo}0001`,
  memberNo,
  points: 1,
  amount: 100,
  ...values,
})

/** A sale of 100 NT$ at a time, inspected in its transaction; answers what became of it. */
async function sell(at: string): Promise<string> {
  const businessAt = new Date(at)
  const context = contextOn('2025-01-10', companyNo, { businessAt, now: new Date('2025-01-10T05:00:00Z') })
  const work = async (trx: Trx) => {
    const { posted } = await ledger.issue(trx, { context, memberNo, amount: 100, rule: plainRule })
    await inspector.inspect(trx, posting({ businessAt, transactionId: posted?.transactionId ?? 0 }))
  }
  return ledger.run(db, work).then(
    () => 'posted',
    (error: AnomalyRefusal) => error.code,
  )
}

const inspect = (values: Partial<InspectedPosting>) =>
  ledger
    .run(db, (trx) => inspector.inspect(trx, posting(values)))
    .then(
      () => 'posted',
      (error: AnomalyRefusal) => error.code,
    )

describe('R01 in the posting transaction', () => {
  it('refuses the sixth transaction within ten minutes and leaves nothing of it', async () => {
    await insertRule('R01', { windowMinutes: 10, thresholdCount: 5 })
    for (const minute of [0, 2, 4, 6, 8]) expect(await sell(`2025-01-10T04:0${minute}:00Z`)).toBe('posted')
    expect(await sell('2025-01-10T04:10:00Z')).toBe('E1401')
    expect(await sell('2025-01-10T04:10:01Z')).toBe('posted')
    const { rows } = await sql`select from point_transaction where member_no = ${memberNo}`.execute(db)
    expect(rows).toHaveLength(6)
  })

  it('counts sales that come in late by when they happened, in whatever order', async () => {
    await insertRule('R01', { windowMinutes: 10, thresholdCount: 2 })
    expect(await sell('2025-01-10T03:09:00Z')).toBe('posted')
    expect(await sell('2025-01-10T03:05:00Z')).toBe('posted')
    expect(await sell('2025-01-10T03:19:30Z')).toBe('posted')
    expect(await sell('2025-01-10T03:00:00Z')).toBe('E1401')
  })
})

describe('R02 and R03 in the posting transaction', () => {
  it.each([
    ['R02', txnKind.issue, 50_000],
    ['R03', txnKind.redeem, 30_000],
  ] as const)('%s refuses above its threshold, not at it, and only its kind', async (ruleCode, kind, thresholdPoints) => {
    await insertRule(ruleCode, { thresholdPoints })
    expect(await inspect({ kind, points: thresholdPoints })).toBe('posted')
    expect(await inspect({ kind, points: thresholdPoints + 1 })).toBe('E1401')
    const other = kind === txnKind.issue ? txnKind.redeem : txnKind.issue
    expect(await inspect({ kind: other, points: thresholdPoints + 1 })).toBe('posted')
  })

  it('lets a posting pass with a warning to be written when it only warns', async () => {
    await insertRule('R02', { thresholdPoints: 10, action: '1' })
    expect(await inspect({ points: 11 })).toBe('posted')
    const { rows } = await sql<{ event: { kind: string; hits: unknown[] } }>`select event from anomaly_outbox`.execute(db)
    expect(rows[0]?.event).toMatchObject({ kind: 'posted', hits: [{ ruleCode: 'R02', measured: 11 }] })
  })

  it('uses the row of the company before that of the system, and a disabled one switches the rule off', async () => {
    await insertRule('R02', { thresholdPoints: 10 })
    await insertRule('R02', { warningRuleNo: 'own', scope: '2', companyNo, thresholdPoints: 100, isEnabled: false })
    expect(await inspect({ points: 11 })).toBe('posted')
    expect(await inspect({ points: 11, companyNo: null })).toBe('E1401')
  })
})

describe('a refusal', () => {
  it('a refusal is remembered although the posting is not', async () => {
    await insertRule('R02', { thresholdPoints: 10 })
    const request = { platformNo: 'P0001', externalTxnNo: 'X1', kind: '10', requestHash: 'a', now: new Date() }
    const refused = ledger.answerOnce(
      db,
      request,
      async (trx) => {
        await inspector.inspect(trx, posting({ points: 11 }))
        return { response: {}, transactionId: null }
      },
      inspector.rememberRefusal,
    )
    await expect(refused).rejects.toBeInstanceOf(AnomalyRefusal)
    const { rows } = await sql<{ event: { kind: string } }>`select event from anomaly_outbox`.execute(db)
    expect(rows.map((row) => row.event.kind)).toEqual(['refused'])
  })
})
