import type { Names, ScreenContext } from '../../../catalog/known.ts'
import type { Entity, Property } from '../../../documents/entity.ts'
import type { Child, Screen } from '../../../documents/screen.ts'
import { findProperty, isSummable } from '../../../entity/property.ts'
import type { Finding, Place } from '../../../findings/source.ts'
import { unknownName, withSuggestion } from '../../../findings/suggest.ts'
import { resourceOf } from '../../../resolve/api.ts'
import { checkField, checkRepeated } from '../../fieldRule.ts'
import { oncePerPlace } from '../../followUps.ts'
import { checkPredicate } from '../../predicateRule.ts'
import { checkFormats } from '../fields/widgetsAndFormats.ts'
import { checkColumns, checkSort, checkTotals } from './listFields.ts'

/** Checks that child lists name an entity, are joined by fields that exist on both sides, and show existing fields. */
export function childLists(context: ScreenContext): readonly Finding[] {
  const { screen, names } = context
  return Object.entries(screen.children ?? {}).flatMap(([name, child]) => {
    const place = ['children', name]
    const entity = names.entities.get(child.entity)
    if (entity !== undefined) return [...checkChild(child, entity, place, context), ...checkActions(child, place, context)]
    if (names.brokenEntities.has(child.entity)) return []
    const known = [...names.entities.keys()]
    return [
      {
        place: [...place, 'entity'],
        code: 'unknown-entity',
        message: `沒有實體「${child.entity}」`,
        ...withSuggestion(child.entity, known),
      },
    ]
  })
}

function checkChild(child: Child, entity: Entity, place: Place, context: ScreenContext): readonly Finding[] {
  const { names } = context
  const parent = parentOf(child, context)
  if (parent === undefined) return []
  const by = typeof child.by === 'string' ? { [child.by]: child.by } : child.by
  const at = (field: string): Place => (typeof child.by === 'string' ? [...place, 'by'] : [...place, 'by', field])
  const joined = Object.entries(by).flatMap(([field, parentField]) => [
    ...oncePerPlace([
      ...checkField(field, at(field), entity, typeof child.by === 'string' ? 'value' : 'key'),
      ...checkField(parentField, at(field), parent),
    ]),
    ...[findProperty(entity, field), findProperty(parent, parentField)].flatMap((side): readonly Finding[] =>
      side?.['x-read'] === undefined
        ? []
        : [{ place: at(field), code: 'field-right', message: '對應的欄位不能另須權限才看得到（x-read）' }],
    ),
  ])
  const empty: readonly Finding[] =
    Object.keys(by).length === 0 ? [{ place: [...place, 'by'], code: 'missing-key', message: '明細清單須以至少一個欄位對應主檔' }] : []
  return [
    ...joined,
    ...empty,
    ...checkReaders(child, [...place, 'permission'], names),
    ...Object.entries(by).flatMap(([field, parentField]) =>
      checkTypes(findProperty(entity, field), findProperty(parent, parentField), at(field)),
    ),
    ...checkFormats(child.columns, [...place, 'columns'], entity),
    ...checkColumns(child.columns, [...place, 'columns'], entity),
    ...checkSort(child.sort, [...place, 'sort'], entity),
    ...checkTotals(child, [...place, 'totals'], entity),
    ...checkChildChart(child, entity, [...place, 'chart']),
    ...checkPredicate(child.filter, [...place, 'filter'], { entity, names, roots: ['row', 'user', 'now'] }),
    ...Object.entries(child.views ?? {}).flatMap(([view, { filter }]) =>
      checkPredicate(filter, [...place, 'views', view, 'filter'], { entity, names, roots: ['row', 'user', 'now'] }),
    ),
  ]
}

/** A chart draws columns of the list, because only those are sent. */
function checkChildChart({ chart, columns }: Child, entity: Entity, place: Place): readonly Finding[] {
  if (chart === undefined) return []
  const shown = columns.map((column) => (typeof column === 'string' ? column : column.field))
  const numbers = shown.filter((field) => {
    const property = findProperty(entity, field)
    return property !== undefined && isSummable(property)
  })
  const { by = entity.key, values = numbers.slice(0, 1) } = chart
  const noColumn: readonly Finding[] = shown.includes(by)
    ? []
    : [{ place: [...place, 'by'], code: 'unknown-group', ...unknownName(`明細的欄位沒有「${by}」`, by, shown) }]
  const noNumber = values.flatMap((field, index): readonly Finding[] =>
    numbers.includes(field)
      ? []
      : [{ place: [...place, 'values', index], code: 'unknown-measure', ...unknownName(`明細沒有數字欄位「${field}」`, field, numbers) }],
  )
  const nothing: readonly Finding[] = values.length === 0 ? [{ place, code: 'no-measure', message: '明細沒有可以畫的數字欄位' }] : []
  return [...noColumn, ...noNumber, ...nothing, ...checkRepeated(values, (index) => [...place, 'values', index], '數值')]
}

