import Type, { type Static } from 'typebox'
import { numberPattern } from '../../rules/numberPattern.ts'
import type { Formula } from './formula.ts'
import { type Predicate, PredicateRef } from './predicate.ts'
import { displayFormats, type RollupOp, rollupOps, tones, valueFormats, widgetNames } from './vocabulary.ts'

const closed = { additionalProperties: false } as const
const oneOf = <T extends string>(values: readonly T[]) => Type.Unsafe<T>({ type: 'string', enum: [...values] })

export const Name = Type.String({ pattern: '^[a-z][A-Za-z0-9_]*$', maxLength: 60 })
export const Title = Type.String({ minLength: 1, maxLength: 100 })
/** An action of this screen's resource (`approve`), or a full permission (`company.companies.approve`). */
export const PermissionName = Type.String({ pattern: '^[a-z][a-z0-9_]*(\\.[a-z][a-z0-9_]*\\.[a-z][a-z0-9_]*)?$', maxLength: 120 })

export const DictionaryName = Type.String({ pattern: '^[A-Z][A-Za-z0-9]*$', maxLength: 60 })

/**
 * The dictionary that gives a field its options. `strArg` is a literal, or `form.<field>` when the options depend on
 * another field of the same form (or filter bar).
 */
export const DictionaryUse = Type.Union([
  DictionaryName,
  Type.Object(
    { name: DictionaryName, strArg: Type.Optional(Type.String({ maxLength: 100 })), intArg: Type.Optional(Type.Integer()) },
    closed,
  ),
])
export type DictionaryUse = Static<typeof DictionaryUse>

const ScreenUri = Type.String({ pattern: '^/[a-z_]+/[a-z_0-9]+$' })
const FieldName = Type.String({ pattern: '^[a-z][A-Za-z0-9]*$', maxLength: 60 })
/** A field, or one of the record that a field refers to: `lotNo.lotName`. */
export const ShownField = Type.String({ pattern: '^[a-z][A-Za-z0-9]*(\\.[a-z][A-Za-z0-9]*)?$', maxLength: 121 })

/**
 * Links a value to the record that it names: on the first of these screens that the reader may open. `key` is the field by which that
 * screen finds the record. `from` is another field with the value, when this one cannot be used (masked numbers).
 */
export const Link = Type.Object(
  {
    screen: Type.Union([ScreenUri, Type.Array(ScreenUri, { minItems: 1, maxItems: 4, uniqueItems: true })]),
    key: FieldName,
    from: Type.Optional(FieldName),
  },
  closed,
)
export type Link = Static<typeof Link>

/**
 * Refers to a record of another entity by its key. `show`: fields of that record which screens may name as `<field>.<shown field>`, and
 * rows show behind the field.
 * `filter`: only such records can be chosen. `onDelete`: whether a record that is referred to can be removed, and leaves the field empty.
 */
export const Reference = Type.Object(
  {
    entity: Name,
    show: Type.Optional(Type.Array(FieldName, { minItems: 1, maxItems: 20, uniqueItems: true })),
    filter: Type.Optional(PredicateRef),
    onDelete: Type.Optional(oneOf(['refuse', 'clear'])),
  },
  closed,
)
export interface Reference {
  readonly entity: string
  readonly show?: readonly string[]
  readonly filter?: Predicate
  readonly onDelete?: 'refuse' | 'clear'
}

/**
 * One value of all records of an entity that refer to this one. `by`: their field that refers to it. `field`: of them, for every `op` but
 * `count`; `last` is of the record that was created last.
 */
export const Rollup = Type.Object({ child: Name, by: FieldName, op: oneOf(rollupOps), field: Type.Optional(FieldName) }, closed)
export interface Rollup {
  readonly child: string
  readonly by: string
  readonly op: RollupOp
  readonly field?: string
}

/**
 * The records of an entity that refer to this one, as rows of this record: created, changed, ordered and removed with it. `by`: their field
 * that refers to it. `fields`: those that a row shows, and what their references show of other records. `order`: their whole number in which the place of the row is kept.
 */
