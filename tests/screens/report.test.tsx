// @vitest-environment jsdom
import { join } from 'node:path'
import { cleanup, screen as page, within } from '@testing-library/react'
import { Chart, type ChartConfiguration } from 'chart.js'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { readDocumentFiles } from '../../src/commands/documentFiles.ts'
import { ListView } from '../../src/interpreter/list/ListView.tsx'
import { createFakeHttp } from '../../src/interpreter/testing/fakeHttp.ts'
import { renderConsole } from '../../src/interpreter/testing/renderConsole.tsx'
import { checkDocuments } from '../../src/language/check/checkDocuments.ts'
import { parseListQuery } from '../../src/language/query/listQuery.ts'
import type { ResolvedScreen } from '../../src/language/resolved.ts'
import { systemActor } from '../../src/server/platform/actor.ts'
import type { Database } from '../../src/server/platform/database/tables.ts'
import { publishedNames } from '../../src/server/publishedNames.ts'
import { createRecordsEngine } from '../../src/server/records/createEngine.ts'
import type { RecordsEngine } from '../../src/server/records/engine.ts'
import { createRecordTables, openMemoryDatabase } from '../../src/server/records/testing/memoryDatabase.ts'

// jsdom has no canvas, so what the chart library is told is tested here, and the drawing in a browser.
const charts = () => Object.values(Chart.instances)
afterEach(cleanup)

const { catalog, diagnostics } = checkDocuments(readDocumentFiles(join(import.meta.dirname, 'examples/report')), publishedNames)
const screenAt = (name: string) => catalog.screens.get(`/_example/${name}`) as ResolvedScreen
const screen = screenAt('sale_report')

const sales = [
  // Still January in London, already February in Taipei.
  { saleNo: 'S1', channel: '1', soldAt: '2026-01-31T16:30:00.000Z', points: 10, amount: 100 },
  { saleNo: 'S2', channel: '1', soldAt: '2026-01-15T04:00:00.000Z', points: 5, amount: 50 },
  { saleNo: 'S3', channel: '2', soldAt: '2026-02-10T04:00:00.000Z', points: 7, amount: 70 },
  { saleNo: 'S4', channel: '1', soldAt: '2026-02-11T04:00:00.000Z', points: 1, amount: 10 },
]

let db: Database
let close: () => Promise<void>
let engine: RecordsEngine
const now = new Date('2026-03-01T00:00:00Z')
const callOf = (shown: ResolvedScreen | null) => ({ actor: systemActor, screen: shown, entity: 'exampleSale', now, db })
const reportOf = (address: string, shown = screen) =>
  engine.report(callOf(shown), parseListQuery(new URLSearchParams(address), shown.list).query)

beforeAll(async () => {
  ;({ db, close } = await openMemoryDatabase())
  await createRecordTables(db)
  engine = createRecordsEngine({
    findEntity: (name) => catalog.entities.get(name),
    findOptions: async (name) => catalog.dictionaries.get(name)?.options,
    reportFailure: (error) => {
      throw error
    },
  }).engine
  for (const sale of sales) await engine.create(callOf(null), sale)
}, 120_000)
afterAll(() => close())