/**
 * The entity whose record a child list belongs to; for a list of the head, that of the head. Undefined when the reference itself is wrong.
 */
function parentOf({ of }: Child, { screen, entity, names }: ScreenContext): Entity | undefined {
  if (of === undefined) return entity
  const head = Object.hasOwn(screen.children ?? {}, of) ? screen.children?.[of] : undefined
  return head && names.entities.get(head.entity)
}

/** A child list with its own permission is for those who may open a screen of its records. */
function checkReaders({ permission, entity }: Child, place: Place, names: Names): readonly Finding[] {
  if (permission === undefined) return []
  const shows = ({ entity: own, children = {} }: Screen) =>
    own === entity || Object.values(children).some((child) => child.entity === entity && child.permission === undefined)
  const { table } = names.entities.get(entity) ?? {}
  const published = table === undefined ? undefined : names.tables.get(table)
  const showing = (names.screensByEntity.get(entity) ?? []).filter(shows)
  const resources = published ? [...published.screens, ...(published.asChild ?? [])] : showing.map(resourceOf)
  const known = resources.map((resource) => `${resource}.view`)
  return [permission].flat().flatMap((one, index): readonly Finding[] => {
    if (known.includes(one)) return []
    const message = `明細的 permission 須是列出 ${entity} 的畫面的檢視權限，「${one}」不是`
    const here = Array.isArray(permission) ? [...place, index] : place
    return [{ place: here, code: 'unknown-permission', ...unknownName(message, one, known) }]
  })
}

/** Tabs beside a list show child lists of its head; such child lists may be nowhere else. */
export function headTabs({ screen: { list, children = {}, forms = {} } }: ScreenContext): readonly Finding[] {
  const belonging = Object.entries(children).filter(([, child]) => child.of !== undefined)
  const names = belonging.map(([name]) => name)
  const noHead = belonging.flatMap(([name, { of = '' }]): readonly Finding[] =>
    of === list.head
      ? []
      : [
          {
            place: ['children', name, 'of'],
            code: 'unknown-child',
            ...unknownName(`「${of}」不是 list.head`, of, list.head ? [list.head] : []),
          },
        ],
  )
  const tabs = (list.tabs ?? []).flatMap((tab, index): readonly Finding[] =>
    names.includes(tab.child)
      ? []
      : [
          {
            place: ['list', 'tabs', index, 'child'],
            code: 'unknown-child',
            ...unknownName(`沒有名為「${tab.child}」、以 of 指名概況的明細`, tab.child, names),
          },
        ],
  )
  const elsewhere = Object.entries(forms).flatMap(([name, form]) =>
    (form.tabs ?? []).flatMap((tab, index): readonly Finding[] =>
      tab.child !== undefined && names.includes(tab.child)
        ? [
            {
              place: ['forms', name, 'tabs', index, 'child'],
              code: 'unknown-child',
              message: `「${tab.child}」屬於清單的概況，只能用於 list.tabs`,
            },
          ]
        : [],
    ),
  )
  const titles = (list.tabs ?? []).map((tab) => tab.title)
  return [...noHead, ...tabs, ...elsewhere, ...checkRepeated(titles, (index) => ['list', 'tabs', index, 'title'], '頁籤')]
}

/** Checks that both sides of the join have the same type, because the database would refuse to compare a text with a number. */
function checkTypes(field: Property | undefined, parent: Property | undefined, place: Place): readonly Finding[] {
  if (field === undefined || parent === undefined || kindOf(field) === kindOf(parent)) return []
  return [{ place, code: 'wrong-type', message: `明細與主檔的對應欄位型別不同（${kindOf(field)} 與 ${kindOf(parent)}），對應不到任何資料` }]
}

function kindOf({ type, format }: Property): string {
  if (type === 'integer' || type === 'number') return 'number'
  return type === 'string' && (format === 'date' || format === 'date-time') ? format : type
}

/** The rows of a child list belong to another entity, so only the screen's own actions can be offered for them. */
function checkActions(child: Child, place: Place, { screen }: ScreenContext): readonly Finding[] {
  const known = Object.keys(screen.actions ?? {})
  return (child.actions ?? []).flatMap((name, index) =>
    known.includes(name)
      ? []
      : [
          {
            place: [...place, 'actions', index],
            code: 'unknown-action',
            message: `此畫面的 actions 沒有「${name}」`,
            ...withSuggestion(name, known),
          },
        ],
  )
}
