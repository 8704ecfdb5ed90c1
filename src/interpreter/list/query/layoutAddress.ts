import type { ResolvedLayouts } from '../../../language/resolved.ts'

export type LayoutName = keyof ResolvedLayouts

/** The layout in the address: `board`, or `calendar:2026-11` with the month that is shown. */
export interface ShownLayout {
  readonly name: LayoutName
  readonly at: string | null
}

/** Parameter with the layout; without it, the rows are a table. */
export const layoutParam = 'layout'

/** @returns null for the table, and for what this list does not have */
export function readLayout(text: string | null, layouts: ResolvedLayouts | undefined): ShownLayout | null {
  const [name = '', at = null] = text?.split(':') ?? []
  return layouts !== undefined && Object.hasOwn(layouts, name) ? { name: name as LayoutName, at } : null
}
