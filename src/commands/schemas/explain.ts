import { explainScreen, type RoleView } from '../../language/authoring/explain.ts'
import { explainDashboard } from '../../language/authoring/explainDashboard.ts'
import { dashboardsOf } from '../../language/dashboard/resolve.ts'
import { suggest } from '../../language/findings/suggest.ts'
import { userType } from '../../rules/codes.generated.ts'
import { defaultRoles } from '../../server/identity/permissions/defaultRoles.ts'
import { whyBroken } from './broken.ts'
import { CommandProblem, checkFolder } from './documents.ts'

const dashboardStart = 'dashboards/'

/**
 * Prints a screen with its defaults filled in, and which default roles see which columns and buttons; or a dashboard
 * (`dashboards/<name>`), and through which screens its roles read it. `--json` prints the resolved document.
 */
export function explain(name: string | undefined, flag: string | undefined): number {
  const isJson = flag === '--json'
  console.log(name?.startsWith(dashboardStart) ? dashboardText(name.slice(dashboardStart.length), isJson) : screenText(name, isJson))
  return 0
}

function screenText(uri: string | undefined, isJson: boolean): string {
  const checked = checkFolder()
  const { catalog } = checked
  const screen = catalog.screens.get(uri ?? '')
  const entity = screen && catalog.entities.get(screen.entity.name)
  if (screen === undefined || entity === undefined) {
    throw new CommandProblem(whyBroken('screen', uri ?? '', checked) ?? missing('畫面', uri, [...catalog.screens.keys()]))
  }
  return isJson ? JSON.stringify(screen, null, 2) : explainScreen(screen, entity, consoleRoles)
}

function dashboardText(name: string, isJson: boolean): string {
  const checked = checkFolder()
  const { catalog } = checked
  const dashboards = dashboardsOf(catalog)
  const dashboard = dashboards.get(name)
  if (dashboard === undefined) {
    throw new CommandProblem(whyBroken('dashboard', name, checked) ?? missing('儀表板', name, [...dashboards.keys()]))
  }
  return isJson ? JSON.stringify(dashboard, null, 2) : explainDashboard(dashboard, catalog, consoleRoles)
}

function missing(kind: string, name: string | undefined, known: readonly string[]): string {
  if (name === undefined) return `請指定${kind}；有：${known.join('、')}`
  const near = suggest(name, known)
  return `沒有可用的${kind}「${name}」${near === undefined ? `；有：${known.join('、')}` : `（你是不是要寫「${near}」？）`}`
}

/** Default roles of the console. Corporate members use the portal instead. */
export const consoleRoles: readonly RoleView[] = defaultRoles
  .filter((role) => role.userType !== userType.corporate)
  .map((role) => ({
    code: role.roleCode,
    name: role.roleName,
    permissions: new Set(role.permissions),
    isScoped: role.userType === userType.merchant,
  }))
