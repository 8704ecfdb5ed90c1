import Type from 'typebox'

/**
 * The members that many calls take, each with the range that the product has for it: numbers of rows are `bigint` in the database, and
 * safe integers here.
 */
export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

/** `/:id` */
export const IdParams = Type.Object({ id: Id })

/** The state of a record that the sender saw. */
export const RowVersion = Type.Integer({ title: '版本', minimum: 0, maximum: 2_147_483_647 })

/** One word of an address: a name that the product gave. */
export const Word = Type.String({ minLength: 1, maxLength: 100 })

/** `?check=true` of an import: only tells what the file holds and what it would be refused for. */
export const CheckQuery = Type.Object({ check: Type.Optional(Type.String({ maxLength: 5 })) }, { additionalProperties: false })
