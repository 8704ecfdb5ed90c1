import type { WidgetName } from '../../language/documents/vocabulary.ts'
import type { ResolvedField } from '../../language/resolved.ts'

/** Controls that need the whole width. */
const wideWidgets: ReadonlySet<WidgetName> = new Set(['textarea', 'richText', 'tiers', 'rows', 'tree', 'json', 'checkboxes'])

/** Share of the twelve columns that a field takes where there is room for two fields side by side. */
export function columnSpan(field: ResolvedField): number {
  const isWide = wideWidgets.has(field.widget) || field.format === 'tiers' || field.format === 'html' || field.format === 'multiline'
  return field.ui.columns ?? (isWide ? 12 : 6)
}
