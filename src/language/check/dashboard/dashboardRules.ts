import type { Names } from '../../catalog/known.ts'
import type { Dashboard, Tile } from '../../documents/dashboard.ts'
import type { Finding, Place } from '../../findings/source.ts'
import { unknownName } from '../../findings/suggest.ts'
import { checkRepeated } from '../fieldRule.ts'
import type { DashboardContext } from './dashboardContext.ts'
import { sourceFindings } from './tileSource.ts'
import { chartFindings, listFindings, numberFindings } from './tileValues.ts'

/** Checks a dashboard: its head, and every tile against entity and screen. */
export function checkDashboard(context: DashboardContext): readonly Finding[] {
  const { dashboard } = context
  return [
    ...nameMatchesPath(context),
    ...checkRoles(dashboard, context.names),
    ...checkPeriod(dashboard),
    ...dashboard.tiles.flatMap((tile, index) => tileFindings(tile, ['tiles', index], context)),
  ]
}

function nameMatchesPath({ path, dashboard }: DashboardContext): readonly Finding[] {
  const expected = path.replace(/^dashboards\//, '').replace(/\.json$/, '')
  if (dashboard.name === expected) return []
  return [{ place: ['name'], code: 'name-not-path', message: `name 應等於檔案名稱「${expected}」`, suggestion: expected }]
}

/** Roles are records, so one that no installation begins with may exist all the same. */
function checkRoles({ roles }: Dashboard, names: Names): readonly Finding[] {
  const unknown = roles.flatMap((role, index): readonly Finding[] =>
    names.roles.has(role)
      ? []
      : [
          {
            place: ['roles', index],
            severity: 'warning',
            code: 'unknown-role',
            ...unknownName(`預設的角色沒有「${role}」，自訂的角色請確認代碼`, role, names.roles),
          },
        ],
  )
  return [...unknown, ...checkRepeated(roles, (index) => ['roles', index], '角色')]
}

function checkPeriod({ period }: Dashboard): readonly Finding[] {
  if (period === undefined || typeof period === 'string') return []
  const choices = checkRepeated(period.choices, (index) => ['period', 'choices', index], '期間')
  if (period.choices.includes(period.default)) return choices
  const message = `一開始的期間「${period.default}」不在 choices 之中`
  return [...choices, { place: ['period', 'default'], code: 'default-not-offered', message }]
}

function tileFindings(tile: Tile, place: Place, context: DashboardContext): readonly Finding[] {
  switch (tile.kind) {
    case 'text':
      return []
    case 'todo':
      return tile.items.flatMap((item, index) => sourceFindings(item, [...place, 'items', index], context))
    case 'number':
      return withSource(tile, place, context, numberFindings)
    case 'chart':
      return withSource(tile, place, context, chartFindings)
    case 'list':
      return withSource(tile, place, context, listFindings)
  }
}

/** The values of a tile are checked only where its entity is known, because their findings would repeat that it is not. */
function withSource<T extends Exclude<Tile, { kind: 'text' } | { kind: 'todo' }>>(
  tile: T,
  place: Place,
  context: DashboardContext,
  values: (tile: T, place: Place, entity: NonNullable<ReturnType<Names['entities']['get']>>) => readonly Finding[],
): readonly Finding[] {
  const entity = context.names.entities.get(tile.entity)
  const own = entity === undefined ? [] : values(tile, place, entity)
  return own.some((one) => one.severity !== 'warning') ? own : [...own, ...sourceFindings(tile, place, context)]
}
