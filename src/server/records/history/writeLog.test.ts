import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Trx } from '../../platform/database/tables.ts'
import { savepoint, transact } from '../../platform/database/transact.ts'
import { actorOf, callBy, openSampleEngine, queryOf, type SampleEngine } from '../testing/sampleEngine.ts'
import { transactWithLogAtEnd } from './writeLog.ts'

const maker = actorOf('maker')
/** Rows of a log stay, so each test writes at a time of its own. */
const hour = (number: number) => new Date(Date.UTC(2027, 0, 1, number))

describe('a transaction with its log at the end', () => {
  let sample: SampleEngine
  let numbers = 0

  beforeAll(async () => {
    sample = await openSampleEngine('table')
    sample.addHooks({ beforeCreate: (_context, input) => ({ sampleNo: `S${++numbers}`, ...input }) })
  }, 180_000)
  afterAll(() => sample.close())
  beforeEach(() => sample.reset())

  const create = (trx: Trx, now: Date, sampleName: string) =>
    sample.engine.create(callBy(sample, maker, { db: trx, now }), { sampleName, companyNo: 'C000001', category: 'A', points: 1 })

  /** What was logged at a time, with how much later each row is. */
  async function logOf(db: SampleEngine['db'] | Trx, now: Date) {
    const { rows: histories } = await sql<{ recordLabel: string }>`
      select h.label, h.record_label as "recordLabel", h.occurred_at - ${now} as later, count(c.history_id)::int as changes
      from record_history h left join record_change c on c.history_id = h.id
      where date_trunc('hour', h.occurred_at) = ${now} group by h.id order by h.sequence`.execute(db)
    const { rows: actions } = await sql`
      select regexp_replace(action, '[0-9]+$', '') as action, (occurred_at - ${now})::text as later from user_action_log
      where date_trunc('hour', occurred_at) = ${now} order by 2, 1`.execute(db)
    return { histories, actions }
  }

  const namesOf = async (now: Date) => (await logOf(sample.db, now)).histories.map(({ recordLabel }) => recordLabel)

  it('leaves the same log as single writes, after the work', async () => {
    const names = ['甲', '乙', '丙']
    const writeAll = (now: Date) => async (trx: Trx) => {
      for (const name of names) {
        const record = await create(trx, now, name)
        await sample.engine.update(callBy(sample, maker, { db: trx, now }), record.id, record.rowVersion, { points: 2 })
      }
      return logOf(trx, now)
    }
    const single = await transact(sample.db, writeAll(hour(1)))
    await sample.reset()
    expect(await transactWithLogAtEnd(sample.db, writeAll(hour(2)))).toEqual({ histories: [], actions: [] })
    expect(await logOf(sample.db, hour(2))).toEqual(single)
    expect(await namesOf(hour(2))).toEqual(names.flatMap((name) => [name, name]))
  })

  it('tells of no write that a savepoint has undone, and of those around it', async () => {
    const now = hour(3)
    await transactWithLogAtEnd(sample.db, async (trx) => {
      await create(trx, now, '甲')
      const undone = savepoint(trx, async () => {
        await create(trx, now, '乙')
        await savepoint(trx, () => create(trx, now, '丙'))
        throw new Error('no')
      })
      await expect(undone).rejects.toThrow('no')
      await savepoint(trx, () => create(trx, now, '丁'))
    })
    expect(await namesOf(now)).toEqual(['甲', '丁'])
  })

  it('leaves neither records nor log of a work that fails', async () => {
    const work = transactWithLogAtEnd(sample.db, async (trx) => {
      await create(trx, hour(4), '甲')
      throw new Error('no')
    })
    await expect(work).rejects.toThrow('no')
    expect(await logOf(sample.db, hour(4))).toEqual({ histories: [], actions: [] })
    expect((await sample.engine.list(callBy(sample, maker), queryOf())).rows).toEqual([])
  })
})
