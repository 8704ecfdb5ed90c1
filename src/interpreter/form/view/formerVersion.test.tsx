// @vitest-environment jsdom
import { cleanup, screen as page } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { HttpProblem } from '../../../client/http/problem.ts'
import type { Entity } from '../../../language/documents/entity.ts'
import type { Screen } from '../../../language/documents/screen.ts'
import { resolveScreen } from '../../../language/resolve/screen.ts'
import type { ResolvedForm } from '../../../language/resolved.ts'
import type { ListRow } from '../../shared/calls/listPage.ts'
import { createFakeHttp } from '../../testing/fakeHttp.ts'
import { renderConsole } from '../../testing/renderConsole.tsx'
import { ViewForm } from './ViewForm.tsx'

afterEach(cleanup)

const rate: Entity = {
  name: 'rate',
  title: '費率',
  key: 'rateNo',
  label: 'rateNo',
  versionOf: 'previousId',
  type: 'object',
  properties: {
    rateNo: { type: 'string', title: '編號', 'x-computed': true },
    rate: { type: 'number', title: '折扣率' },
    remark: { type: 'string', title: '備註' },
    approvedBy: { type: 'string', title: '核准人員', 'x-computed': true },
    previousId: { type: 'integer', title: '前一版', 'x-computed': true },
  },
}
const document: Screen = {
  uri: '/_test/things',
  title: '費率',
  entity: 'rate',
  list: { columns: ['rateNo'], rowActions: ['view'], totals: ['rate'] },
  forms: { view: { fields: ['rateNo', 'rate', 'remark', 'approvedBy'] } },
}
const shown = resolveScreen(document, new Map([['rate', rate]]))
const before = { id: 1, rate: 5, remark: '同前', approvedBy: 'fm01' }
const after = { id: 2, rate: 8, remark: '同前', approvedBy: null, previousId: 1 }

function open(record: ListRow, former: ListRow | null = before, screen = shown) {
  const http = createFakeHttp(({ path }) => {
    if (path !== '/api/test/things/1') return {}
    if (former === null) throw new HttpProblem({ kind: 'text', status: 404, code: 'M08', text: '查無資料' })
    return former
  })
  const form = screen.forms.view as ResolvedForm
  renderConsole(
    <ViewForm
      screen={screen}
      form={form}
      record={record}
      isAddressed={false}
      onClose={() => undefined}
      onChanged={() => undefined}
      onDeleted={() => undefined}
    />,
    { http },
  )
  return http
}

it('shows what a version has changed beside what it says now, and nothing that is the same or filled by the server', async () => {
  open(after)
  const former = await page.findByText('前一版')
  expect(former.parentElement?.textContent).toBe('前一版5.0000')
  expect(page.getAllByText('前一版')).toHaveLength(1)
})

it('stands what the list adds up above everything else, once', async () => {
  open(after)
  const shown = await page.findAllByText('8.0000')
  expect(shown.map((one) => one.closest('.record-totals') !== null)).toEqual([true])
})

it('leaves a sum whose column the list hides in its place, so that many of them do not push the record out of sight', async () => {
  const columns = ['rateNo', { field: 'rate', hidden: true }]
  open(after, before, resolveScreen({ ...document, list: { ...document.list, columns } }, new Map([['rate', rate]])))
  const shown = await page.findAllByText('8.0000')
  expect(shown.map((one) => one.closest('.record-totals') !== null)).toEqual([false])
})

it('flags a value that lies outside of a limit', async () => {
  open({ ...after, outOfLimits: { rate: '高於上限 7%。' } })
  const note = await page.findByRole('note')
  expect(note.textContent).toContain('高於上限 7%。')
  expect(note.closest('[data-field]')?.getAttribute('data-field')).toBe('rate')
})

it('asks for nothing where a record replaces none, and stays readable when the former one cannot be read', async () => {
  const first = open({ ...after, previousId: null })
  expect(await page.findByText('8.0000')).toBeDefined()
  expect(first.calls.some(({ path }) => path === '/api/test/things/1')).toBe(false)
  cleanup()
  open(after, null)
  expect(await page.findByText('8.0000')).toBeDefined()
  expect(page.queryByText('前一版')).toBeNull()
})
