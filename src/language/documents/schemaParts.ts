import Type, { type Static } from 'typebox'

// What the schemas of all kinds of documents are made of.

/** A key that is not named is a mistake. */
export const closed = { additionalProperties: false } as const
/** One of the words of a closed list. */
export const oneOf = <T extends string>(values: readonly T[]) => Type.Unsafe<T>({ type: 'string', enum: [...values] })

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

export const ScreenUri = Type.String({ pattern: '^/[a-z_]+/[a-z_0-9]+$' })
export const FieldName = Type.String({ pattern: '^[a-z][A-Za-z0-9]*$', maxLength: 60 })
/** A field, or one of the record that a field refers to: `lotNo.lotName`. */
export const ShownField = Type.String({ pattern: '^[a-z][A-Za-z0-9]*(\\.[a-z][A-Za-z0-9]*)?$', maxLength: 121 })
