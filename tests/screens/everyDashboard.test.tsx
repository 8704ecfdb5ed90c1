// @vitest-environment jsdom
import { cleanup, fireEvent, screen as page, waitFor, within } from '@testing-library/react'
import axe from 'axe-core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { periodDays } from '../../src/language/dashboard/period.ts'
import { dashboardsOf } from '../../src/language/dashboard/resolve.ts'
import type { ResolvedDashboard } from '../../src/language/dashboard/resolved.ts'
import { taipeiDate } from '../../src/rules/dates.ts'
import { defaultRoles } from '../../src/server/identity/permissions/defaultRoles.ts'
import { drawDashboard } from './drawDashboard.tsx'
import { shipped } from './shipped.ts'

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
})
afterEach(cleanup)

const cases = [...dashboardsOf(shipped.catalog).values()].flatMap((dashboard) =>
  defaultRoles
    .filter(({ roleCode }) => dashboard.roles.includes(roleCode))
    .map(({ roleCode, permissions }) => [dashboard.name, roleCode, dashboard, permissions] as const),
)

const titlesShown = () => page.queryAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)

async function waitForNumbers(): Promise<void> {
  await page.findAllByRole('heading', { level: 3 })
  await waitFor(() => expect(document.querySelector('[aria-busy=true], .tile-skeleton')).toBeNull())
}

/** The resources without which no source of the tile can be read. */
const resourceOf = (uri: string) => shipped.catalog.screens.get(uri)?.resource

describe.each(cases)('%s for the role %s', (_name, _role, dashboard: ResolvedDashboard, permissions: readonly string[]) => {
  it('draws and asks for every tile once, and links each to its list', async () => {
    const { tiles, asked } = drawDashboard(dashboard, permissions, { kind: 'numbers' })
    await waitForNumbers()
    expect(titlesShown()).toEqual(dashboard.tiles.map(({ shown }) => shown.title))
    const loaded = tiles.filter(({ kind }) => kind !== 'text')
    expect(asked()).toEqual(loaded.map(({ id }) => id))
    for (const { kind, title } of loaded)
      expect(page.queryAllByRole('link', { name: `${title}：開啟清單` })).toHaveLength(kind === 'todo' ? 0 : 1)
  })

  it('draws numbers that came with it at once, and asks only for those of another period', async () => {
    const { tiles, asked } = drawDashboard(dashboard, permissions, { kind: 'ready' })
    await waitForNumbers()
    const numbers = () => [...document.querySelectorAll('.tile-value')].map((value) => value.textContent)
    const before = numbers()
    expect([asked(), before.length]).toEqual([[], tiles.filter(({ kind }) => kind === 'number').length])
    const { choices, default: usual } = dashboard.period
    const other = choices.find((choice) => choice !== usual)
    if (other === undefined) return
    fireEvent.change(page.getByLabelText('期間'), { target: { value: other } })
    expect(numbers()).toEqual(before)
    await waitFor(() => expect(asked()).toEqual(tiles.filter((tile) => 'isDated' in tile && tile.isDated).map(({ id }) => id)))
  })

  it('says which days the period has, the last of them yesterday', async () => {
    drawDashboard(dashboard, permissions, { kind: 'numbers' })
    await waitForNumbers()
    const { from, to } = periodDays(dashboard.period.default, taipeiDate(new Date()))
    expect(page.getByText(`${from} ～ ${to}`)).not.toBeNull()
    expect(to < taipeiDate(new Date())).toBe(true)
  })

  it('leaves out a tile without the right of its screens, and its call', async () => {
    for (const { shown, sources } of dashboard.tiles) {
      if (sources.length === 0) continue
      const withheld = new Set(sources.flatMap(({ screens }) => screens.map((uri) => `${resourceOf(uri)}.view`)))
      const rest = permissions.filter((permission) => !withheld.has(permission))
      const { asked } = drawDashboard(dashboard, rest, { kind: 'numbers' })
      const others = dashboard.tiles.some((tile) =>
        tile.sources.some(({ screens }) => screens.some((uri) => rest.includes(`${resourceOf(uri)}.view`))),
      )
      if (others) await waitForNumbers()
      else await waitFor(() => expect(document.querySelector('.dashboard-grid, .tile-skeleton')).toBeNull())
      expect(titlesShown()).not.toContain(shown.title)
      expect(asked()).not.toContain(shown.id)
      cleanup()
    }
  })

  it('shows the failure of one tile in its place, and asks again for that one alone', async () => {
    for (const { shown } of dashboard.tiles.filter((tile) => tile.shown.kind !== 'text')) {
      const { asked, tiles } = drawDashboard(dashboard, permissions, { kind: 'failure', id: shown.id })
      await waitForNumbers()
      const broken = page.getByRole('region', { name: shown.title })
      expect(page.getAllByRole('alert')).toHaveLength(1)
      expect(within(broken).getByRole('alert').textContent).toContain('系統忙碌中，請稍後再試。')
      const before = asked().length
      fireEvent.click(within(broken).getByRole('button', { name: '重試' }))
      await waitFor(() => expect(asked().slice(before)).toEqual([shown.id]))
      expect(tiles).toHaveLength(dashboard.tiles.length)
      cleanup()
    }
  })

  it('says of each tile without records that there are none', async () => {
    const { tiles } = drawDashboard(dashboard, permissions, { kind: 'empty' })
    await waitForNumbers()
    const words = { number: /^0|—/, chart: /這段期間沒有資料/, list: /沒有資料/, todo: /都處理好了/, text: /./ }
    for (const { kind, title } of tiles)
      expect([title, within(page.getByRole('region', { name: title })).queryAllByText(words[kind]).length > 0]).toEqual([title, true])
  })

  it('gives every chart a table of the same numbers, which a button shows', async () => {
    const { tiles } = drawDashboard(dashboard, permissions, { kind: 'numbers' })
    await waitForNumbers()
    for (const tile of tiles) {
      if (tile.kind !== 'chart') continue
      const region = page.getByRole('region', { name: tile.title })
      const table = within(region).getByRole('table', { name: tile.title })
      expect(within(table).getAllByRole('row').length).toBeGreaterThan(1)
      expect(table.closest('.visually-hidden')).not.toBeNull()
      fireEvent.click(within(region).getByRole('button', { name: `${tile.title}：表格` }))
      expect(within(region).getByRole('table', { name: tile.title }).closest('.visually-hidden')).toBeNull()
    }
  })

  it('axe finds nothing in it', async () => {
    drawDashboard(dashboard, permissions, { kind: 'numbers' })
    await waitForNumbers()
    // Colours need a browser; the journeys look at them.
    const { violations } = await axe.run(document.body, {
      rules: { 'color-contrast': { enabled: false }, region: { enabled: false }, 'page-has-heading-one': { enabled: false } },
    })
    expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([])
  })
})