export const Details = Type.Object(
  {
    child: Name,
    by: FieldName,
    fields: Type.Array(ShownField, { minItems: 1, maxItems: 20, uniqueItems: true }),
    order: Type.Optional(FieldName),
  },
  closed,
)
export interface Details {
  readonly child: string
  readonly by: string
  readonly fields: readonly string[]
  readonly order?: string
}

/** The value of a field of the record that another field refers to. */
export interface Borrowed {
  /** The field with `x-ref`. */
  readonly by: string
  readonly entity: string
  /** Field of that entity. */
  readonly field: string
  /** It is the name of the record (`label`). */
  readonly isName?: true
  /** In rows: the name stands beside the value of `by` and not in a column of its own. */
  readonly isBeside?: true
}

/**
 * How stored values become values of another type. What is not named in `values` is converted by the rules of `convertValue`; `otherwise` says
 * what becomes of the rest: the document is refused (default), or the field is left empty.
 */
export const Conversion = Type.Object(
  {
    values: Type.Optional(
      Type.Record(Type.String({ maxLength: 200 }), Type.Union([Type.String(), Type.Number(), Type.Boolean()]), { maxProperties: 200 }),
    ),
    otherwise: Type.Optional(oneOf(['refuse', 'clear'])),
  },
  closed,
)
export interface Conversion {
  readonly values?: Readonly<Record<string, string | number | boolean>>
  readonly otherwise?: 'refuse' | 'clear'
}

/**
 * Who is told: those who have a permission, or whose user names stand in a field of the record. Besides people of the console, an address in
 * a field of the record gets a mail, and another system a signed message (`webhook`: its name among the addresses that are set up).
 */
const Recipient = Type.Object(
  {
    permission: Type.Optional(PermissionName),
    field: Type.Optional(FieldName),
    email: Type.Optional(FieldName),
    webhook: Type.Optional(Type.String({ pattern: '^[a-z][A-Za-z0-9]*$', minLength: 2, maxLength: 30 })),
  },
  { ...closed, minProperties: 1, maxProperties: 1 },
)
export interface Recipient {
  readonly permission?: string
  readonly field?: string
  readonly email?: string
  readonly webhook?: string
}

const noticeKeys = {
  title: Type.String({ minLength: 1, maxLength: 100 }),
  text: Type.Optional(Type.String({ minLength: 1, maxLength: 2000 })),
  to: Type.Array(Recipient, { minItems: 1, maxItems: 5 }),
  mail: Type.Optional(Type.Boolean()),
  fields: Type.Optional(Type.Array(FieldName, { minItems: 1, maxItems: 50, uniqueItems: true })),
  when: Type.Optional(PredicateRef),
} as const

/**
 * Tells people of a step: on their notice board, and with `mail` by mail. `{field}` in the texts is replaced by a value of the record.
 * `when`: only for records that meet it.
 */
export const Notice = Type.Object(noticeKeys, closed)
export interface Notice {
  readonly title: string
  readonly text?: string
  readonly to: readonly Recipient[]
  readonly mail?: boolean
  /** What other systems get of the record besides its number. */
  readonly fields?: readonly string[]
  readonly when?: Predicate
}

/** Tells people of a date, so many days before it, after it (negative), or on the day. */
export const DateNotice = Type.Object({ ...noticeKeys, before: Type.Integer({ minimum: -365, maximum: 365 }) }, closed)
export interface DateNotice extends Notice {
  readonly before: number
}

/** Conditions on one field. Defaults: `true` for `visible`, `false` for `required` and `readonly`. */
export const FieldConditions = Type.Object(
  { visible: Type.Optional(PredicateRef), required: Type.Optional(PredicateRef), readonly: Type.Optional(PredicateRef) },
  { ...closed, minProperties: 1 },
)
export type FieldConditions = { readonly visible?: Predicate; readonly required?: Predicate; readonly readonly?: Predicate }

