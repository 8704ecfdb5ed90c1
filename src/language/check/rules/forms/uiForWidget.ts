import type { ScreenContext } from '../../../catalog/known.ts'
import type { UiField } from '../../../documents/screen.ts'
import type { WidgetName } from '../../../documents/vocabulary.ts'
import { findProperty, widgetOf } from '../../../entity/property.ts'
import type { Finding, Place } from '../../../findings/source.ts'
import { readFormSource } from '../../../resolve/formSource.ts'
import { followsExtends } from './formShape.ts'

/** Settings that only some controls support; all other settings work for every control. */
const widgetsOf = {
  placeholder: ['text', 'textarea', 'number', 'tags'],
  rows: ['textarea', 'json'],
  limit: ['tiers', 'rows'],
  labels: ['radio', 'select', 'switch'],
} as const satisfies Partial<Record<keyof UiField, readonly WidgetName[]>>

const widgetOfOption = { source: 'tree', generate: 'secret', import: 'rows' } as const satisfies Record<
  keyof NonNullable<UiField['options']>,
  WidgetName
>

/** Checks that a setting is supported by the control, and that a tree declares where its branches come from. */
export function uiForWidget({ screen, entity }: ScreenContext): readonly Finding[] {
  return Object.entries(screen.forms ?? {}).flatMap(([name, form]) => {
    if (!followsExtends(name, screen)) return []
    const { ui: merged } = readFormSource(name, screen, entity)
    return Object.entries(form.ui ?? {}).flatMap(([field, ui]) => {
      const property = findProperty(entity, field)
      if (property === undefined) return []
      const widget = (Object.hasOwn(merged, field) ? merged[field]?.widget : undefined) ?? widgetOf(property)
      return checkUi(ui, widget, ['forms', name, 'ui', field])
    })
  })
}

function checkUi(ui: UiField, widget: WidgetName, place: Place): readonly Finding[] {
  const settings = Object.entries(widgetsOf).filter(([key, widgets]) => key in ui && !(widgets as readonly WidgetName[]).includes(widget))
  const options = Object.entries(widgetOfOption).filter(([key, needed]) => key in (ui.options ?? {}) && needed !== widget)
  return [
    ...settings.map(([key, widgets]) => notHeeded([...place, key], key, widget, widgets)),
    ...options.map(([key, needed]) => notHeeded([...place, 'options', key], key, widget, [needed])),
  ]
}

function notHeeded(place: Place, key: string, widget: WidgetName, widgets: readonly string[]): Finding {
  return { place, at: 'key', code: 'not-for-widget', message: `元件「${widget}」沒有「${key}」的設定；可用於：${widgets.join('、')}` }
}
