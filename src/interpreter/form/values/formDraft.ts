import type { UserScope } from '../../../language/predicate/predicate.ts'
import { editableFields, type FormDefinition } from './formDefinition.ts'
import type { FormValues } from './formScope.ts'
import { changedFields, valuesOfNew } from './formValues.ts'

/** Unsaved input that survives a reload: the stored and the entered value of every changed field. */
export interface FormDraft {
  readonly rowVersion: number | null
  readonly requestKey: string | null
  readonly changes: Readonly<Record<string, { readonly from?: unknown; readonly to?: unknown }>>
}

/** What a form starts from: stored values, entered values, and the version on which the input is based. */
export interface FormStart {
  readonly base: FormValues
  readonly values: FormValues
  readonly rowVersion: number | null
  /** Sent with a create, so that repeating it after a lost answer makes no second record; null for a stored record. */
  readonly requestKey: string | null
}

/** Controls for passwords and keys, whose values are never written to storage. */
const secretWidgets: readonly string[] = ['password', 'secret']

/** The draft of the entered values; null when nothing has changed that may be stored. */
export function packDraft(definition: FormDefinition, start: FormStart, values: FormValues, user: UserScope): FormDraft | null {
  if (changedFields(definition, start.base, values).length === 0) return null
  // For a new record that started as a copy, the draft must contain the copied values, because the original is not available after a
  // reload.
  const empty = start.requestKey === null ? start.base : valuesOfNew(definition, {}, user)
  const names = changedFields(definition, empty, values).filter((name) => !isSecret(definition, name))
  if (names.length === 0) return null
  return {
    rowVersion: start.rowVersion,
    requestKey: start.requestKey,
    changes: Object.fromEntries(names.map((name) => [name, { from: start.base[name], to: values[name] }])),
  }
}

/**
 * Applies a draft to the current record. The draft keeps its own version and base: if the record has changed since, saving leads to the
 * version conflict, where both are merged, so an old draft overwrites nothing.
 *
 * @param stored a draft read from storage; anything else is ignored
 * @returns null when there is nothing to restore
 */
export function restoreDraft(definition: FormDefinition, start: FormStart, stored: unknown): FormStart | null {
  const draft = parseDraft(stored)
  if (!draft) return null
  const names = editableFields(definition).filter((name) => Object.hasOwn(draft.changes, name) && !isSecret(definition, name))
  if (names.length === 0) return null
  const pick = (side: 'from' | 'to') => Object.fromEntries(names.map((name) => [name, draft.changes[name]?.[side]]))
  return {
    base: { ...start.base, ...pick('from') },
    values: { ...start.values, ...pick('to') },
    rowVersion: draft.rowVersion,
    // A request sent before the reload may have arrived, so the same input keeps the same key.
    requestKey: start.requestKey === null ? null : (draft.requestKey ?? start.requestKey),
  }
}

function isSecret(definition: FormDefinition, name: string): boolean {
  return secretWidgets.includes(definition.fields[name]?.widget ?? '')
}

function parseDraft(stored: unknown): FormDraft | null {
  if (typeof stored !== 'object' || stored === null || !('changes' in stored)) return null
  const { changes } = stored
  const rowVersion = 'rowVersion' in stored && typeof stored.rowVersion === 'number' ? stored.rowVersion : null
  const requestKey = 'requestKey' in stored && typeof stored.requestKey === 'string' ? stored.requestKey : null
  if (typeof changes !== 'object' || changes === null) return null
  return { rowVersion, requestKey, changes: changes as FormDraft['changes'] }
}
