import type { Entity, Property } from '../../documents/entity.ts'
import type { Child } from '../../documents/screen.ts'
import { findProperty } from '../../resolve/property.ts'
import { checkField } from '../fieldRule.ts'
import type { ScreenContext } from '../known.ts'
import { checkPredicate } from '../predicateRule.ts'
import type { Finding, Place } from '../source.ts'
import { withSuggestion } from '../suggest.ts'
import { checkColumns, checkSort } from './listFields.ts'
import { checkFormats } from './widgetsAndFormats.ts'

/** Child lists name an entity, join it by fields that exist on both sides, and show fields that it has. */
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

function checkChild(child: Child, entity: Entity, place: Place, { entity: parent, names }: ScreenContext): readonly Finding[] {
  const by = typeof child.by === 'string' ? { [child.by]: child.by } : child.by
  const at = (field: string): Place => (typeof child.by === 'string' ? [...place, 'by'] : [...place, 'by', field])
  const joined = Object.entries(by).flatMap(([field, parentField]) => [
    ...checkField(field, at(field), entity, typeof child.by === 'string' ? 'value' : 'key'),
    ...checkField(parentField, at(field), parent),
  ])
  const empty: readonly Finding[] =
    Object.keys(by).length === 0 ? [{ place: [...place, 'by'], code: 'missing-key', message: '明細清單須以至少一個欄位對應主檔' }] : []
  return [
    ...joined,
    ...empty,
    ...Object.entries(by).flatMap(([field, parentField]) =>
      checkTypes(findProperty(entity, field), findProperty(parent, parentField), at(field)),
    ),
    ...checkFormats(child.columns, [...place, 'columns'], entity),
    ...checkColumns(child.columns, [...place, 'columns'], entity),
    ...checkSort(child.sort, [...place, 'sort'], entity),
    ...checkPredicate(child.filter, [...place, 'filter'], { entity, names, roots: ['row', 'user', 'now'] }),
  ]
}

/** A text never equals a number, so that such a list would be refused by the database. */
function checkTypes(field: Property | undefined, parent: Property | undefined, place: Place): readonly Finding[] {
  if (field === undefined || parent === undefined || kindOf(field) === kindOf(parent)) return []
  return [{ place, code: 'wrong-type', message: `明細與主檔的對應欄位型別不同（${kindOf(field)} 與 ${kindOf(parent)}），對應不到任何資料` }]
}

function kindOf({ type, format }: Property): string {
  if (type === 'integer' || type === 'number') return 'number'
  return type === 'string' && (format === 'date' || format === 'date-time') ? format : type
}

/** The rows of a child list are another entity's, so only the screen's own actions can be offered on them. */
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
