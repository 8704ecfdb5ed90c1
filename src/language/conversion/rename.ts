/**
 * A name that became another one. `owner`: the entity of the field, the entity and field of a column (`order.lines`), the dictionary of the
 * option; empty for a screen or an entity.
 */
export interface Rename {
  readonly kind: 'field' | 'column' | 'option' | 'screen' | 'entity'
  readonly owner: string
  readonly former: string
  readonly name: string
}

export type Names = Pick<Rename, 'former' | 'name'>

interface Owned {
  readonly kind: Rename['kind']
  /** The owner, also under the names that it had itself. */
  readonly owners: readonly string[]
  /**
   * A file may be there for a moment before the one that it replaces is removed: whether a name that is there already takes over what the
   * other one has. Default: it has something of its own by then.
   */
  readonly takesOver?: (name: string, other: string) => boolean
}

/** Names that are back in the place of those that they became, which may be gone for a while already. */
export function takenBack(
  { kind, owners, takesOver = () => false }: Owned,
  [before, after]: readonly [readonly string[], readonly string[]],
  known: readonly Rename[],
): readonly Names[] {
  const ofOwner = known.filter((one) => one.kind === kind && owners.includes(one.owner))
  if (ofOwner.length === 0) return []
  const [had, has] = [new Set(before), new Set(after)]
  return after.flatMap((name) => {
    const gone = laterNames(name, ofOwner).filter((later) => !has.has(later))
    const lost = gone.find((later) => had.has(later))
    if (had.has(name)) return lost !== undefined && takesOver(name, lost) ? [{ former: lost, name }] : []
    const former = lost ?? gone.at(-1)
    return former === undefined ? [] : [{ former, name }]
  })
}

/** What a name became, nearest first. */
export function laterNames(name: string, renames: readonly Names[]): readonly string[] {
  const found = new Set([name])
  for (const one of found) for (const { former, name: later } of renames) if (former === one) found.add(later)
  return [...found].slice(1)
}

/** The names that became this one, nearest first. */
export function earlierNames(name: string, renames: readonly Names[]): readonly string[] {
  return laterNames(
    name,
    renames.map((one) => ({ former: one.name, name: one.former })),
  )
}
