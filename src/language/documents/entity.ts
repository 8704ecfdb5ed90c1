import Type from 'typebox'
import { numberPattern } from '../../rules/numberPattern.ts'
import { Conversion } from './conversion.ts'
import type { Formula } from './formula.ts'
import { DateNotice, Notice } from './notice.ts'
import { type Predicate, PredicateRef } from './predicate.ts'
import { type Borrowed, Details, Link, Reference, Rollup } from './relations.ts'
import { closed, DictionaryUse, FieldName, Name, oneOf, PermissionName, Title } from './schemaParts.ts'
import { displayFormats, tones, valueFormats, widgetNames } from './vocabulary.ts'

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
