import type { TileData } from '../../src/answers/dashboards.ts'
import { HttpProblem } from '../../src/client/http/problem.ts'
import DashboardBoard from '../../src/interpreter/dashboard/DashboardBoard.tsx'
import { useOffered } from '../../src/interpreter/dashboard/useOffered.ts'
import { createFakeHttp, type FakeHttp } from '../../src/interpreter/testing/fakeHttp.ts'
import { renderConsole } from '../../src/interpreter/testing/renderConsole.tsx'
import type { ResolvedDashboard, ResolvedTile, ShownTile } from '../../src/language/dashboard/resolved.ts'
import { restrictScreen } from '../../src/language/rights/restrictScreen.ts'
import { shownTo } from '../../src/server/dashboards/openSource.ts'
import { type Actor, systemActor } from '../../src/server/platform/actor.ts'
import { generateRows } from './generateRows.ts'
import { shipped } from './shipped.ts'

/** The server's answer for the tiles: numbers, also together with the dashboard; nothing at all, or numbers except for one tile that fails. */
export type TileAnswer = { readonly kind: 'numbers' | 'ready' | 'empty' } | { readonly kind: 'failure'; readonly id: string }

const course = ['2026-01-01', '2026-01-02', '2026-01-03'] as const
const groups = ['K01', 'K02'] as const

interface DrawnDashboard {
  readonly http: FakeHttp
  /** As the server gives it to this reader. */
  readonly tiles: readonly ShownTile[]
  /** Ids of the tiles that were asked for. */
  asked(): readonly string[]
}

function Board() {
  return <DashboardBoard offered={useOffered()} />
}

/** Draws a shipped dashboard as the notice board does, for somebody with these permissions; the server restricts it as the real one does. */
export function drawDashboard(whole: ResolvedDashboard, permissions: readonly string[], answer: TileAnswer): DrawnDashboard {
  const actor: Actor = { ...systemActor, userName: 'amy', roles: whole.roles, permissions: new Set(permissions) }
  const dashboard = shownTo({ documents: shippedDocuments }, actor, whole)
  const prefix = `/api/dashboards/${whole.name}/tiles/`
  const http = createFakeHttp(({ path }) => {
    if (path === '/api/dashboards') {
      const tiles = Object.fromEntries(whole.tiles.map((tile) => [tile.shown.id, dataOf(tile, false)]))
      const ready = answer.kind === 'ready' ? { period: whole.period.default, tiles } : null
      return { choices: [{ name: whole.name, title: whole.title }], dashboard, ready }
    }
    const tile = path.startsWith(prefix) ? whole.tiles.find(({ shown }) => `${prefix}${shown.id}` === path) : undefined
    if (answer.kind === 'failure' && answer.id === tile?.shown.id)
      throw new HttpProblem({ kind: 'text', status: 500, code: null, text: '系統忙碌中，請稍後再試。' })
    return tile && dataOf(tile, answer.kind === 'empty')
  })
  renderConsole(<Board />, { http, permissions, address: '/noticeboard' })
  const asked = () => http.calls.flatMap(({ path }) => (path.startsWith(prefix) ? [path.slice(prefix.length)] : []))
  return { http, tiles: dashboard.tiles, asked }
}

const { catalog } = shipped

/** The documents as the server's area of documents gives them. */
const shippedDocuments = {
  entity: (name: string) => catalog.entities.get(name) ?? null,
  screen: (uri: string) => catalog.screens.get(uri) ?? null,
  restricted: (screen: Parameters<typeof restrictScreen>[0], { permissions }: Actor) => restrictScreen(screen, permissions),
} as Parameters<typeof shownTo>[0]['documents']

function dataOf({ shown, sources }: ResolvedTile, isEmpty: boolean): TileData {
  const [source] = sources
  const link = source?.screens[0] ?? null
  switch (shown.kind) {
    case 'number':
      return { link, value: isEmpty ? 0 : 1234, ...(shown.compare && { before: isEmpty ? 0 : 1000 }), ...courseOf(shown.isDated, isEmpty) }
    case 'chart': {
      const names = [shown.group, ...(shown.series ? [shown.series] : [])].map(({ field }) => field)
      return { link, rows: isEmpty ? [] : groups.map((group, index) => rowOf(names, shown.measures, `${group}`, index)), labels: {} }
    }
    case 'list': {
      const entity = catalog.entities.get(source?.entity ?? '')
      const rows = entity === undefined || isEmpty ? [] : generateRows(entity, 3)
      const [group, measure] = shown.columns
      if (!shown.ranked || group === undefined || measure === undefined) return { link, rows, labels: {} }
      return { link, rows: isEmpty ? [] : groups.map((name, index) => rowOf([group.field], [measure], name, index)), labels: {} }
    }
    case 'todo':
      return { link: null, items: isEmpty ? [] : sources.map(({ title, screens }) => ({ title, count: 3, link: screens[0] ?? '' })) }
    case 'text':
      return { link: null }
  }
}

function courseOf(isDated: boolean, isEmpty: boolean): Pick<TileData, 'by' | 'course'> {
  return isDated ? { by: 'day', course: isEmpty ? [] : course.map((at, index) => ({ at, value: index })) } : {}
}

function rowOf(names: readonly string[], measures: readonly { readonly field: string }[], group: string, index: number) {
  return Object.fromEntries([...names.map((name) => [name, group]), ...measures.map(({ field }) => [field, 10 + index])])
}
