import type { Entity, Property } from '../documents/entity.ts'
import { builtInActions } from '../documents/vocabulary.ts'
import { dictionaryOf } from '../entity/property.ts'
import type { JsonSchema } from '../schema/languageSchema.ts'
import { codesOf, dictionaryNames, type EditorNames, entityNames, pageNames } from './editorNames.ts'
import { fieldsOf, named } from './fieldNames.ts'
import { type Conditions, predicateOf } from './predicateNames.ts'
import { entityFieldRules, inputRules, unlessUsed } from './propertyRules.ts'
import { allOf, definition, eachOf, keysOf, listOf, members, offering, oneOfNames, textOr, unfit, where } from './schemaParts.ts'
import { fieldSnippets, stepSnippets } from './snippets.ts'

/** What holds in every entity document, whatever its fields are called. */
export function everyEntity(): JsonSchema {
  const step = members({ permission: definition('permission'), input: members({ properties: inputRules(true) }) })
  return allOf(
    unlessUsed({ dependencies: { view: ['table'] } }),
    members({
      properties: allOf(entityFieldRules(), eachOf({ ...offering(fieldSnippets), ...allOf(definition('property')) })),
      transitions: allOf(
        eachOf({ ...step, ...offering(stepSnippets) }),
        members(Object.fromEntries(builtInActions.map((name) => [name, unfit(builtInText(name))]))),
      ),
    }),
  )
}

/** What a field of a record, or of its rows, names of other documents. */
export function everyProperty(names: EditorNames): JsonSchema {
  const entity = oneOfNames(entityNames(names), '實體')
  const dictionary = oneOfNames(dictionaryNames(names), '字典')
  const page = oneOfNames(pageNames(names), '畫面')
  return members({
    'x-dictionary': textOr(dictionary, members({ name: dictionary })),
    'x-ref': allOf(
      members({ entity }),
      ...namedByKey(names).map((one) => ofEntity('entity', one, members({ show: listOf(named('told', one)) }))),
    ),
    'x-rollup': members({ child: entity }),
    'x-details': allOf(members({ child: entity }), ...referring(names).map((one) => ofEntity('child', one, named('details', one)))),
    'x-link': members({ screen: { anyOf: [page, listOf(page)] } }),
    items: members({ properties: eachOf(definition('property')) }),
  })
}

const ofEntity = (member: string, { name }: Entity, follows: JsonSchema) => where(member, { const: name }, follows)

/** The entities to whose records others can refer. */
const namedByKey = ({ entities }: EditorNames) =>
  [...entities.values()].filter(({ key, properties }) => properties[key]?.['x-unique'] === true)

/** The entities whose records refer to others, so that they can be rows of these. */
const referring = ({ entities }: EditorNames) =>
  [...entities.values()].filter(
    ({ table, properties }) => table === undefined && Object.values(properties).some((property) => property['x-ref'] !== undefined),
  )

const builtInText = (name: string) => `「${name}」是內建動作的名稱，狀態轉換請改用其他名稱`

/** The names of one entity within its own document. @param self name of the definition of its conditions */
export function oneEntity(entity: Entity, self: Conditions, names: EditorNames): JsonSchema {
  const some = (isMeant: (property: Property, field: string) => boolean, what = '欄位') => oneOfNames(fieldsOf(entity, isMeant), what)
  const any = named('fields', entity)
  const text = some(({ type }) => type === 'string', '文字欄位')
  const single = some(({ type }) => type !== 'array' && type !== 'object', '存放單一值的欄位')
  const record = definition(self.record)
  const form = definition(self.form)
  const inForms = eachOf(members({ visible: form, required: form, readonly: form }))
  return members({
    key: single,
    label: any,
    scope: text,
    versionOf: single,
    required: listOf(some((property) => property['x-computed'] !== true && property['x-number'] === undefined, '可以填寫的欄位')),
    unique: listOf(listOf(single)),
    when: allOf(keysOf(any), inForms),
    editable: record,
    deletable: record,
    final: listOf(statesOf(entity, names)),
    transitions: eachOf(stepOf(entity, { any, text, record }, names)),
    properties: allOf(
      members(fieldRules(entity, names)),
      eachOf(allOf(orderOf(entity), members({ notify: noticeOf(entity, { text, record }) }))),
    ),
  })
}

/** The definitions of conditions to which {@link oneEntity} refers. */
export const conditionsOf = (self: Conditions, entity: Entity, names: EditorNames) => ({
  [self.record]: predicateOf(self.record, entity, ['row', 'user', 'now'], names),
  [self.form]: predicateOf(self.form, entity, ['row', 'form', 'user', 'now'], names),
})

function statesOf(entity: Entity, names: EditorNames): JsonSchema {
  const fields = new Set(Object.values(entity.transitions ?? {}).map(({ field }) => field))
  const states = [...fields].map((field) => entity.properties[field] && codesOf(entity.properties[field], names))
  const [only] = states
  return states.length === 1 && only ? only : {}
}

interface StepParts {
  readonly any: JsonSchema
  readonly text: JsonSchema
  readonly record: JsonSchema
}

function stepOf(entity: Entity, { any, text, record }: StepParts, names: EditorNames): JsonSchema {
  const states = statesOf(entity, names)
  return members({
    field: text,
    from: listOf(states),
    to: states,
    notBy: listOf(text),
    stamp: keysOf(any),
    guard: record,
    notify: noticeOf(entity, { text, record }),
    input: members({ properties: eachOf(members({ 'x-start': any })) }),
  })
}

function noticeOf(entity: Entity, { text, record }: Pick<StepParts, 'text' | 'record'>): JsonSchema {
  const email = oneOfNames(
    fieldsOf(entity, ({ format }) => format === 'email'),
    '電子郵件欄位',
  )
  const sent = listOf(
    oneOfNames(
      fieldsOf(entity, () => true),
      '欄位',
    ),
  )
  return members({ to: listOf(members({ permission: definition('permission'), field: text, email })), fields: sent, when: record })
}

function fieldRules(entity: Entity, names: EditorNames): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(
    Object.entries(entity.properties).flatMap(([field, property]) => {
      const codes = property.type === 'array' || property.type === 'boolean' ? null : codesOf(property, names)
      return codes === null ? [] : [[field, members({ default: codes, 'x-tags': keysOf(codes) })]]
    }),
  )
}

/** Fields that another one is compared with, or that choose the options of another one. */
function orderOf(entity: Entity): JsonSchema {
  const dates = oneOfNames(
    fieldsOf(entity, ({ format }) => format === 'date' || format === 'date-time' || format === 'month'),
    '日期欄位',
  )
  const ordered = oneOfNames(
    fieldsOf(entity, ({ type, format }) => type === 'integer' || type === 'number' || format !== undefined),
    '日期或數字欄位',
  )
  const chosen = fieldsOf(entity, (property) => dictionaryOf(property) !== undefined || property.type === 'string').map(({ name }) => name)
  const argument = { pattern: `^(?!form\\.)|^form\\.(${chosen.join('|')})$`, errorMessage: '沒有這個欄位；剛加的存檔後就認得' }
  return members({
    'x-after': dates,
    'x-notBefore': ordered,
    'x-dictionary': textOr({}, members({ strArg: argument })),
  })
}
