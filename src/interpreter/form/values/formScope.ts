import type { PredicateScope } from '../../../language/predicate/predicate.ts'

/** What the predicates of a form can read besides its own values. */
export type FormScope = Omit<PredicateScope, 'form'>

export type FormValues = Readonly<Record<string, unknown>>
