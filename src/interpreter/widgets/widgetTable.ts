import type { WidgetName } from '../../language/documents/vocabulary.ts'
import { cellWidgets } from './cellWidgets.ts'
import { RowsWidget } from './rows/RowsWidget.tsx'
import type { Widget } from './widget.ts'

/** The control for every widget name; a new name does not compile without one. */
export const widgets: Readonly<Record<WidgetName, Widget>> = { ...cellWidgets, rows: RowsWidget }

/** Controls of several elements: a `<label for>` cannot label them, so `aria-labelledby` is used. */
export const groupWidgets: ReadonlySet<WidgetName> = new Set([
  'radio',
  'checkboxes',
  'richText',
  'tiers',
  'rows',
  'files',
  'tree',
  'readonly',
])
