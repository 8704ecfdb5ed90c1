import { explainScreen, type RoleView } from '../../language/authoring/explain.ts'
import { suggest } from '../../language/check/suggest.ts'
import { userType } from '../../rules/codes.generated.ts'
import { defaultRoles } from '../../server/identity/permissions/defaultRoles.ts'
import { CommandProblem, checkFolder } from './documents.ts'

/**
 * Prints a screen with its defaults filled in, and which default roles see which columns and buttons. `--json` prints the resolved
 * document.
 */
export function explain(uri: string | undefined, flag: string | undefined): number {
  const { catalog } = checkFolder()
  const screen = catalog.screens.get(uri ?? '')
  const entity = screen && catalog.entities.get(screen.entity.name)
  if (screen === undefined || entity === undefined) throw new CommandProblem(missingScreen(uri, [...catalog.screens.keys()]))
  console.log(flag === '--json' ? JSON.stringify(screen, null, 2) : explainScreen(screen, entity, roles))
  return 0
}

function missingScreen(uri: string | undefined, known: readonly string[]): string {
  if (uri === undefined) return `請指定畫面；有：${known.join('、')}`
  const near = suggest(uri, known)
  return `沒有可用的畫面「${uri}」${near === undefined ? `；有：${known.join('、')}` : `（你是不是要寫「${near}」？）`}`
}

/** Roles of the console. Corporate members use the portal instead. */
const roles: readonly RoleView[] = defaultRoles
  .filter((role) => role.userType !== userType.corporate)
  .map((role) => ({
    code: role.roleCode,
    name: role.roleName,
    permissions: new Set(role.permissions),
    isScoped: role.userType === userType.merchant,
  }))
