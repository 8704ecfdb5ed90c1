import type { PredicateScope } from '../../language/predicate.ts'

/** What a form's predicates see besides its own values. */
export type FormScope = Omit<PredicateScope, 'form'>

export type FormValues = Readonly<Record<string, unknown>>
