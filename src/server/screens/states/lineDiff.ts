/** A line of a difference: ' ' is in both texts, '-' only in the old one, '+' only in the new one. */
export interface DiffLine {
  readonly sign: ' ' | '-' | '+'
  readonly text: string
}

/** Texts with more differing lines than this are shown as removed and added as a whole. */
const editsMax = 2000

/** The difference of two texts by lines, as short as possible (Myers). */
export function lineDiff(before: string, after: string): readonly DiffLine[] {
  const [old, next] = [linesOf(before), linesOf(after)]
  let start = 0
  while (start < old.length && start < next.length && old[start] === next[start]) start += 1
  let same = 0
  while (same < old.length - start && same < next.length - start && old.at(-1 - same) === next.at(-1 - same)) same += 1
  const inner = shortestEdit(old.slice(start, old.length - same), next.slice(start, next.length - same))
  return [...signed(' ', old.slice(0, start)), ...inner, ...signed(' ', old.slice(old.length - same))]
}

/** Numbers of lines that a difference adds and removes. */
export function countsOf(diff: readonly DiffLine[]): { readonly added: number; readonly removed: number } {
  const count = (sign: DiffLine['sign']) => diff.filter((line) => line.sign === sign).length
  return { added: count('+'), removed: count('-') }
}

const linesOf = (text: string) => (text === '' ? [] : text.replace(/\n$/, '').split('\n'))

function signed(sign: DiffLine['sign'], lines: readonly string[]): readonly DiffLine[] {
  return lines.map((text) => ({ sign, text }))
}

/** By number of edits: how far down the old text one gets, for each lead of the old text over the new one. */
type Reach = ReadonlyMap<number, number>

function shortestEdit(old: readonly string[], next: readonly string[]): readonly DiffLine[] {
  const traces: Reach[] = []
  let reach: Reach = new Map([[1, 0]])
  for (let edits = 0; edits <= Math.min(editsMax, old.length + next.length); edits += 1) {
    traces.push(reach)
    const further = new Map(reach)
    for (let lead = -edits; lead <= edits; lead += 2) {
      let at = stepOf(reach, lead, edits)
      while (at < old.length && at - lead < next.length && old[at] === next[at - lead]) at += 1
      further.set(lead, at)
      if (at >= old.length && at - lead >= next.length) return walkBack(traces, old, next)
    }
    reach = further
  }
  return [...signed('-', old), ...signed('+', next)]
}

function isAdded(reach: Reach, lead: number, edits: number): boolean {
  return lead === -edits || (lead !== edits && (reach.get(lead - 1) ?? -1) < (reach.get(lead + 1) ?? -1))
}

function stepOf(reach: Reach, lead: number, edits: number): number {
  return isAdded(reach, lead, edits) ? (reach.get(lead + 1) ?? 0) : (reach.get(lead - 1) ?? 0) + 1
}

function walkBack(traces: readonly Reach[], old: readonly string[], next: readonly string[]): readonly DiffLine[] {
  const lines: DiffLine[] = []
  let [at, other] = [old.length, next.length]
  for (let edits = traces.length - 1; edits >= 0; edits -= 1) {
    const reach = traces[edits] as Reach
    const lead = at - other
    const from = isAdded(reach, lead, edits) ? lead + 1 : lead - 1
    const [oldFrom, otherFrom] = edits === 0 ? [0, 0] : [reach.get(from) ?? 0, (reach.get(from) ?? 0) - from]
    while (at > oldFrom && other > otherFrom) {
      at -= 1
      other -= 1
      lines.push({ sign: ' ', text: old[at] ?? '' })
    }
    if (edits === 0) break
    if (at > oldFrom) lines.push({ sign: '-', text: old[at - 1] ?? '' })
    else lines.push({ sign: '+', text: next[other - 1] ?? '' })
    ;[at, other] = [oldFrom, otherFrom]
  }
  return lines.reverse()
}
