import { methodsOf, neededBy } from '../check/rules/actions/apiPaths.ts'
import { type Bar, barsOf } from '../check/rules/actions/barActions.ts'
import type { Entity } from '../documents/entity.ts'
import type { Screen } from '../documents/screen.ts'
import { type ApiVerb, builtInActions } from '../documents/vocabulary.ts'
import { defaultForms } from '../resolve/formSource.ts'
import type { JsonSchema } from '../schema/languageSchema.ts'
import { type EditorNames, entityNames, pageNames } from './editorNames.ts'
import { named } from './fieldNames.ts'
import type { Conditions } from './predicateNames.ts'
import { inputRules, unlessUsed } from './propertyRules.ts'
import {
  allOf,
  definition,
  eachOf,
  keysOf,
  listOf,
  members,
  type Named,
  noneOf,
  offering,
  oneOfNames,
  textOr,
  unfit,
  where,
} from './schemaParts.ts'
import { childSnippets, filterSnippets, formSnippets } from './snippets.ts'

/** What holds in every screen document, whatever it is about. */
export function everyScreen(names: EditorNames): JsonSchema {
  const elsewhere = (bar: Bar) => builtInActions.filter((name) => !barsOf[name].includes(bar))
  const bar = (place: Bar): JsonSchema => ({
    uniqueItems: true,
    items: noneOf(elsewhere(place), '這個動作不能放在此處'),
  })
  const builtIn = members(Object.fromEntries(builtInActions.map((name) => [name, unfit(`「${name}」是內建動作的名稱`)])))
  const calls = Object.entries(methodsOf).map(([verb, methods]) => [verb, callOf(verb as ApiVerb, methods)] as const)
  const unique: JsonSchema = { uniqueItems: true }
  const pages = pageNames(names).map(({ name }) => name)
  const action = allOf(
    members({
      permission: definition('permission'),
      input: members({ properties: inputRules(false) }),
      open: { pattern: `^(${pages.join('|')})([?&]|$)`, errorMessage: '沒有這個畫面' },
    }),
    unlessUsed({ oneOf: [{ required: ['request'] }, { required: ['open'] }], errorMessage: '動作須有 request 或 open 其中之一' }),
    where('after', { const: 'download' }, members({ request: { pattern: '^(GET|POST) ', errorMessage: '下載須用 GET 或 POST' } })),
  )
  return members({
    entity: oneOfNames(entityNames(names), '實體'),
    api: members(Object.fromEntries(calls)),
    list: members({
      columns: unique,
      filters: { ...unique, items: offering(filterSnippets) },
      sort: unique,
      totals: unique,
      toolbar: bar('toolbar'),
      rowActions: bar('rowActions'),
      bulkActions: bar('bulkActions'),
    }),
    forms: allOf(
      eachOf({ ...allOf(formRules, members({ actions: bar('form') })), ...offering(formSnippets) }),
      { patternProperties: { [otherForms]: needsMode } },
      ownModes,
    ),
    actions: allOf(eachOf(action), builtIn),
    children: eachOf({
      ...allOf(members({ permission: textOrListOfPermissions, actions: listOf(notBuiltIn) }), ...childrenOf(names)),
      ...offering(childSnippets),
    }),
  })
}

const textOrListOfPermissions: JsonSchema = { anyOf: [definition('permission'), listOf(definition('permission'))] }
const notBuiltIn = noneOf(builtInActions, '明細清單只能放此畫面自己的動作')
const otherForms = `^(?!(?:${defaultForms.join('|')})$)`
const needsMode = unlessUsed({ anyOf: [{ required: ['mode'] }, { required: ['extends'] }, { type: 'null' }] })
const ownModes = members(
  Object.fromEntries(
    defaultForms.map((form) => [
      form,
      members({
        mode: { const: form, errorMessage: `表單 ${form} 的 mode 只能是 ${form}` },
        extends: { not: { const: form }, errorMessage: '表單不能沿用自己' },
      }),
    ]),
  ),
)

const oneContent = (keys: readonly string[]): JsonSchema => ({
  allOf: keys.flatMap((key, index) => keys.slice(index + 1).map((other) => ({ not: { required: [key, other] } }))),
  errorMessage: `${keys.join('、')} 只能有其中之一`,
})

const fieldsOnce: JsonSchema = members({ fields: { uniqueItems: true } })
const formRules = allOf(
  oneContent(['fields', 'groups', 'tabs']),
  fieldsOnce,
  members({
    groups: listOf(fieldsOnce),
    tabs: listOf(allOf(fieldsOnce, oneContent(['fields', 'groups', 'child', 'history']))),
  }),
)

function callOf(verb: ApiVerb, methods: readonly string[]): JsonSchema {
  const method = { pattern: `^(${methods.join('|')}) `, errorMessage: `${verb} 的方法只能是 ${methods.join('、')}` }
  const needed = (neededBy[verb] ?? []).map((name) => ({ pattern: `\\{${name}\\}`, errorMessage: `${verb} 的路徑須有 {${name}}` }))
  const pages = { pattern: '^(?!GET )|\\{pageIndex\\}.*\\{pageSize\\}', errorMessage: 'list 的路徑須有 {pageIndex}、{pageSize}' }
  return allOf(method, ...needed, ...(verb === 'list' ? [pages] : []))
}

