import { editableFields, type FormDefinition } from './formDefinition.ts'
import type { FormValues } from './formScope.ts'
import { changedFields, valuesOfNew } from './formValues.ts'

/** Unsaved input as it is kept over a reload: for every changed field what it was and what was entered. */
export interface FormDraft {
  readonly rowVersion: number | null
  readonly requestKey: string | null
  readonly changes: Readonly<Record<string, { readonly from?: unknown; readonly to?: unknown }>>
}

/** What a form starts from: the stored values, what is entered, and the version the input is based on. */
export interface FormStart {
  readonly base: FormValues
  readonly values: FormValues
  readonly rowVersion: number | null
  /** Sent with a create, so that trying again after a lost answer makes no second record; null for a stored record. */
  readonly requestKey: string | null
}

/** Kept nowhere but in the form: passwords and keys. */
const secretWidgets: readonly string[] = ['password', 'secret']

/** The draft of what is entered, or null when nothing (that may be kept) has changed. */
export function packDraft(definition: FormDefinition, start: FormStart, values: FormValues): FormDraft | null {
  if (changedFields(definition, start.base, values).length === 0) return null
  // A new record that began as a copy is restored without the record it was copied from.
  const empty = start.requestKey === null ? start.base : valuesOfNew(definition, {})
  const names = changedFields(definition, empty, values).filter((name) => !isSecret(definition, name))
  if (names.length === 0) return null
  return {
    rowVersion: start.rowVersion,
    requestKey: start.requestKey,
    changes: Object.fromEntries(names.map((name) => [name, { from: start.base[name], to: values[name] }])),
  }
}

/**
 * Puts a draft over the record as it is now. The draft's own version and base are kept: when the record has changed since,
 * saving meets the version conflict and the two are merged there, so nothing is overwritten by an old draft.
 *
 * @param stored a draft read from storage; anything that is not one is ignored
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
    // What was sent before the reload may have arrived: the same input keeps the same key.
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
