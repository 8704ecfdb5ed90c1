import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { preparingRepeats } from '../../src/server/platform/database/prepared.ts'
import type { Trx } from '../../src/server/platform/database/tables.ts'
import { savepoint, transact } from '../../src/server/platform/database/transact.ts'
import { startTestServer, type TestServer } from '../support/testServer.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const preparedTexts = async (trx: Trx) =>
  (await sql<{ statement: string }>`select statement from pg_prepared_statements where name like 'repeated%'`.execute(trx)).rows.map(
    ({ statement }) => statement,
  )
const twice = async (trx: Trx, number: number) =>
  (await sql<{ twice: number }>`select ${number}::int * 2 as twice`.execute(trx)).rows[0]?.twice
const share = (trx: Trx, number: number) => sql`select 1 / ${number}::int`.execute(trx)

describe('statements of a long work', () => {
  it('answer the same, and are prepared from their third run on until the end of the work', async () => {
    const { app } = server
    for (const run of [1, 2]) {
      await transact(app.db, async (trx) => {
        await preparingRepeats(trx, async () => {
          expect([await twice(trx, run), await twice(trx, 2)]).toEqual([run * 2, 4])
          expect(await preparedTexts(trx)).toEqual([])
          expect([await twice(trx, 3), await twice(trx, 4)]).toEqual([6, 8])
          expect(await preparedTexts(trx)).toEqual([expect.stringContaining('* 2 as twice')])
        })
        expect(await preparedTexts(trx)).toEqual([])
        expect(await twice(trx, 5)).toBe(10)
      })
    }
  })

  it('fail within a savepoint, are undone, and run again', async () => {
    await transact(server.app.db, async (trx) => {
      await preparingRepeats(trx, async () => {
        for (let run = 0; run < 5; run += 1) {
          await expect(savepoint(trx, () => share(trx, 0))).rejects.toThrow('division by zero')
          await share(trx, 1)
        }
      })
      expect(await preparedTexts(trx)).toEqual([])
    })
  })

  it('fail as a whole like any other transaction, and the connection goes on', async () => {
    const failing = transact(server.app.db, (trx) =>
      preparingRepeats(trx, async () => {
        for (let run = 0; run < 4; run += 1) await twice(trx, run)
        await share(trx, 0)
      }),
    )
    await expect(failing).rejects.toThrow('division by zero')
    await transact(server.app.db, (trx) =>
      preparingRepeats(trx, async () => {
        for (let run = 0; run < 4; run += 1) expect(await twice(trx, run)).toBe(run * 2)
      }),
    )
  })
})
