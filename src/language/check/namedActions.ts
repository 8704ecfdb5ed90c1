import type { Screen } from '../documents/screen.ts'
import type { Place } from '../findings/source.ts'

/** A button of a screen, by the name used in a bar. */
export interface NamedAction {
  readonly name: string
  readonly place: Place
}

/** All buttons of a screen: above the list, in rows, for selections, in forms, child lists and links. */
export function namedActions({ list, forms = {}, children = {} }: Screen): readonly NamedAction[] {
  const bar = (names: readonly string[] | undefined, place: Place) =>
    (names ?? []).map((name, index) => ({ name, place: [...place, index] }))
  const links = list.columns.flatMap((column, index) =>
    typeof column === 'object' && column.link ? [{ name: column.link as string, place: ['list', 'columns', index, 'link'] }] : [],
  )
  return [
    ...(['toolbar', 'rowActions', 'bulkActions'] as const).flatMap((key) => bar(list[key], ['list', key])),
    ...links,
    ...Object.entries(forms).flatMap(([name, form]) => bar(form.actions, ['forms', name, 'actions'])),
    ...Object.entries(children).flatMap(([name, child]) => bar(child.actions, ['children', name, 'actions'])),
  ]
}
