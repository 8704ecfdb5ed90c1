import Type from 'typebox'
import { closed, oneOf } from './schemaParts.ts'

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
