// @vitest-environment jsdom
import { cleanup, fireEvent, screen as page, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseListQuery } from '../../src/language/query/listQuery.ts'
import type { ResolvedFilter, ResolvedScreen } from '../../src/language/resolved.ts'
import { drawScreen, rowCount, wholeSamples } from './drawScreen.tsx'
import { keysOf } from './generateRows.ts'
import { shippedScreens } from './shipped.ts'

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
})
afterEach(cleanup)

const address = () => new URLSearchParams((page.getByTestId('address').textContent ?? '').split('?')[1] ?? '')
const shownColumns = (screen: ResolvedScreen) => screen.list.columns.filter((column) => !column.hidden)

async function findTable(): Promise<HTMLElement> {
  return page.findByRole('table')
}

/** Shows folded filters first. */
async function filterForm(): Promise<HTMLElement> {
  const form = await page.findByRole('form', { name: '查詢條件' })
  const more = within(form).queryByRole('button', { name: /更多條件/ })
  if (more) fireEvent.click(more)
  return form
}

/** The controls of a filter, each with a suitable text; several for a range. */
function controlsOf(form: HTMLElement, filter: ResolvedFilter): readonly (readonly [HTMLInputElement, name: string, text: string])[] {
  const control = (label: string) => within(form).getByLabelText<HTMLInputElement>(label)
  const title = filter.required ? `${filter.title} *` : filter.title
  if (filter.op !== 'between') return [[control(title), filter.field, sampleOf(filter, 0)]]
  return [
    [control(`${filter.title}（起）`), `${filter.field}From`, sampleOf(filter, 0)],
    [control(`${filter.title}（迄）`), `${filter.field}To`, sampleOf(filter, 1)],
  ]
}

/** As the control shows it. */
function sampleOf({ kind, dictionary, lookup }: ResolvedFilter, index: number): string {
  if (lookup) return wholeSamples[lookup.mask]
  if (kind === 'number') return String(3 + index)
  if (kind === 'boolean') return 'true'
  if (kind === 'month') return `2026-0${index + 1}`
  if (kind === 'date' || kind === 'dateTime') return `2026-01-0${index + 1}`
  return kind === 'option' ? (keysOf(dictionary?.name ?? '')[0] ?? '') : '測試'
}

const toParam = (filter: ResolvedFilter, text: string) => (filter.kind === 'month' ? text.replace('-', '') : text)

/** Options of a dictionary, chosen in a panel. */
const takesSeveral = ({ kind, ops }: ResolvedFilter) => kind === 'option' && ops.includes('in')

