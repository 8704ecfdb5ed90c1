// @vitest-environment jsdom
import { cleanup, screen as page, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import type { ResolvedReport } from '../../language/resolved.ts'
import { createFakeHttp } from '../screen/testing/fakeHttp.ts'
import { renderConsole } from '../screen/testing/renderConsole.tsx'
import { columnOf, screenOf } from '../screen/testing/screenFactory.ts'
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

function open(given: ResolvedReport) {
  const http = createFakeHttp(({ params }) => ({ rows: rowsOf[params.get('group') === 'kind' ? 'kind' : 'city'], totals: { points: 30 } }))
  const query = { pageIndex: 0, pageSize: 25, filters: [], sort: [], search: '', view: null }
  renderConsole(<ReportView screen={screenOf()} report={given} query={query} version={0} onRetry={() => undefined} />, { http })
  return http
}

const headings = async () =>
  within(await page.findByRole('table'))
    .getAllByRole('columnheader')
    .map((heading) => heading.textContent)

describe('the report of a screen', () => {
  it('with tabs shows one group at a time, each asked for by itself', async () => {
    const http = open({ ...report, tabs: true })
    expect(await headings()).toEqual(['縣市', '點數'])
    await userEvent.click(page.getByRole('tab', { name: '依種類' }))
    expect(await page.findByText('乙')).toBeDefined()
    expect(await headings()).toEqual(['種類', '點數'])
    expect(page.getByRole('tab', { name: '依種類' }).getAttribute('aria-selected')).toBe('true')
    expect(http.calls.map(({ params }) => params.get('group'))).toEqual(['city', 'kind'])
  })

  it('with tabs is walked through by arrow keys, round and round', async () => {
    open({ ...report, tabs: true })
    await headings()
    await userEvent.click(page.getByRole('tab', { name: '依縣市' }))
    await userEvent.keyboard('{ArrowLeft}')
    expect(document.activeElement?.textContent).toBe('依種類')
    await userEvent.keyboard('{ArrowRight}')
    expect(document.activeElement?.textContent).toBe('依縣市')
  })

  it('without tabs has all groups in one table', async () => {
    const http = open(report)
    expect(await headings()).toEqual(['縣市', '種類', '點數'])
    expect(page.queryByRole('tab')).toBeNull()
    expect(http.calls[0]?.params.get('group')).toBeNull()
  })
})
