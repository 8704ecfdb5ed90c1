import { sql } from 'kysely'
import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RecordFile } from '../engine.ts'
import { actorOf, callBy, openSampleEngine, queryOf, type SampleEngine } from '../testing/sampleEngine.ts'

const maker = actorOf('maker')

async function bytesOf(file: RecordFile): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of file.body) chunks.push(chunk)
  return Buffer.concat(chunks)
}

describe('exportFile', () => {
  let sample: SampleEngine

  beforeAll(async () => {
    sample = await openSampleEngine('table')
    // More than two pages, with repeated and with empty sort values.
    await sql`
      insert into sample (sample_no, company_no, sample_name, category, points, price, is_open, status, has_pending_change, account)
      select 'S' || lpad(n::text, 4, '0'), 'C000001', case n when 1 then '=SUM(A1)' else '名' || n end, 'A', n % 7,
        case when n % 3 = 0 then null else 0.1 end, true, '1', false, '0123456789'
      from generate_series(1, 2300) as n
    `.execute(sample.db)
  }, 180_000)
  afterAll(() => sample.close())

  it('writes every row once in the order of the list, with labels, masks and the 總計 row', async () => {
    const sort = [
      { field: 'price', direction: 'desc' as const },
      { field: 'points', direction: 'asc' as const },
    ]
    const file = await sample.engine.exportFile(callBy(sample, maker), queryOf({ sort }), 'xlsx')
    expect(file.fileName).toBe('樣本維護_20260301100304.xlsx')
    const [headings, ...rows] = await readSheet(await bytesOf(file))
    expect(headings?.slice(0, 5)).toEqual(['編號', '名稱', '類別', '點數', '單價'])
    expect(rows).toHaveLength(2301)
    expect(new Set(rows.slice(0, 2300).map((row) => row[0])).size).toBe(2300)
    const prices = rows.slice(0, 2300).map((row) => row[4])
    expect(prices.indexOf(0.1)).toBe(766)
    expect(rows[0]?.slice(2, 3)).toEqual(['甲類'])
    const account = headings?.indexOf('帳號') ?? -1
    expect(rows[0]?.[account]).toBe('****6789')
    expect(rows.at(-1)?.slice(0, 5)).toEqual(['總計', null, null, 6898, 153.4])
  })

  it('says beside the totals what they leave out and subtract', async () => {
    const call = callBy(sample, maker)
    if (!call.screen) throw new Error('the sample has a screen')
    const conditions = { totalsOf: { 'row.category': { ne: 'B' } }, totalsMinus: { 'row.category': { eq: 'A' } } }
    const screen = { ...call.screen, list: { ...call.screen.list, ...conditions } }
    const rows = await readSheet(await bytesOf(await sample.engine.exportFile({ ...call, screen }, queryOf(), 'xlsx')))
    expect(rows.at(-1)?.slice(0, 4)).toEqual(['總計（不含乙類；甲類為減項）', null, null, -6898])
  })

  it('defuses formulas and keeps numbers as numbers, in CSV too', async () => {
    const query = queryOf({ filters: [{ field: 'sampleName', op: 'contains', values: ['SUM'] }] })
    const [, row] = await readSheet(await bytesOf(await sample.engine.exportFile(callBy(sample, maker), query, 'xlsx')))
    expect(row?.[1]).toBe("'=SUM(A1)")
    expect(row?.[3]).toBe(1)
    const csv = (await bytesOf(await sample.engine.exportFile(callBy(sample, maker), query, 'csv'))).toString('utf8')
    expect(csv.startsWith('\ufeff"編號","名稱"')).toBe(true)
    expect(csv).toContain('"S0001","\'=SUM(A1)","甲類",1,0.1')
  })

  it('an export is written into the user action log', async () => {
    const { rows } = await sql<{ action: string }>`select action from user_action_log where user_action_type = '9'`.execute(sample.db)
    expect(rows[0]?.action).toBe('匯出樣本維護 2300 筆')
  })
})
