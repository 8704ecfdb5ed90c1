import { matrixKindTexts, matrixText } from '../../rules/roleMatrixTexts.ts'
import type { MatrixLine, RoleMatrix } from '../authoring/roleMatrix.ts'

/** What people of a role see or do no longer, or newly. */
export interface RoleImpact {
  /** Code of the role. */
  readonly role: string
  readonly name: string
  /** Sentences for people. */
  readonly lines: readonly string[]
}

/**
 * Compares who sees and may do what. Both matrices have the same roles.
 *
 * @param renames new names of fields by the former ones, by uri of the screen
 */
export function roleImpact(
  before: RoleMatrix,
  after: RoleMatrix,
  renames: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(),
): readonly RoleImpact[] {
  const current = ({ uri, name }: MatrixLine) => renames.get(uri)?.get(name) ?? name
  const [was, is] = [byKey(before.lines.map((line) => ({ ...line, name: current(line) }))), byKey(after.lines)]
  const keys = [...new Set([...was.keys(), ...is.keys()])]
  return before.roles.flatMap(({ code, name }, index): readonly RoleImpact[] => {
    const changes = keys.flatMap((key) => changeOf(was.get(key), is.get(key), index))
    // Who lost or got a whole screen is not told its parts.
    const whole = new Set(changes.filter(({ line, isWhole }) => line.kind === 'screen' && isWhole).map(({ line }) => line.uri))
    const told = changes.filter(({ line }) => line.kind === 'screen' || !whole.has(line.uri))
    return told.length === 0 ? [] : [{ role: code, name, lines: told.map(({ text }) => text) }]
  })
}

const byKey = (lines: readonly MatrixLine[]) => new Map(lines.map((line) => [`${line.uri} ${line.kind} ${line.name}`, line] as const))

interface Change {
  readonly line: MatrixLine
  /** From nothing, or to nothing. */
  readonly isWhole: boolean
  readonly text: string
}

function changeOf(was: MatrixLine | undefined, is: MatrixLine | undefined, index: number): readonly Change[] {
  const line = is ?? was
  const [former, now] = [textOf(was, index), textOf(is, index)]
  if (line === undefined || former === now) return []
  const place = line.kind === 'screen' ? `畫面「${line.screen}」` : `「${line.screen}」的${matrixKindTexts[line.kind]}「${line.title}」`
  return [{ line, isWhole: former === null || now === null, text: `${verb(former, now)}${place}` }]
}

/** What a role may do, in words; null for nothing. */
function textOf(line: MatrixLine | undefined, index: number): string | null {
  const cell = line?.cells[index] ?? 'none'
  return cell === 'none' ? null : matrixText(cell, line?.fills?.[index])
}

function verb(former: string | null, now: string | null): string {
  if (now === null) return '不再有'
  return former === null ? '開始有' : `由「${former}」改為「${now}」：`
}
