import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { userActionType } from '../../src/rules/codes.generated.ts'
import { verifyLedger } from '../../src/server/domain/points/verify/verifyLedger.ts'
import { systemActor } from '../../src/server/platform/actor.ts'
import { writeUserAction } from '../../src/server/platform/audit.ts'
import { outsideTransaction } from '../../src/server/platform/database/guardedPool.ts'
import { transact } from '../../src/server/platform/database/transact.ts'
import { hasRaces, startTestServer, type TestServer } from '../support/testServer.ts'

let server: TestServer

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const write = (action: string) => ({ actor: systemActor, userActionType: userActionType.other, action })

async function chainsBroken(): Promise<number> {
  const results = await verifyLedger(server.database.db)
  return results.find((result) => result.id === 'I7A')?.violations ?? Number.NaN
}

describe('the hash chains of the audit', () => {
  it('the hash chains of the audit take the rows of many transactions at a time, some of which are taken back', async () => {
    const { db } = server.database
    const work = Array.from({ length: 24 }, (_, number) =>
      transact(db, async (trx) => {
        await writeUserAction(trx, write(`a${number}`))
        await sleep(number % 5)
        await writeUserAction(trx, write(`b${number}`))
        if (number % 4 === 3) throw new Error('taken back')
      }).catch((error: Error) => {
        if (error.message !== 'taken back') throw error
      }),
    )
    await Promise.all(work)
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from user_action_log where action ~ '^[ab][0-9]+$'`.execute(db)
    expect(rows[0]?.count).toBe(36)
    expect(await chainsBroken()).toBe(0)
  })

  it.runIf(hasRaces())('the hash chains of the audit never make one transaction wait for another', async () => {
    const { db } = server.database
    await transact(db, async (first) => {
      await writeUserAction(first, write('first'))
      // With a single chain this would wait for the end of the first transaction, which waits for this one.
      await outsideTransaction(() => transact(db, (second) => writeUserAction(second, write('second'))))
    })
    expect(await chainsBroken()).toBe(0)
  })
})
