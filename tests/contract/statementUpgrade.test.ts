import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Executor, Trx } from '../../src/server/platform/database/tables.ts'
import { startTestServer } from '../support/testServer.ts'

const undone = Symbol('undone')

interface Kept {
  readonly no: string
  readonly status: string
  readonly credited: number
  readonly cleared: number
}

const readKept = async (db: Executor): Promise<readonly Kept[]> =>
  (
    await sql<Kept>`
      select statement_no as no, status, credited_amount as credited, cleared_receivable as cleared from statement order by statement_no`.execute(
      db,
    )
  ).rows

/** Nobody took an allowance off what was received then. */
const withoutAllowances = (statements: readonly Kept[]) => statements.filter(({ credited }) => credited === 0)

async function migrateAgain(trx: Trx, name: string): Promise<void> {
  await sql.raw(readFileSync(new URL(`../../src/server/migrations/${name}`, import.meta.url), 'utf8')).execute(trx)
}

/** As an installation was that kept neither with its statements. Objects that are made anew at each start are gone. */
async function takeColumnsAway(trx: Trx): Promise<void> {
  await sql`drop view payment_clearing, statement_left cascade`.execute(trx)
  await sql`alter table statement drop column credited_amount, drop column cleared_receivable`.execute(trx)
}

it('an older installation gets what was credited and cleared of every statement from its documents and payments', async () => {
  const server = await startTestServer({ demo: true })
  try {
    const before = await readKept(server.database.db)
    expect(before.filter(({ credited }) => credited > 0).length).toBeGreaterThan(0)
    expect(before.filter(({ cleared }) => cleared > 0).length).toBeGreaterThan(10)
    await server.database.db
      .transaction()
      .execute(async (trx) => {
        await takeColumnsAway(trx)
        await migrateAgain(trx, '0276_statement_left.sql')
        expect(await readKept(trx)).toEqual(before)
        // Of a time when no payment said what it cleared: the whole receivable was received first.
        await sql`alter table statement drop column credited_amount, drop column cleared_receivable`.execute(trx)
        await sql`alter table statement_payment drop column cleared_receivable`.execute(trx)
        await migrateAgain(trx, '0275_payment_clearing.sql')
        await migrateAgain(trx, '0276_statement_left.sql')
        expect(withoutAllowances(await readKept(trx))).toEqual(withoutAllowances(before))
        throw undone
      })
      .catch((error) => {
        if (error !== undone) throw error
      })
  } finally {
    await server.close()
  }
})

it('a statement that was paid in spite of an allowance is open again after the upgrade, for what is owed back', async () => {
  const server = await startTestServer({ demo: true })
  try {
    await server.database.db
      .transaction()
      .execute(async (trx) => {
        const [credited] = (await readKept(trx)).filter((one) => one.credited > 0)
        if (credited === undefined) throw new Error('no statement has an allowance')
        await takeColumnsAway(trx)
        await sql`alter table statement_payment drop column cleared_receivable`.execute(trx)
        // The whole receivable was received, as it was possible then.
        await sql`alter table statement_payment disable trigger user`.execute(trx)
        await sql`
          with whole as (
            update statement set status = '4', payment_status = '2', received_amount = greatest(receivable_amount + other_amount, 0), paid_amount = greatest(payable_amount, 0)
            where statement_no = ${credited.no} returning *
          ), gone as (delete from statement_payment using whole where statement_id = whole.id)
          insert into statement_payment (statement_id, paid_on, received_amount, paid_amount, is_net, created_by, created_at)
          select id, due_date, received_amount, paid_amount, false, 'fin01', now() from whole`.execute(trx)
        await sql`update company_period p set status = '4' from statement s where s.period_id = p.id and s.statement_no = ${credited.no}`.execute(
          trx,
        )
        await migrateAgain(trx, '0275_payment_clearing.sql')
        await migrateAgain(trx, '0276_statement_left.sql')
        const { rows } = await sql`
          select s.status, p.status as period, s.payment_status, s.received_amount - s.cleared_receivable as beyond
          from statement s join company_period p on p.id = s.period_id where s.statement_no = ${credited.no}`.execute(trx)
        expect(rows).toEqual([{ status: '3', period: '3', paymentStatus: '1', beyond: 0 }])
        throw undone
      })
      .catch((error) => {
        if (error !== undone) throw error
      })
  } finally {
    await server.close()
  }
})

it('what a server of the version before writes is added up too', async () => {
  const server = await startTestServer({ demo: true })
  try {
    await server.database.db
      .transaction()
      .execute(async (trx) => {
        const keptOf = async (no: string) => (await readKept(trx)).find((one) => one.no === no)
        const { rows: paid } = await sql<{ no: string }>`
          insert into statement_payment (statement_id, paid_on, received_amount, is_net, cleared_receivable, created_by, created_at)
          select id, due_date, 1, false, 1, 'fin01', now() from statement where status = '3' and receivable_amount > 1 limit 1
          returning (select statement_no from statement where id = statement_id) as no`.execute(trx)
        const owing = paid[0]?.no ?? ''
        const { rows: before } = await sql<{ cleared: number }>`
          select coalesce(sum(p.receivable), 0)::bigint as cleared
          from payment_clearing p join statement s on s.id = p.statement_id where s.statement_no = ${owing}`.execute(trx)
        expect(await keptOf(owing)).toMatchObject({ cleared: before[0]?.cleared })
        const [credited] = (await readKept(trx)).filter((one) => one.credited > 0)
        await sql`
          update invoice_document d set status = '3', voided_at = now() from invoice_document o, statement s
          where o.id = d.original_id and o.statement_id = d.statement_id and s.id = d.statement_id and d.doc_type = '2'
            and s.statement_no = ${credited?.no}`.execute(trx)
        expect(await keptOf(credited?.no ?? '')).toMatchObject({ credited: 0 })
        throw undone
      })
      .catch((error) => {
        if (error !== undone) throw error
      })
  } finally {
    await server.close()
  }
})
