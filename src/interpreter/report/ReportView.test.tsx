// @vitest-environment jsdom
import { cleanup, screen as page, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ResolvedReport } from '../../language/resolved.ts'
import { columnOf, filterOf, screenOf } from '../../language/testing/screenFactory.ts'
import { createFakeHttp } from '../testing/fakeHttp.ts'
import { renderConsole } from '../testing/renderConsole.tsx'
import { ReportView } from './ReportView.tsx'

afterEach(cleanup)

const report: ResolvedReport = {
  groups: [columnOf({ field: 'city', title: '縣市' }), columnOf({ field: 'kind', title: '種類' })],
  measures: [columnOf({ field: 'points', title: '點數', format: 'points', align: 'end' })],
}

const rowsOf = {
  city: [{ city: '臺北', points: 30 }],
  kind: [
    { kind: '甲', points: 10 },
    { kind: '乙', points: 20 },
  ],
}

const filtered = vi.fn()

function open(given: ResolvedReport, address = '/', permissions: readonly string[] = []) {
  const http = createFakeHttp(({ params }) => ({
    rows: rowsOf[params.get('group') === 'kind' ? 'kind' : 'city'],
    parts: [],
    totals: { points: 30 },
  }))
  const query = { pageIndex: 0, pageSize: 25, filters: [], sort: [], alternatives: [], search: '', view: null }
  const screen = screenOf({ list: { filters: [filterOf({ field: 'city', title: '縣市', op: 'eq', ops: ['eq'] })] } })
  renderConsole(<ReportView screen={screen} report={given} query={query} version={0} onRetry={() => undefined} onFilter={filtered} />, {
    http,
    address,
    permissions,
  })
  return http
}

const headings = async () =>
  within(await page.findByRole('table'))
    .getAllByRole('columnheader')
    .map((heading) => heading.textContent)

describe('the report of a screen', () => {
  it('the report of a screen with tabs shows one group at a time, each asked for by itself', async () => {
    const http = open({ ...report, tabs: true })
    expect(await headings()).toEqual(['縣市', '點數'])
    await userEvent.click(page.getByRole('tab', { name: '依種類' }))
    expect(await page.findByText('乙')).toBeDefined()
    expect(await headings()).toEqual(['種類', '點數'])
    expect(page.getByRole('tab', { name: '依種類' }).getAttribute('aria-selected')).toBe('true')
    expect(http.calls.map(({ params }) => params.get('group'))).toEqual(['city', 'kind'])
  })

  it('the report of a screen with tabs is walked through by arrow keys, round and round', async () => {
    open({ ...report, tabs: true })
    await headings()
    await userEvent.click(page.getByRole('tab', { name: '依縣市' }))
    await userEvent.keyboard('{ArrowLeft}')
    expect(document.activeElement?.textContent).toBe('依種類')
    await userEvent.keyboard('{ArrowRight}')
    expect(document.activeElement?.textContent).toBe('依縣市')
  })

  it('the report of a screen without tabs has all groups in one table', async () => {
    const http = open(report)
    expect(await headings()).toEqual(['縣市', '種類', '點數'])
    expect(page.queryByRole('tab')).toBeNull()
    expect(http.calls[0]?.params.get('group')).toBeNull()
  })

  it('the report of a screen keeps its tab in the address', async () => {
    open({ ...report, tabs: true })
    await headings()
    await userEvent.click(page.getByRole('tab', { name: '依種類' }))
    expect(page.getByTestId('address').textContent).toContain('group=kind')
    cleanup()
    const http = open({ ...report, tabs: true }, '/?group=kind')
    expect(await headings()).toEqual(['種類', '點數'])
    expect(http.calls.map(({ params }) => params.get('group'))).toEqual(['kind'])
  })

  it('leads from a group to its rows where the list can be asked for them', async () => {
    open({ ...report, tabs: true })
    await userEvent.click(await page.findByRole('button', { name: '臺北' }))
    expect(filtered).toHaveBeenCalledWith([{ field: 'city', op: 'eq', values: ['臺北'] }])
    await userEvent.click(page.getByRole('tab', { name: '依種類' }))
    expect(await page.findByText('乙')).toBeDefined()
    expect(page.queryByRole('button', { name: '乙' })).toBeNull()
  })

  it('saves its sums for who may export', async () => {
    open(report)
    await headings()
    expect(page.queryByRole('button', { name: '匯出彙總' })).toBeNull()
    cleanup()
    const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:sums')
    open(report, '/', ['test.things.export'])
    await userEvent.click(await page.findByRole('button', { name: '匯出彙總' }))
    expect(await (saved.mock.calls[0] as [Blob])[0].text()).toBe('"縣市","種類","點數"\r\n"臺北",,30\r\n"總計",,30\r\n')
  })
})