const propertyKeys = {
  type: oneOf(['string', 'integer', 'number', 'boolean', 'array', 'object']),
  title: Type.Optional(Title),
  description: Type.Optional(Type.String({ maxLength: 500 })),
  format: Type.Optional(oneOf(valueFormats)),
  minimum: Type.Optional(Type.Number()),
  maximum: Type.Optional(Type.Number()),
  exclusiveMinimum: Type.Optional(Type.Number()),
  minLength: Type.Optional(Type.Integer({ minimum: 0 })),
  maxLength: Type.Optional(Type.Integer({ minimum: 1 })),
  minItems: Type.Optional(Type.Integer({ minimum: 0 })),
  maxItems: Type.Optional(Type.Integer({ minimum: 1, maximum: 5000 })),
  uniqueItems: Type.Optional(Type.Boolean()),
  enum: Type.Optional(Type.Array(Type.Union([Type.String(), Type.Number()]), { minItems: 1, maxItems: 200, uniqueItems: true })),
  const: Type.Optional(Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
  default: Type.Optional(Type.Unknown()),
  items: Type.Optional(Type.Unsafe<Property>({ $ref: '#/$defs/property' })),
  properties: Type.Optional(
    Type.Unsafe<Record<string, Property>>({
      type: 'object',
      propertyNames: { pattern: '^[a-z][A-Za-z0-9]*$' },
      additionalProperties: { $ref: '#/$defs/property' },
      maxProperties: 200,
    }),
  ),
  required: Type.Optional(Type.Array(Type.String(), { uniqueItems: true })),
  'x-dictionary': Type.Optional(DictionaryUse),
  'x-format': Type.Optional(oneOf(displayFormats)),
  'x-widget': Type.Optional(oneOf(widgetNames)),
  'x-search': Type.Optional(Type.Boolean()),
  'x-unique': Type.Optional(Type.Boolean()),
  'x-computed': Type.Optional(Type.Boolean()),
  'x-formula': Type.Optional(Type.Unsafe<Formula>({ $ref: '#/$defs/formula' })),
  'x-number': Type.Optional(Type.String({ pattern: numberPattern, maxLength: 60 })),
  'x-ref': Type.Optional(Reference),
  'x-rollup': Type.Optional(Rollup),
  'x-details': Type.Optional(Details),
  'x-immutable': Type.Optional(Type.Boolean()),
  'x-mask': Type.Optional(oneOf(['name', 'mobile', 'email', 'card', 'account', 'secret'])),
  'x-read': Type.Optional(PermissionName),
  'x-write': Type.Optional(PermissionName),
  'x-approval': Type.Optional(Type.Boolean()),
  'x-decimals': Type.Optional(Type.Integer({ minimum: 1, maximum: 5 })),
  'x-today': Type.Optional(Type.Boolean()),
  'x-me': Type.Optional(Type.Boolean()),
  'x-start': Type.Optional(Type.String()),
  'x-single': Type.Optional(Type.Boolean()),
  'x-after': Type.Optional(Type.String()),
  'x-notBefore': Type.Optional(Type.String()),
  'x-from': Type.Optional(Type.String()),
  'x-link': Type.Optional(Link),
  'x-tags': Type.Optional(Type.Record(Type.String(), oneOf(tones))),
  notify: Type.Optional(DateNotice),
  renamedFrom: Type.Optional(FieldName),
  convert: Type.Optional(Conversion),
} as const

/** One field with its rules, formats and rights: a subset of JSON Schema plus the `x-` keys. */
export const Property = Type.Object(propertyKeys, closed)
export interface Property {
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object'
  readonly title?: string
  readonly description?: string
  readonly format?: (typeof valueFormats)[number]
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly enum?: readonly (string | number)[]
  readonly const?: string | number | boolean
  readonly default?: unknown
  readonly items?: Property
  readonly properties?: Readonly<Record<string, Property>>
  readonly required?: readonly string[]
  readonly 'x-dictionary'?: DictionaryUse
  readonly 'x-format'?: (typeof displayFormats)[number]
  readonly 'x-widget'?: (typeof widgetNames)[number]
  readonly 'x-search'?: boolean
  readonly 'x-unique'?: boolean
  readonly 'x-computed'?: boolean
  /** Calculated from other fields of the record, or of the row. Such a field is `x-computed` without saying so. */
  readonly 'x-formula'?: Formula
  /** Pattern of an automatic number. Such a field is `x-computed` and `x-unique` without saying so. */
  readonly 'x-number'?: string
  /** The value is the key of a record of another entity. */
  readonly 'x-ref'?: Reference
  /** One value of the records that refer to this one. Such a field is `x-computed` without saying so. */
  readonly 'x-rollup'?: Rollup
  /** The rows are records of another entity that refer to this one. */
  readonly 'x-details'?: Details
  /** Written by no document: the entity of which the rows are records, see `withDetailRows`. */
  readonly 'x-child'?: string
  /** Written by no document: fields that `x-ref` shows are added to their entity with it, see `withBorrowedFields`. */
  readonly 'x-borrowed'?: Borrowed
  readonly 'x-immutable'?: boolean
  readonly 'x-mask'?: 'name' | 'mobile' | 'email' | 'card' | 'account' | 'secret'
  /** Permission to see the field at all, besides that of the screen. */
  readonly 'x-read'?: string
  /** Permission to fill it in, besides that of the form. */
  readonly 'x-write'?: string
  readonly 'x-approval'?: boolean
  /** Largest number of decimals of a `number`; the column is `numeric` with that scale. */
  readonly 'x-decimals'?: number
  /** A date input starts with today's date. It only helps the user: a date left empty stays empty. */
  readonly 'x-today'?: boolean
  /** An account starts with that of whoever creates the record, if they may be chosen; the server fills it in where it is not sent. */
  readonly 'x-me'?: boolean
  /**
   * An input of an action starts with this field of the record; above the list with the filter of this name. It only helps the user, like
   * `x-today`.
   */
  readonly 'x-start'?: string
  /** An input that fits one record only, like a number of its own: it is not asked for several, and refused when it is sent for them. */
  readonly 'x-single'?: boolean
  /** Name of a date field that this date must be strictly later than (rule `after_day`). */
  readonly 'x-after'?: string
  /** Name of a field that this one must not be earlier or smaller than (M14). */
  readonly 'x-notBefore'?: string
  /**
   * `dictionary:<field>`: filled from the single option of the field's dictionary when the argument changes (zip code). `<field>.<other>`: takes
   * over a value of the record that is chosen in `<field>` (unit price of an item); it can be changed, and stays when that record changes.
   */
  readonly 'x-from'?: string
  /** Links to the record that the value names. */
  readonly 'x-link'?: Link
  /** Colour of a badge by value. */
  readonly 'x-tags'?: Readonly<Record<string, (typeof tones)[number]>>
  /** Of a date: who is told when it comes. */
  readonly notify?: DateNotice
  /** The name of the field until now: what is stored, kept and asked for under it moves along. */
  readonly renamedFrom?: string
  /** What becomes of stored values that are of another type. */
  readonly convert?: Conversion
}

/** A small input form of a transition or an action. */
export const InputForm = Type.Object(
  {
    title: Type.Optional(Title),
    properties: Type.Record(Type.String(), Type.Unsafe<Property>({ $ref: '#/$defs/property' })),
    required: Type.Optional(Type.Array(Type.String(), { uniqueItems: true })),
  },
  closed,
)
export interface InputForm {
  readonly title?: string
  readonly properties: Readonly<Record<string, Property>>
  readonly required?: readonly string[]
}

/**
 * What a step writes into a field: the user name of who takes it, the moment or the day (Taipei) of it, a value of its input, or nothing, so
 * that the field is cleared.
 */
const stampPattern = '^(user|now|today|none|input\\.[a-z][A-Za-z0-9]*)$'

/** A step of the state machine. The same `guard` decides about the button and is evaluated on the locked row. */
export const Transition = Type.Object(
  {
    label: Title,
    field: Name,
    from: Type.Array(Type.String(), { minItems: 1 }),
    to: Type.String(),
    permission: PermissionName,
    notBy: Type.Optional(Type.Array(Name, { minItems: 1 })),
    stamp: Type.Optional(Type.Record(Type.String(), Type.String({ pattern: stampPattern }))),
    notify: Type.Optional(Notice),
    guard: Type.Optional(PredicateRef),
    confirm: Type.Optional(Type.String({ maxLength: 200 })),
    input: Type.Optional(InputForm),
    bulk: Type.Optional(Type.Boolean()),
    tone: Type.Optional(oneOf(tones)),
    message: Type.Optional(Type.String({ maxLength: 200 })),
  },
  closed,
)
export interface Transition {
  readonly label: string
  readonly field: string
  readonly from: readonly string[]
  readonly to: string
  readonly permission: string
  /** Fields with a user name that must differ from the acting user (maker-checker). */
  readonly notBy?: readonly string[]
  /** Fields that the step fills, with what: {@link stampPattern}. Only for entities without a table. */
  readonly stamp?: Readonly<Record<string, string>>
  /** Who is told after the step. Only for entities without a table. */
  readonly notify?: Notice
  readonly guard?: Predicate
  readonly confirm?: string
  readonly input?: InputForm
  readonly bulk?: boolean
  readonly tone?: (typeof tones)[number]
  /** Shown after success instead of M04. */
  readonly message?: string
}

/** What a record consists of. */
export const Entity = Type.Object(
  {
    $schema: Type.Optional(Type.String()),
    name: Name,
    title: Title,
    notes: Type.Optional(Type.String({ maxLength: 2000 })),
    key: Name,
    label: Name,
    table: Type.Optional(Type.String({ pattern: '^[a-z][a-z0-9_]*$' })),
    view: Type.Optional(Type.String({ pattern: '^[a-z][a-z0-9_]*$' })),
    scope: Type.Optional(Name),
    versionOf: Type.Optional(Name),
    readonly: Type.Optional(Type.Boolean()),
    renamedFrom: Type.Optional(Name),
    type: Type.Literal('object'),
    properties: Type.Record(Type.String({ pattern: '^[a-z][A-Za-z0-9]*$' }), Type.Unsafe<Property>({ $ref: '#/$defs/property' })),
    required: Type.Optional(Type.Array(Type.String(), { uniqueItems: true })),
    when: Type.Optional(Type.Record(Type.String(), FieldConditions)),
    unique: Type.Optional(Type.Array(Type.Array(Type.String(), { minItems: 2, maxItems: 4 }))),
    transitions: Type.Optional(Type.Record(Type.String({ pattern: '^[a-z][A-Za-z0-9]*$' }), Transition)),
    final: Type.Optional(Type.Array(Type.String(), { minItems: 1, uniqueItems: true })),
    editable: Type.Optional(PredicateRef),
    deletable: Type.Optional(PredicateRef),
  },
  closed,
)
export interface Entity {
  readonly $schema?: string
  readonly name: string
  readonly title: string
  readonly notes?: string
  /** Field by which people know the record (`companyNo`); the technical id is always `id`. */
  readonly key: string
  /** Field with the name of the record for people. */
  readonly label: string
  /** Table that stores the records; default: JSON documents in the shared table. */
  readonly table?: string
  /** View from which lists and details read. It has every column of the table and the computed fields. Default: the table. */
  readonly view?: string
  /** Field with the merchant to which a record belongs (`companyNo`); set from the signed-in user. */
  readonly scope?: string
  /** Field with the `id` of the version that this one replaces; views show what has changed since. */
  readonly versionOf?: string
  /** The records engine never creates, changes or deletes records (logs). */
  readonly readonly?: boolean
  /** The name of the entity until now: its records, their histories and whatever names them move along. */
  readonly renamedFrom?: string
  readonly type: 'object'
  readonly properties: Readonly<Record<string, Property>>
  readonly required?: readonly string[]
  /** Conditions that apply in every form and are enforced by the server. */
  readonly when?: Readonly<Record<string, FieldConditions>>
  /** Combinations of fields that must be unique. */
  readonly unique?: readonly (readonly string[])[]
  readonly transitions?: Readonly<Record<string, Transition>>
  /** States that no transition leaves. */
  readonly final?: readonly string[]
  /**
   * A record that does not meet this condition cannot be edited (M09). The button is hidden, and the condition is checked on the locked
   * row.
   */
  readonly editable?: Predicate
  readonly deletable?: Predicate
}
