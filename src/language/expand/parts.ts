import type { PartKind } from '../documents/preset.ts'

/** What a member of a part contains: another part, parts by name or in a list, or plain values by name. */
export type Shape =
  | { readonly is: 'part' | 'map' | 'list'; readonly part: PartKind }
  /** Values by field name, such as conditions. Each is taken or replaced as a whole. */
  | { readonly is: 'names' }

const part = (kind: PartKind): Shape => ({ is: 'part', part: kind })
const map = (kind: PartKind): Shape => ({ is: 'map', part: kind })
const list = (kind: PartKind): Shape => ({ is: 'list', part: kind })
const names: Shape = { is: 'names' }

/**
 * Where parts are in documents. Everything else (lists of names, conditions, single values) contains no parts, so the value of the document
 * replaces the value of the preset.
 */
const members: Readonly<Record<PartKind | 'screen', Readonly<Record<string, Shape>>>> = {
  entity: { properties: map('property'), transitions: map('transition'), when: names },
  property: { items: part('property'), properties: map('property') },
  transition: { input: part('input') },
  input: { properties: map('property') },
  screen: { list: part('list'), forms: map('form'), actions: map('action'), children: map('child') },
  list: { views: names },
  form: { groups: list('group'), tabs: list('tab'), when: names, onHidden: names, ui: names },
  tab: { groups: list('group') },
  group: {},
  action: { input: part('input') },
  child: { views: names },
}

export function membersOf(kind: PartKind | 'screen'): Readonly<Record<string, Shape>> {
  return members[kind]
}

export function shapeOf(kind: PartKind | 'screen', member: string): Shape | undefined {
  return Object.hasOwn(members[kind], member) ? members[kind][member] : undefined
}

/** Kinds of parts whose `use` may name another screen; the part is then taken from the same place there. */
export const referenceKinds: readonly PartKind[] = ['list', 'form', 'action', 'child']
