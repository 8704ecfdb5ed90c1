import type { FilterOp } from '../documents/vocabulary.ts'
import type { ResolvedFilter } from '../resolved.ts'

type Kind = ResolvedFilter['kind']

/** Operators that make sense for each kind of value; the first one is the default (domain 4.0, Filters). */
export const opsOfKind: { readonly [K in Kind]: readonly [FilterOp, ...FilterOp[]] } = {
  text: ['contains', 'eq', 'ne', 'in'],
  number: ['eq', 'ne', 'in', 'lt', 'lte', 'gt', 'gte', 'between'],
  boolean: ['eq', 'ne'],
  date: ['between', 'eq', 'ne', 'lt', 'lte', 'gt', 'gte'],
  dateTime: ['between', 'lt', 'lte', 'gt', 'gte'],
  month: ['eq', 'ne', 'in', 'lt', 'lte', 'gt', 'gte', 'between'],
  option: ['eq', 'ne', 'in'],
}
