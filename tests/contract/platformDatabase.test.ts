import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { json } from '../../src/server/platform/database/json.ts'
import { savepoint, transact } from '../../src/server/platform/database/transact.ts'
import { hasRaces, startTestServer, type TestServer } from '../support/testServer.ts'

let server: TestServer
const db = () => server.database.db

beforeAll(async () => {
  server = await startTestServer()
  await sql`create table counter (name text primary key, value int not null)`.execute(db())
})

afterAll(() => server.close())

describe('values', () => {
  it('read the same on both engines', async () => {
    const { rows } = await sql`select 9007199254740991::int8 as whole, 12.50::numeric(6,2) as price, date '2025-03-01' as day,
      timestamptz '2025-03-01T00:00:00Z' as moment, ${json({ companyNo: [1] })} as document, null::text as nothing`.execute(db())
    expect(rows[0]).toEqual({
      whole: 9007199254740991,
      price: 12.5,
      day: '2025-03-01',
      moment: new Date('2025-03-01T00:00:00Z'),
      document: { companyNo: [1] },
      nothing: null,
    })
  })

  it('fail loudly when an integer is not exact in JavaScript', async () => {
    await expect(sql`select 9007199254740993::int8 as whole`.execute(db())).rejects.toThrow(/safe range/)
  })
})

describe('random_id', () => {
  it('gives positive exact numbers that do not repeat', async () => {
    const { rows } = await sql<{ id: number }>`select random_id() as id from generate_series(1, 1000)`.execute(db())
    expect(new Set(rows.map((row) => row.id)).size).toBe(1000)
    expect(rows.every(({ id }) => id > 0 && id < 2 ** 48)).toBe(true)
  })
})

describe('next_number', () => {
  const next = (period: string) =>
    transact(db(), async (trx) => (await sql<{ n: number }>`select next_number('TEST', ${period}) as n`.execute(trx)).rows[0]?.n)

  it('counts per series and period without gaps, also after a rollback', async () => {
    expect(await next('202501')).toBe(1)
    const failed = transact(db(), async (trx) => {
      await sql`select next_number('TEST', '202501')`.execute(trx)
      throw new Error('changed my mind')
    })
    await expect(failed).rejects.toThrow('changed my mind')
    expect(await next('202501')).toBe(2)
    expect(await next('202502')).toBe(1)
  })

  it.runIf(hasRaces())('gives no number twice to parallel callers', async () => {
    const numbers = await Promise.all(Array.from({ length: 40 }, () => next('race')))
    expect([...numbers].sort((a, b) => (a ?? 0) - (b ?? 0))).toEqual(Array.from({ length: 40 }, (_, index) => index + 1))
  })
})

describe('transact', () => {
  it('throws at once when the database is used without its transaction', async () => {
    const mistake = transact(db(), async () => {
      await sql`select 1`.execute(db())
    })
    await expect(mistake).rejects.toThrow('without its `trx`')
  })

  it('refuses a transaction inside a transaction', async () => {
    await expect(transact(db(), () => transact(db(), async () => 1))).rejects.toThrow('second transaction')
  })

  it('reports a swallowed error instead of rolling back in silence', async () => {
    const swallowed = transact(db(), async (trx) => {
      await sql`insert into counter values ('lost', 1)`.execute(trx)
      await sql`select 1/0`.execute(trx).catch(() => undefined)
    })
    await expect(swallowed).rejects.toThrow('swallowed')
  })

  it('undoes only the savepoint whose work failed', async () => {
    await transact(db(), async (trx) => {
      await sql`insert into counter values ('kept', 1)`.execute(trx)
      const inner = savepoint(trx, async (point) => {
        await sql`insert into counter values ('undone', 1)`.execute(point)
        await sql`select 1/0`.execute(point)
      })
      await expect(inner).rejects.toThrow('division by zero')
    })
    const { rows } = await sql<{ name: string }>`select name from counter`.execute(db())
    expect(rows).toEqual([{ name: 'kept' }])
  })
})
