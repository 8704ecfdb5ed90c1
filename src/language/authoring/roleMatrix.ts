import { csvLine, csvStart } from '../../rules/csvLine.ts'
import { type MatrixCell, type MatrixKind, matrixCellTexts, matrixKindTexts } from '../../rules/roleMatrixTexts.ts'
import { allowedFields } from '../allowedFields.ts'
import type { Entity } from '../documents/entity.ts'
import { isMasked } from '../maskedFields.ts'
import type { ResolvedScreen } from '../resolved.ts'
import { restrictScreen } from '../restrictScreen.ts'
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
}

export interface RoleMatrix {
  readonly roles: readonly Pick<RoleView, 'code' | 'name'>[]
  readonly lines: readonly MatrixLine[]
}

/**
 * Every role with every screen, its fields and its actions. Screens are restricted by the same function that the server uses for each call,
 * and a contract test asks the API for every cell.
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

function linesOf(screen: ResolvedScreen, entity: Entity, roles: readonly RoleView[]): readonly MatrixLine[] {
  const restricted = roles.map((role) => restrictScreen(screen, role.permissions))
  const { uri, title } = screen
  const base = { uri, screen: title }
  const seen = roles.map((role, index): MatrixCell => {
    if (restricted[index] === null) return 'none'
    return entity.scope !== undefined && role.isScoped ? 'own' : 'all'
  })
  const fieldsOfRoles = restricted.map((one) => (one === null ? new Set<string>() : allowedFields(one, entity).record))
  const all = allowedFields(screen, entity).record
  const fields = Object.entries(entity.properties).filter(([name]) => all.has(name))
  return [
    { ...base, kind: 'screen', name: '', title, cells: seen },
    ...fields.map(([name, property]): MatrixLine => {
      const shown = isMasked(property) ? 'masked' : 'shown'
      return {
        ...base,
        kind: 'field',
        name,
        title: property.title ?? name,
        cells: fieldsOfRoles.map((one) => (one.has(name) ? shown : 'none')),
      }
    }),
    ...Object.values(screen.actions).map(
      (action): MatrixLine => ({
        ...base,
        kind: 'action',
        name: action.name,
        title: action.label,
        cells: restricted.map((one) => (one !== null && Object.hasOwn(one.actions, action.name) ? 'allowed' : 'none')),
      }),
    ),
  ]
}

export function roleMatrixCsv({ roles, lines }: RoleMatrix): string {
  const head = ['畫面', '網址', '種類', '名稱', '標題', ...roles.map(({ code, name }) => `${code} ${name}`)]
  const rows = lines.map(({ screen, uri, kind, name, title, cells }) => [
    screen,
    uri,
    matrixKindTexts[kind],
    name,
    title,
    ...cells.map((cell) => matrixCellTexts[cell]),
  ])
  return `${csvStart}${[head, ...rows].map(csvLine).join('')}`
}
