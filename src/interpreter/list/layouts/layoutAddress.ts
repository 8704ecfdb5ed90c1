import type { ResolvedLayouts } from '../../../language/resolved.ts'

export type LayoutName = keyof ResolvedLayouts

/** The layout in the address: `board`, or `calendar:2026-11` with the month that is shown. */
export interface ShownLayout {
  readonly name: LayoutName
  readonly at: string | null
}

/** Parameter with the layout; without it, the rows are a table. */
export const layoutParam = 'layout'

/** An address without its layout: only the list's parameters. */
export function withoutLayout(params: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(params)
  rest.delete(layoutParam)
  return rest
}

/** An address with the layout of another address. */
export function withLayoutOf(params: URLSearchParams, shown: URLSearchParams): URLSearchParams {
  const layout = shown.get(layoutParam)
  return layout === null ? params : new URLSearchParams([...withoutLayout(params), [layoutParam, layout]])
}

/** @returns null for the table, and for what this list does not have */
export function readLayout(text: string | null, layouts: ResolvedLayouts | undefined): ShownLayout | null {
  const [name = '', at = null] = text?.split(':') ?? []
  return layouts !== undefined && Object.hasOwn(layouts, name) ? { name: name as LayoutName, at } : null
}
