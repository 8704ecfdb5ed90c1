import type { EntityContext, ScreenContext } from '../../../catalog/known.ts'
import type { Entity, Property } from '../../../documents/entity.ts'
import type { Column } from '../../../documents/screen.ts'
import type { DisplayFormat, WidgetName } from '../../../documents/vocabulary.ts'
import { dictionaryOf, findProperty, isHtml } from '../../../entity/property.ts'
import type { Finding, Place } from '../../../findings/source.ts'

export type Shape = 'text' | 'number' | 'boolean' | 'list' | 'rows' | 'object'

export const shapesOfWidget: { readonly [Name in WidgetName]: readonly Shape[] } = {
  text: ['text', 'number'],
  textarea: ['text'],
  password: ['text'],
  number: ['number'],
  select: ['text', 'number', 'boolean'],
  multiselect: ['list'],
  radio: ['text', 'number', 'boolean'],
  checkboxes: ['list'],
  switch: ['boolean'],
  date: ['text'],
  dateTime: ['text'],
  month: ['text'],
  image: ['text'],
  files: ['rows'],
  richText: ['text'],
  tiers: ['rows'],
  rows: ['rows'],
  tags: ['list'],
  tree: ['list'],
  json: ['text', 'object', 'list', 'rows'],
  readonly: ['text', 'number', 'boolean', 'list', 'rows', 'object'],
  secret: ['text'],
  reference: ['text'],
}

const everyShape: readonly Shape[] = ['text', 'number', 'boolean', 'list', 'rows', 'object']

export const shapesOfFormat: { readonly [Name in DisplayFormat]: readonly Shape[] } = {
  text: everyShape,
  points: ['number'],
  integer: ['number'],
  money: ['number'],
  price: ['number'],
  percent: ['number'],
  date: ['text'],
  dateTime: ['text'],
  month: ['text'],
  badge: ['text', 'number', 'boolean'],
  boolean: ['boolean'],
  image: ['text'],
  html: ['text'],
  tags: ['list'],
  json: everyShape,
  multiline: ['text'],
  tiers: ['rows'],
  files: ['rows'],
}

/** Controls that choose among options; the tree has its own source. */
const choosing: readonly WidgetName[] = ['select', 'multiselect', 'checkboxes', 'radio']

/** Checks that controls and display formats fit the values of an entity's fields. */
export function entityWidgetsAndFormats({ entity }: EntityContext): readonly Finding[] {
  return Object.entries(entity.properties).flatMap(([field, property]) => [
    ...checkWidget(property['x-widget'], property, ['properties', field, 'x-widget']),
    ...checkFormat(property['x-format'], property, ['properties', field, 'x-format']),
  ])
}

/** The same for controls and formats that a screen overrides. */
export function screenWidgetsAndFormats({ screen, entity }: ScreenContext): readonly Finding[] {
  const widgets = Object.entries(screen.forms ?? {}).flatMap(([name, form]) =>
    Object.entries(form.ui ?? {}).flatMap(([field, ui]) =>
      checkWidget(ui.widget, findProperty(entity, field), ['forms', name, 'ui', field, 'widget']),
    ),
  )
  return [...widgets, ...checkFormats(screen.list.columns, ['list', 'columns'], entity)]
}

/** Also used for child lists. */
export function checkFormats(columns: readonly Column[], place: Place, entity: Entity): readonly Finding[] {
  return columns.flatMap((column, index) =>
    typeof column === 'string' ? [] : checkFormat(column.format, findProperty(entity, column.field), [...place, index, 'format']),
  )
}

function checkWidget(widget: WidgetName | undefined, property: Property | undefined, place: Place): readonly Finding[] {
  if (widget === undefined || property === undefined) return []
  if (!shapesOfWidget[widget].includes(shapeOf(property))) {
    return [
      { place, code: 'widget-not-for-type', message: `元件「${widget}」不適用於此欄位的型別；可用：${fitting(shapesOfWidget, property)}` },
    ]
  }
  if (widget === 'reference' && property['x-ref'] === undefined) {
    return [{ place, code: 'widget-without-options', message: '元件「reference」挑選另一個實體的資料，請在實體的欄位加上 x-ref' }]
  }
  if (widget === 'richText' && !isHtml(property)) return [notCleaned(place, '元件「richText」')]
  if (
    !choosing.includes(widget) ||
    dictionaryOf(property) !== undefined ||
    property.enum !== undefined ||
    property.items?.enum !== undefined
  )
    return []
  return [{ place, code: 'widget-without-options', message: `元件「${widget}」需要選項，請在實體的欄位加上 x-dictionary` }]
}

function checkFormat(format: DisplayFormat | undefined, property: Property | undefined, place: Place): readonly Finding[] {
  if (format === undefined || property === undefined) return []
  if (!shapesOfFormat[format].includes(shapeOf(property))) {
    const message = `顯示方式「${format}」不適用於此欄位的型別；可用：${fitting(shapesOfFormat, property)}`
    return [{ place, code: 'format-not-for-type', message }]
  }
  return format === 'html' && !isHtml(property) ? [notCleaned(place, '顯示方式「html」')] : []
}

/** Only fields declared as HTML are cleaned before they are stored, so nothing else may be drawn as markup. */
function notCleaned(place: Place, what: string): Finding {
  return { place, code: 'html-not-cleaned', message: `${what}只能用於實體中 "format": "html" 的欄位，其他欄位的內容未經清理` }
}

/** Names in the table that fit the values of a field. */
function fitting(table: Readonly<Record<string, readonly Shape[]>>, property: Property): string {
  return Object.keys(table)
    .filter((name) => table[name]?.includes(shapeOf(property)))
    .join('、')
}

export function shapeOf(property: Property): Shape {
  if (property.type === 'array') return property.items?.type === 'object' ? 'rows' : 'list'
  if (property.type === 'integer' || property.type === 'number') return 'number'
  return property.type === 'string' ? 'text' : property.type
}
