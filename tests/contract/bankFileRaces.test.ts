import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyAccounting } from '../../src/server/domain/accounting/public.ts'
import { hasRaces } from '../support/testServer.ts'
import { type BankWorld, type Cells, startBankWorld, xlsxOf } from './bankWorld.ts'
import { signIn } from './identitySession.ts'
import type { Row } from './rows.ts'

const line = (no: string, points: number): Cells => ['2026-02-01', null, no, '紅利轉入', points, points]

describe.runIf(hasRaces())('a bank’s file, by several people at once', () => {
  let world: BankWorld
  beforeAll(async () => {
    world = await startBankWorld()
  })
  afterAll(() => world.server.close())

  const db = () => world.server.app.db
  const inForce = (period: Row) =>
    db().selectFrom('bankFile').select(['id', 'lineCount']).where('periodId', '=', period.id).where('inForce', '=', true).execute()

  it('several files that are imported at once leave one in force, with its own lines', async () => {
    await world.convert('2026-02-01', 'A1', { points: 10 })
    const period = await world.period('202602B')
    const files = await Promise.all(
      [1, 2, 3, 4].map((count) => xlsxOf(Array.from({ length: count }, (_, index) => line(`A${index + 1}`, 10)))),
    )
    const other = await signIn(world.server, 'fin02')
    const answers = await Promise.all(files.map((file, index) => world.send(index % 2 === 0 ? world.fin : other, period, file)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
    const [file, ...more] = await inForce(period)
    expect(more).toEqual([])
    expect((await world.lines(period)).length).toBe(file?.lineCount)
  })

  it('an import and a close: either the close is refused, or the import', async () => {
    for (let round = 0; round < 6; round += 1) {
      const periodNo = `20250${round + 2}B`
      await world.convert(`2025-0${round + 2}-01`, `R${round}`, { points: 10 })
      const period = await world.period(periodNo)
      const bad = await xlsxOf([[`2025-0${round + 2}-01`, null, `X${round}`, '紅利轉入', 10, 10]])
      const [imported, closed] = await Promise.all([world.send(world.fin, period, bad), world.step(world.fin, period, 'close')])
      const outcome = [imported.statusCode, closed.statusCode].join()
      expect(['200,409', '409,200']).toContain(outcome)
      const after = await world.period(periodNo)
      expect([after.status, (await inForce(period)).length]).toEqual(closed.statusCode === 200 ? ['2', 0] : ['1', 1])
      if (closed.statusCode !== 200) {
        for (const each of await world.lines(period, 'open'))
          expect((await world.handle(world.fin, each, { remark: '已核對' })).statusCode).toBe(200)
        expect((await world.step(world.fin, await world.period(periodNo), 'close')).statusCode).toBe(200)
      }
    }
  })

  it('points that come while a period is closed are in the comparison or in the next period', async () => {
    for (const [round, month] of ['08', '09', '10', '11'].entries()) {
      const [periodNo, date] = [`2025${month}B`, `2025-${month}`]
      await world.convert(`${date}-01`, `S${round}`, { points: 10 })
      const period = await world.period(periodNo)
      await world.import(period, [[`${date}-01`, null, `S${round}`, '紅利轉入', 10, 10]])
      const fresh = await world.period(periodNo)
      const [closed] = await Promise.all([
        world.step(world.fin, fresh, 'close'),
        ...[1, 2, 3].map((each) => world.convert(`${date}-02`, `S${round}-${each}`, { points: 5, member: each % 2 })),
      ])
      const after = await world.period(periodNo)
      if (closed.statusCode === 200) expect([after.status, after.diffCount]).toEqual(['2', 0])
      else {
        expect(closed.body).toMatch(/尚有 \d 筆差異未處理。/)
        expect(after.status).toBe('1')
        for (const each of await world.lines(period, 'open'))
          expect((await world.handle(world.fin, each, { remark: '次期' })).statusCode).toBe(200)
        expect((await world.step(world.fin, await world.period(periodNo), 'close')).statusCode).toBe(200)
      }
    }
    expect((await verifyAccounting(db())).filter(({ violations }) => violations > 0)).toEqual([])
  })

  it('two who handle one difference: the one who saw the older state is told so', async () => {
    const period = await world.period('202602B')
    await world.import(period, [line('Z1', 10)])
    const [bank] = (await world.lines(period, 'bankOnly')) as [Row]
    const answers = await Promise.all(['一', '二', '三'].map((remark) => world.handle(world.fin, bank, { remark })))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
  })
})
