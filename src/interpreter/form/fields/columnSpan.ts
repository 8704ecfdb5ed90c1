import type { WidgetName } from '../../../language/documents/vocabulary.ts'
import type { ResolvedField } from '../../../language/resolved.ts'

/** Controls that use the whole width. */
const wideWidgets: ReadonlySet<WidgetName> = new Set(['textarea', 'richText', 'tiers', 'rows', 'tree', 'json', 'checkboxes'])

/** Number of the twelve grid columns for a field, where two fields fit side by side. */
export function columnSpan(field: ResolvedField): number {
  const isWide = wideWidgets.has(field.widget) || field.format === 'tiers' || field.format === 'html' || field.format === 'multiline'
  return field.ui.columns ?? (isWide ? 12 : 6)
}
