import Type from 'typebox'
import { type Predicate, PredicateRef } from './predicate.ts'
import { closed, FieldName, PermissionName } from './schemaParts.ts'

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