describe.each(shippedScreens)('%s', (_uri, whole) => {
  it('draws its rows under the titles of its columns', async () => {
    drawScreen(whole)
    const table = await findTable()
    const titles = within(table)
      .getAllByRole('columnheader')
      .map((header) => header.textContent ?? '')
    for (const column of shownColumns(whole))
      expect(
        titles.some((title) => title.includes(column.title)),
        column.title,
      ).toBe(true)
    expect(table.querySelectorAll('tr[data-row-id]')).toHaveLength(rowCount)
    if (whole.list.totals.length > 0) expect(within(table).getByText('總計')).toBeDefined()
    expect(page.queryByText(/^\/(list|forms)/), 'a box in place of a broken part').toBeNull()
  })

  it('says that there are no rows', async () => {
    drawScreen(whole, { answer: 'empty' })
    expect(await page.findByText(whole.list.empty)).toBeDefined()
    expect(page.queryByRole('table')).toBeNull()
  })

  it('says what went wrong and tries again', async () => {
    const { listCalls } = drawScreen(whole, { answer: 'error' })
    // A report and the list below it each say so.
    const parts = whole.report ? 2 : 1
    const retries = await waitFor(() => {
      const found = page.getAllByRole('button', { name: '重試' })
      expect(found).toHaveLength(parts)
      return found
    })
    for (const alert of page.getAllByText('系統忙碌中，請稍後再試。')) expect(alert.closest('[role=alert]')).not.toBeNull()
    const before = listCalls().length
    fireEvent.click(retries.at(-1) as HTMLElement)
    await waitFor(() => expect(listCalls().length).toBe(before + 1))
  })

  it.skipIf(whole.list.filters.length === 0)(
    'a list has a control for each filter, whose value goes through the address and back',
    async () => {
      const first = drawScreen(whole)
      const form = await filterForm()
      // A number that identifies a record replaces a date range, so the two are not sent together.
      const isAlone = (filter: ResolvedFilter) => takesSeveral(filter) || filter.identifies === true
      const single = whole.list.filters.filter((filter) => !isAlone(filter))
      for (const filter of single) {
        for (const [control, , text] of controlsOf(form, filter)) {
          if (control.tagName === 'SELECT') await waitFor(() => expect(control.querySelector(`option[value="${text}"]`)).not.toBeNull())
          fireEvent.change(control, { target: { value: text } })
        }
      }
      fireEvent.click(within(form).getByRole('button', { name: '查詢' }))
      const wanted = single.flatMap((filter) => controlsOf(form, filter).map(([, name, text]) => [name, toParam(filter, text)] as const))
      await waitFor(() =>
        expect(Object.fromEntries(wanted.map(([name]) => [name, address().get(name)]))).toEqual(Object.fromEntries(wanted)),
      )
      expect(parseListQuery(address(), whole.list).problems).toEqual([])
      const search = address().toString()
      first.unmount()

      const { listCalls } = drawScreen(whole, { search })
      const second = await filterForm()
      for (const filter of single)
        for (const [control, name, text] of controlsOf(second, filter)) expect([name, control.value]).toEqual([name, text])
      await waitFor(() => expect(listCalls()).toHaveLength(1))
      const [call] = listCalls()
      const sent = call?.body === undefined ? Object.fromEntries(call?.params ?? []) : flat(call.body)
      for (const [name, text] of wanted) expect([name, sent[name]]).toEqual([name, text])
    },
  )

  const multiple = whole.list.filters.filter(takesSeveral)
  it.skipIf(multiple.length === 0)('filters by several options at once', async () => {
    drawScreen(whole)
    const form = await filterForm()
    for (const filter of multiple) {
      const keys = keysOf(filter.dictionary?.name ?? '').slice(0, 2)
      const field = within(form).getByLabelText(filter.title)
      // Some filters are active by default.
      fireEvent.keyDown(field, { key: 'Delete' })
      fireEvent.click(field)
      for (const key of keys) fireEvent.click(await within(form).findByRole('option', { name: `選項${key}`, hidden: true }))
      fireEvent.click(field)
      fireEvent.click(within(form).getByRole('button', { name: '查詢' }))
      await waitFor(() => expect(address().getAll(filter.field)).toEqual(keys))
    }
  })

  it('sorts by each column that offers it, and by no other', async () => {
    const { listCalls } = drawScreen(whole)
    const table = await findTable()
    for (const column of shownColumns(whole)) {
      const header = within(table)
        .getAllByRole('columnheader')
        .find((one) => (one.querySelector('button.list-sort') ?? one).firstChild?.textContent === column.title)
      const button = header?.querySelector<HTMLButtonElement>('button.list-sort')
      expect([column.field, Boolean(button)]).toEqual([column.field, column.sortable])
      if (!button) continue
      const before = listCalls().length
      fireEvent.click(button)
      await waitFor(() => expect(header?.getAttribute('aria-sort')).toMatch(/ascending|descending/))
      await waitFor(() => expect(listCalls().length).toBeGreaterThan(before))
      const { query, problems } = parseListQuery(address(), whole.list)
      expect([column.field, problems, query.sort[0]?.field]).toEqual([column.field, [], column.field])
    }
  })
})

function flat(body: unknown): Record<string, unknown> {
  const { filters, ...rest } = body as { filters?: Record<string, unknown> }
  const entries = Object.entries({ ...rest, ...filters })
  return Object.fromEntries(entries.map(([name, value]) => [name, Array.isArray(value) ? String(value[0]) : String(value)]))
}
