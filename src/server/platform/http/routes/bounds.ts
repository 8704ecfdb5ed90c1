import Type from 'typebox'

/** Parameters that many calls have, with their ranges. Row ids are `bigint` in the database, and safe integers here. */
export const Id = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

/** `/:id` */
export const IdParams = Type.Object({ id: Id })

/** Version of a record that the sender saw. */
export const RowVersion = Type.Integer({ title: '版本', minimum: 0, maximum: 2_147_483_647 })

/** One word of an address: a name that the product defined. */
export const Word = Type.String({ minLength: 1, maxLength: 100 })

/** `?check=true` of an import: only reports what the file contains and which errors it has. */
export const CheckQuery = Type.Object({ check: Type.Optional(Type.String({ maxLength: 5 })) }, { additionalProperties: false })
