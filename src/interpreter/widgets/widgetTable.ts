import type { WidgetName } from '../../language/documents/vocabulary.ts'
import { cellWidgets } from './cellWidgets.ts'
import { RowsWidget } from './RowsWidget.tsx'
import type { Widget } from './widget.ts'

/** The control of every widget name; a new name does not compile until it has one. */
export const widgets: Readonly<Record<WidgetName, Widget>> = { ...cellWidgets, rows: RowsWidget }

/** Controls made of several elements: a `<label for>` cannot name them, `aria-labelledby` does. */
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