/** A child list names fields of its own entity. */
function childrenOf(names: EditorNames): readonly JsonSchema[] {
  const entity = members({ entity: oneOfNames(entityNames(names), '實體') })
  return [entity, ...[...names.entities.keys()].map((name) => where('entity', { const: name }, definition(`child-${name}`)))]
}

export function childOf(entity: Entity, condition: string): JsonSchema {
  const any = named('fields', entity)
  const filter = definition(condition)
  return members({
    by: { anyOf: [any, { type: 'object', propertyNames: any }] },
    columns: listOf(named('column', entity)),
    sort: listOf(named('sort', entity)),
    totals: listOf(named('sums', entity)),
    filter,
    views: eachOf(members({ filter })),
  })
}

/** The names of an entity within a screen about it. @param conditions names of the definitions of its conditions */
export function screenOf(entity: Entity, conditions: Conditions): JsonSchema {
  const [record, form] = [definition(conditions.record), definition(conditions.form)]
  const any = named('fields', entity)
  const shown = named('shown', entity)
  const ofFields = keysOf(any)
  const fields = members({ fields: listOf(shown) })
  const steps = Object.keys(entity.transitions ?? {})
  const single = steps.filter((name) => entity.transitions?.[name]?.bulk !== true)
  return members({
    filter: record,
    list: members({
      columns: listOf(named('column', entity)),
      filters: listOf(named('filter', entity)),
      sort: listOf(named('sort', entity)),
      totals: listOf(named('sums', entity)),
      totalsOf: record,
      totalsMinus: record,
      watch: record,
      expand: listOf(shown),
      needs: fields,
      views: eachOf(members({ filter: record })),
      bulkEdit: listOf(any),
      inlineEdit: listOf(any),
      layouts: eachOf(members({ by: any, from: any, to: any, tone: any, title: shown, sum: shown, cards: listOf(shown) })),
      toolbar: listOf(noneOf(steps, '狀態轉換需要一筆資料，請放在 rowActions、bulkActions 或表單的 actions')),
      bulkActions: listOf(noneOf(single, '這個狀態轉換沒有 "bulk": true，不能對多筆執行')),
    }),
    forms: eachOf(
      members({
        guard: record,
        fields: listOf(shown),
        omit: listOf(shown),
        groups: listOf(fields),
        tabs: listOf(allOf(fields, members({ groups: listOf(fields), visible: form }))),
        lock: members({ fields: listOf(any), when: form }),
        when: allOf(ofFields, eachOf(members({ visible: form, required: form, readonly: form }))),
        onHidden: ofFields,
        ui: ofFields,
      }),
    ),
    children: eachOf(members({ by: { type: ['string', 'object', 'null'], additionalProperties: any } })),
    report: members({
      groups: listOf(textOr(shown, members({ field: shown }))),
      sums: listOf(named('sums', entity)),
      measures: listOf(members({ field: shown })),
    }),
  })
}

/**
 * The names of one screen within its own document: its forms, actions and child lists.
 *
 * @param condition name of the definition of conditions on its entity
 */
export function oneScreen(screen: Screen, entity: Entity, condition: string): JsonSchema {
  const forms = [...defaultForms, ...Object.keys(screen.forms ?? {})]
  const children = Object.entries(screen.children ?? {}).map(([name, { title }]) => ({ name, title: title ?? name }))
  const actions: readonly Named[] = [
    ...builtInActions.map((name) => ({ name, title: '內建動作' })),
    ...Object.entries(screen.actions ?? {}).map(([name, { label }]) => ({ name, title: label })),
    ...Object.entries(entity.transitions ?? {}).map(([name, { label }]) => ({ name, title: label })),
    ...Object.keys(screen.forms ?? {}).map((name) => ({ name, title: '表單' })),
    ...['approveChange', 'rejectChange', 'withdrawChange'].map((name) => ({ name, title: '待核准的變更' })),
  ]
  const bar = listOf(oneOfNames(unique(actions), '動作、狀態轉換或表單'))
  const rowCalls = Object.entries(screen.actions ?? {}).flatMap(([name, { request }]) => (/\{\w+\}/.test(request ?? '') ? [name] : []))
  // Actions of child lists have conditions on the records of these.
  const ofChildren = new Set(Object.values(screen.children ?? {}).flatMap((one) => one.actions ?? []))
  const guarded = members({ guard: definition(condition), visible: definition(condition) })
  const own = Object.keys(screen.actions ?? {}).filter((name) => !ofChildren.has(name))
  const child = oneOfNames(children, '明細清單')
  const form = oneOfNames(unique(forms.map((name) => ({ name, title: '表單' }))), '表單')
  return members({
    list: members({
      toolbar: allOf(bar, listOf(noneOf(rowCalls, '這個動作的路徑要由一筆資料填入，請放在 rowActions'))),
      rowActions: bar,
      bulkActions: bar,
      expand: { anyOf: [{ type: ['array', 'null'] }, child] },
      head: child,
      tabs: listOf(members({ child })),
    }),
    actions: members(Object.fromEntries(own.map((name) => [name, guarded]))),
    forms: eachOf(members({ extends: form, actions: bar, tabs: listOf(members({ child })) })),
  })
}

/** Of several with one name, the first. */
function unique(names: readonly Named[]): readonly Named[] {
  return [...new Map(names.toReversed().map((one) => [one.name, one])).values()].reverse()
}