describe('the example of a report', () => {
  it('passes the checker', () => {
    expect(diagnostics.filter((one) => one.severity === 'error')).toEqual([])
    expect(screen.report).toBeDefined()
  })

  it('counts and sums by group, months in Taipei, with the totals of all rows', async () => {
    expect(await reportOf('')).toEqual({
      rows: [
        { channel: '1', soldAt: '202601', count: 1, points: 5, amount: 50 },
        { channel: '1', soldAt: '202602', count: 2, points: 11, amount: 110 },
        { channel: '2', soldAt: '202602', count: 1, points: 7, amount: 70 },
      ],
      parts: [
        {
          groups: ['channel'],
          rows: [
            { channel: '1', count: 3, points: 16, amount: 160 },
            { channel: '2', count: 1, points: 7, amount: 70 },
          ],
        },
        {
          groups: ['soldAt'],
          rows: [
            { soldAt: '202601', count: 1, points: 5, amount: 50 },
            { soldAt: '202602', count: 3, points: 18, amount: 180 },
          ],
        },
      ],
      totals: { count: 4, points: 23, amount: 230 },
    })
  })

  it('stands on the conditions of the list', async () => {
    expect(await reportOf('channel=1&soldAtFrom=2026-02-01')).toMatchObject({
      rows: [{ channel: '1', soldAt: '202602', count: 2, points: 11, amount: 110 }],
      totals: { count: 2, points: 11, amount: 110 },
    })
    expect(await reportOf('channel=3')).toMatchObject({ rows: [], totals: { count: 0, points: 0, amount: 0 } })
  })

  it('a cross table has the figures of both directions, of which averages are no sums', async () => {
    const { rows, parts, totals } = await reportOf('', screenAt('sale_report_pivot'))
    expect(rows).toEqual([
      { soldAt: '202601', channel: '1', amount: 50, 'amount.average': 50 },
      { soldAt: '202602', channel: '1', amount: 110, 'amount.average': 55 },
      { soldAt: '202602', channel: '2', amount: 70, 'amount.average': 70 },
    ])
    expect(parts).toEqual([
      {
        groups: ['soldAt'],
        rows: [
          { soldAt: '202601', amount: 50, 'amount.average': 50 },
          { soldAt: '202602', amount: 180, 'amount.average': 60 },
        ],
      },
      {
        groups: ['channel'],
        rows: [
          { channel: '1', amount: 160, 'amount.average': 53.33 },
          { channel: '2', amount: 70, 'amount.average': 70 },
        ],
      },
    ])
    expect(totals).toEqual({ amount: 230, 'amount.average': 57.5 })
  })

  it('a range of days is compared with the one before: a month with a month, other days with as many', async () => {
    const compared = screenAt('sale_report_compare')
    const month = await reportOf('soldAtFrom=2026-02-01&soldAtTo=2026-02-28', compared)
    const figures = (amount: number, min: number, max: number, count: number) => ({
      ...{ amount, 'amount.min': min, 'points.max': max, 'saleNo.distinct': count },
    })
    expect(month.rows).toEqual([
      { channel: '1', ...figures(110, 10, 10, 2) },
      { channel: '2', ...figures(70, 70, 7, 1) },
    ])
    expect(month.before).toMatchObject({
      ...{ from: '2026-01-01', to: '2026-01-31', rows: [{ channel: '1', ...figures(50, 50, 5, 1) }] },
      totals: figures(50, 50, 5, 1),
    })
    const days = await reportOf('soldAtFrom=2026-02-10&soldAtTo=2026-02-12', compared)
    expect([days.before?.from, days.before?.to, days.before?.totals.amount]).toEqual(['2026-02-07', '2026-02-09', 0])
  })

  it('the example of a report is refused by a screen without one', async () => {
    const { report: _report, ...plain } = screen
    await expect(engine.report(callOf(plain), parseListQuery({}, screen.list).query)).rejects.toMatchObject({ code: 'M08' })
  })

  it('draws the grouped table with 小計 and 總計, and the chart of the same answer', async () => {
    const http = createFakeHttp(async (call) => {
      if (call.path === '/api/shared/dictionary') return catalog.dictionaries.get('ExampleChannel')?.options
      if (call.path === screen.api.report.path) return reportOf(call.params.toString())
      return call.path.startsWith('/api/example/') ? { totalCount: 0, pageIndex: 0, pageSize: 25, rows: [], totals: {} } : {}
    })
    const ignore = () => undefined
    renderConsole(<ListView screen={screen} version={0} onChanged={ignore} onOpenForm={ignore} />, {
      http,
      address: '/?soldAtTo=2026-12-31',
    })
    const table = await page.findByRole('table', { name: '彙總表' })
    await within(table).findByText('網路')
    const lines = within(table)
      .getAllByRole('row')
      .map((row) => [...row.children].map((cell) => cell.textContent))
    expect(lines).toEqual([
      ['通路', '月份', '筆數', '點數', '金額'],
      ['門市', '2026年01月', '1', '5', '50'],
      ['2026年02月', '2', '11', '110'],
      ['小計', '3', '16', '160'],
      ['網路', '2026年02月', '1', '7', '70'],
      ['總計', '4', '23', '230'],
    ])
    expect(http.calls.find((call) => call.path === screen.api.report.path)?.params.toString()).toBe('soldAtTo=2026-12-31')
    expect(await page.findByRole('img', { name: '各月點數與金額（數值請見表格）' })).toBeDefined()
    // The chart is loaded after its place is there.
    await vi.waitFor(() => expect(charts()).toHaveLength(1), { timeout: 30_000 })
    const drawn = charts()[0]?.config as ChartConfiguration | undefined
    expect([drawn?.type, drawn?.data.labels]).toEqual(['bar', ['2026年01月', '2026年02月']])
    expect(drawn?.data.datasets.map(({ label, data }) => [label, data])).toEqual([
      ['點數', [5, 18]],
      ['金額', [50, 180]],
    ])
  })
})
