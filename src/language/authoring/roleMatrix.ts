import { csvLine, csvStart } from '../../rules/csvLine.ts'
import { type MatrixCell, type MatrixFill, type MatrixKind, matrixKindTexts, matrixText } from '../../rules/roleMatrixTexts.ts'
import type { Entity } from '../documents/entity.ts'
import { isMasked } from '../entity/maskedFields.ts'
import { type RecordReach, reachIn } from '../record/recordReach.ts'
import type { ResolvedScreen } from '../resolved.ts'
import { acceptedFields, allowedFields } from '../rights/allowedFields.ts'
import { isOffered } from '../rights/offeredVerbs.ts'
import { restrictScreen } from '../rights/restrictScreen.ts'
import { mayCall } from '../rights/verbPermissions.ts'
import type { RoleView } from './explain.ts'

export interface MatrixLine {
  readonly kind: MatrixKind
  readonly uri: string
  /** Title of the screen. */
  readonly screen: string
  /** Name of the field or action; '' for the screen itself. */
  readonly name: string
  readonly title: string
  /** In the order of the roles. */
  readonly cells: readonly MatrixCell[]
  /** Of a field, in the order of the roles. Who fills it in sees it too. */
  readonly fills?: readonly MatrixFill[]
}

export interface RoleMatrix {
  readonly roles: readonly Pick<RoleView, 'code' | 'name'>[]
  readonly lines: readonly MatrixLine[]
}

/**
 * Every role with every screen, its fields and its actions. What a role may open, see, call and fill in is decided by the same functions
 * that the server asks for each call, and a contract test asks the API for every cell.
 */
export function roleMatrix(
  screens: Iterable<ResolvedScreen>,
  entities: ReadonlyMap<string, Entity>,
  roles: readonly RoleView[],
): RoleMatrix {
  const lines = [...screens].flatMap((screen) => {
    const entity = entities.get(screen.entity.name)
    return entity === undefined ? [] : linesOf(screen, entity, roles)
  })
  return { roles: roles.map(({ code, name }) => ({ code, name })), lines }
}

/** A screen as a role has it. */
interface RoleScreen {
  /** Null when the role does not open it. */
  readonly screen: ResolvedScreen | null
  readonly reach: RecordReach
  readonly seen: ReadonlySet<string>
  readonly created: ReadonlySet<string>
  readonly edited: ReadonlySet<string>
}

function linesOf(screen: ResolvedScreen, entity: Entity, roles: readonly RoleView[]): readonly MatrixLine[] {
  const ofRoles = roles.map((role) => roleScreen(screen, entity, role))
  const { uri, title } = screen
  const base = { uri, screen: title }
  const all = allowedFields(screen, entity).record
  const fields = Object.entries(entity.properties).filter(([name]) => all.has(name))
  return [
    { ...base, kind: 'screen', name: '', title, cells: ofRoles.map((one) => (one.screen === null ? 'none' : one.reach.kind)) },
    ...fields.map(([name, property]): MatrixLine => {
      const shown = isMasked(property) ? 'masked' : 'shown'
      return {
        ...base,
        kind: 'field',
        name,
        title: property.title ?? name,
        cells: ofRoles.map(({ seen }) => (seen.has(name) ? shown : 'none')),
        fills: ofRoles.map((one) => fillOf(one, name)),
      }
    }),
    ...Object.values(screen.actions).map(
      (action): MatrixLine => ({
        ...base,
        kind: 'action',
        name: action.name,
        title: action.label,
        cells: ofRoles.map((one) => (one.screen !== null && Object.hasOwn(one.screen.actions, action.name) ? 'allowed' : 'none')),
      }),
    ),
  ]
}

const noFields: ReadonlySet<string> = new Set()

function roleScreen(whole: ResolvedScreen, entity: Entity, { permissions, isScoped }: RoleView): RoleScreen {
  const screen = restrictScreen(whole, permissions)
  const reach = reachIn(entity, isScoped)
  if (screen === null || reach.kind === 'nothing') return { screen, reach, seen: noFields, created: noFields, edited: noFields }
  const filledBy = (verb: 'create' | 'update') => {
    if (!isOffered(whole, verb) || !mayCall(whole, verb, permissions)) return noFields
    const accepted = acceptedFields(screen, verb === 'create' ? 'create' : 'edit')
    // The server fills it in, whatever is sent.
    return new Set([...accepted].filter((name) => reach.kind !== 'own' || name !== reach.scope))
  }
  return { screen, reach, seen: allowedFields(screen, entity).record, created: filledBy('create'), edited: filledBy('update') }
}

function fillOf({ created, edited }: RoleScreen, name: string): MatrixFill {
  if (created.has(name)) return edited.has(name) ? 'both' : 'create'
  return edited.has(name) ? 'edit' : 'never'
}

export function roleMatrixCsv({ roles, lines }: RoleMatrix): string {
  const head = ['畫面', '網址', '種類', '名稱', '標題', ...roles.map(({ code, name }) => `${code} ${name}`)]
  const rows = lines.map(({ screen, uri, kind, name, title, cells, fills }) => [
    screen,
    uri,
    matrixKindTexts[kind],
    name,
    title,
    ...cells.map((cell, index) => matrixText(cell, fills?.[index])),
  ])
  return `${csvStart}${[head, ...rows].map(csvLine).join('')}`
}
