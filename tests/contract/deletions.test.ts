import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Entity } from '../../src/language/documents/entity.ts'
import { systemActor } from '../../src/server/platform/actor.ts'
import type { Trx } from '../../src/server/platform/database/tables.ts'
import type { StoredRecord } from '../../src/server/records/hooks.ts'
import { modelOf } from '../../src/server/records/model.ts'
import { assertNotReferenced, type Reference, referencesTo } from '../../src/server/records/references.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'
import { signIn, type TestSession } from './identitySession.ts'
import type { Row } from './rows.ts'

let server: TestServer
let ops: TestSession

beforeAll(async () => {
  server = await startTestServer({ demo: true })
  ops = await signIn(server, 'ops01')
})

afterAll(() => server.close())

/** Entities with a button that removes a record; users are soft-deleted. */
function deletableEntities(): readonly Entity[] {
  const { screens, entities } = server.app.documents.current()
  const isRemovable = ({ name }: Entity) =>
    [...screens.values()].some((screen) => screen.entity.name === name && screen.list.rowActions.some((action) => action === 'delete'))
  return [...entities.values()].filter((entity) => entity.name !== 'user' && isRemovable(entity)).sort((a, b) => (a.name < b.name ? -1 : 1))
}

const entitiesInForce = () => [...server.app.documents.current().entities.values()]

/** Changes made inside are rolled back. */
async function inVain(work: (trx: Trx) => Promise<void>): Promise<void> {
  const done = new Error('done')
  const outcome = await server.app.db
    .transaction()
    .execute(async (trx) => {
      await work(trx as Trx)
      throw done
    })
    .catch((error: unknown) => error)
  if (outcome !== done) throw outcome
}

/** Replaces a table by an empty one without constraints, for this transaction. */
async function standIn(trx: Trx, table: string): Promise<void> {
  await sql`create temporary table ${sql.table(table)} on commit drop as select * from ${sql.table(table)} limit 0`.execute(trx)
}

const record = { id: 4711, rowVersion: 1, companyNo: 'C000999' } as const

function named(entity: Entity): StoredRecord {
  return { ...record, [entity.key]: entity.key === 'companyNo' ? record.companyNo : 'X000999' }
}

async function insertName(trx: Trx, { table, column, kind, names, member = '', isByCompany }: Reference, entity: Entity): Promise<void> {
  const value = names === 'id' ? String(record.id) : String(named(entity)[entity.key])
  const text = { column: value, list: JSON.stringify([value]), rows: JSON.stringify([{ [member]: value }]), document: '' }[kind]
  const company = isByCompany && column !== 'company_no' ? record.companyNo : null
  if (company === null) await sql`insert into ${sql.table(table)} (${sql.id(column)}) values (${text})`.execute(trx)
  else await sql`insert into ${sql.table(table)} (${sql.id(column)}, company_no) values (${text}, ${company})`.execute(trx)
}

