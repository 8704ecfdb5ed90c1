import type { Catalog } from '../catalog/catalog.ts'
import { periodTitles } from '../dashboard/period.ts'
import { readableScreen } from '../dashboard/readableScreen.ts'
import type { ResolvedDashboard, ResolvedSource, ResolvedTile } from '../dashboard/resolved.ts'
import type { DashboardPeriod } from '../documents/vocabulary.ts'
import { restrictScreen } from '../rights/restrictScreen.ts'
import type { RoleView } from './explain.ts'
import { textTable } from './textTable.ts'

const kinds: Readonly<Record<ResolvedTile['shown']['kind'], string>> = {
  number: '數字',
  chart: '圖表',
  list: '清單',
  todo: '待辦',
  text: '文字',
}

const no = '－'

/**
 * Describes a dashboard for the analyst at a terminal: its tiles, and through which screen each of its roles reads them. It decides with
 * the same function as the server.
 */
export function explainDashboard(
  dashboard: ResolvedDashboard,
  { screens, entities }: Pick<Catalog, 'screens' | 'entities'>,
  roles: readonly RoleView[],
): string {
  const readers = dashboard.roles.map((code) => roles.find((role) => role.code === code) ?? { code, name: '自訂角色', permissions: null })
  const readBy = (source: ResolvedSource, permissions: ReadonlySet<string>): string => {
    const entity = entities.get(source.entity)
    const open = (uri: string) => {
      const screen = screens.get(uri)
      return screen === undefined ? null : restrictScreen(screen, permissions)
    }
    return (entity && readableScreen(source, entity, open)?.uri) ?? no
  }
  const rows = dashboard.tiles.flatMap((tile) =>
    linesOf(tile).map(({ source, cells }) => [
      ...cells,
      ...readers.map(({ permissions }) => (source === null ? '●' : permissions === null ? '？' : readBy(source, permissions))),
    ]),
  )
  const header = ['種類', '標題', '資料', '條件', '期間', ...readers.map(({ code }) => code)]
  const { period } = dashboard
  const titled = (one: DashboardPeriod) => `${one}（${periodTitles[one]}）`
  return [
    `${dashboard.name}  ${dashboard.title}`,
    `給 ${readers.map(({ code, name }) => `${code}（${name}）`).join('、')}；期間 ${titled(period.default)}，可選 ${period.choices.map(titled).join('、')}`,
    '\n【圖卡】各角色由哪個畫面讀取；－ 為沒有這張圖卡，？ 為自訂角色，依它的權限',
    ...textTable(header, rows).map((line) => `  ${line}`),
  ].join('\n')
}

interface TileLine {
  readonly source: ResolvedSource | null
  readonly cells: readonly string[]
}

/** A line for each source; a to-do list has several. */
function linesOf({ shown, sources }: ResolvedTile): readonly TileLine[] {
  const kind = kinds[shown.kind]
  if (sources.length === 0) return [{ source: null, cells: [kind, shown.title, '', '', ''] }]
  return sources.map((source) => {
    const title = shown.kind === 'todo' ? `${shown.title}：${source.title}` : source.title
    const condition = [source.view, source.filter && JSON.stringify(source.filter)].filter((text) => typeof text === 'string')
    return { source, cells: [kind, title, source.entity, condition.join(' '), source.date?.field ?? ''] }
  })
}