describe('what other records name', () => {
  it('what other records name is known for every entity whose records can be removed', async () => {
    const found: Record<string, readonly string[]> = {}
    for (const entity of deletableEntities()) {
      const references = await referencesTo(server.app.db, modelOf(entity), entitiesInForce())
      found[entity.name] = references.map(({ table, column, member }) => [table, column, member].filter(Boolean).join('.'))
    }
    expect(found).toMatchInlineSnapshot(`
      {
        "activity": [
          "activity_adjustment.activity_code",
          "activity_adjustment.activity_id",
          "activity_event.activity_code",
          "activity_event.activity_id",
          "activity_run.activity_id",
          "log_activity_exception.activity_code",
          "point_lot.activity_code",
          "point_transaction.activity_code",
        ],
        "announcement": [],
        "codeTable": [],
        "company": [
          "aberrant_point_remark.company_no",
          "activity.company_no",
          "activity_adjustment.company_no",
          "activity_event.company_no",
          "adjustment_sheet.company_no",
          "announcement.company_nos",
          "app_user.company_no",
          "bank_file.company_no",
          "bank_line.company_no",
          "center_sale.company_no",
          "change_request.company_no",
          "company_discount.company_no",
          "company_group.parent_company_no",
          "company_period.company_no",
          "connection_platform.company_nos",
          "coupon_batch.supplier_company_no",
          "coupon_card.company_no",
          "invoice_document.company_no",
          "log_activity_exception.company_no",
          "member_pending_point.company_no",
          "month_run_verdict.company_no",
          "negative_restriction.company_no",
          "partner_pointless_sale.company_no",
          "partner_reconciliation.company_no",
          "payer_extra_ratio.company_no",
          "payer_extra_ratio.payer_company_no",
          "point_entry.company_no",
          "point_exchange.company_no",
          "point_lot.issuer_company_no",
          "point_transaction.company_no",
          "remainder_point.company_no",
          "retail_store.company_no",
          "reward_point.company_no",
          "statement.company_no",
          "warning_rule.company_no",
          "warning_transaction.company_no",
          "yearly_discount.company_no",
          "yearly_statement.company_no",
          "company_group.members.companyNo",
        ],
        "companyDiscount": [],
        "companyGroup": [],
        "corporateSettlement": [
          "coupon_card.settlement_no",
          "point_serial.settlement_no",
          "serial_mail.settlement_no",
        ],
        "couponBatch": [
          "coupon.coupon_batch_no",
          "exchange_line.coupon_batch_no",
        ],
        "invoiceTrack": [],
        "negativeRestriction": [],
        "payerExtraRatio": [],
        "pointExchange": [],
        "retailStore": [
          "aberrant_point_remark.retail_store_no",
          "activity.retail_store_nos",
          "adjustment_sheet.retail_store_no",
          "coupon.used_retail_store_no",
          "coupon_batch.retail_store_nos",
          "log_activity_exception.retail_store_no",
          "member_pending_point.retail_store_no",
          "point_entry.retail_store_no",
          "point_transaction.retail_store_no",
          "reward_point.retail_store_nos",
          "warning_transaction.retail_store_no",
        ],
        "rewardPoint": [
          "app_user.reward_point_id",
          "point_transaction.reward_point_id",
          "retail_store.reward_point_id",
        ],
        "role": [],
        "warningRule": [
          "warning_transaction.warning_rule_id",
        ],
        "webhook": [],
        "yearlyDiscount": [],
      }
    `)
  })

  it('what other records name cannot be removed, by any of the names', async () => {
    const passed: string[] = []
    for (const entity of deletableEntities()) {
      const model = modelOf(entity)
      const references = await referencesTo(server.app.db, model, entitiesInForce())
      for (const reference of references) {
        await inVain(async (trx) => {
          for (const table of new Set(references.map((one) => one.table))) await standIn(trx, table)
          await expect(assertNotReferenced(trx, model, entitiesInForce(), named(entity))).resolves.toBeUndefined()
          await insertName(trx, reference, entity)
          const refusal = assertNotReferenced(trx, model, entitiesInForce(), named(entity))
          await expect(refusal, `${entity.name} by ${reference.table}.${reference.column}`).rejects.toMatchObject({ code: 'M11' })
        })
        passed.push(`${reference.table}.${reference.column}`)
      }
    }
    expect(passed.length).toBeGreaterThan(20)
  })

  it('what other records name of an outlet are the entries of the ledger', async () => {
    const { rows } = await sql<{ id: number; retailStoreNo: string }>`
      select s.id, s.retail_store_no as "retailStoreNo" from retail_store s
      where exists (select from point_entry e where e.company_no = s.company_no and e.retail_store_no = s.retail_store_no)
        and not exists (select from reward_point r where r.retail_store_nos @> to_jsonb(array[s.retail_store_no]))
      order by s.retail_store_no limit 1`.execute(server.database.db)
    const [store] = rows
    if (!store) throw new Error('no outlet has entries')
    const answer = await ops.delete(`/api/company/retail_store/${store.id}`)
    expect([answer.statusCode, answer.body]).toEqual([409, '資料已被使用，無法刪除。'])
    const kept = (await ops.get(`/api/company/retail_store/${store.id}`)).json<Row>()
    expect(kept.retailStoreNo).toBe(store.retailStoreNo)
  })

  it('what other records name goes when nobody names it', async () => {
    await inVain(async (trx) => {
      const found = await trx.selectFrom('retailStore').selectAll().where('status', '=', '1').executeTakeFirstOrThrow()
      const { id: _id, ...values } = found
      const added = await trx
        .insertInto('retailStore')
        .values({
          ...values,
          retailStoreNo: `${found.companyNo}9999`,
          partnerStoreCode: 'new',
          terminalIds: JSON.stringify([]),
        } as never)
        .returning('id')
        .executeTakeFirstOrThrow()
      const call = { actor: systemActor, screen: null, entity: 'retailStore', now: new Date(), db: trx, afterCommit: () => undefined }
      await server.app.records.remove(call, added.id, undefined)
      expect(await trx.selectFrom('retailStore').select('id').where('id', '=', added.id).execute()).toEqual([])
    })
  })
})
