import { isEmpty, type PredicateScope } from '../predicate/predicate.ts'
import type { ResolvedForm, ResolvedScreen } from '../resolved.ts'
import { fieldStates } from './fieldStates.ts'
import { type FieldTexts, validateRecord } from './validateRecord.ts'

type Values = Readonly<Record<string, unknown>>

/** A write that claims to come from a form. */
export interface FormWrite {
  readonly mode: 'create' | 'edit'
  /** The record as it would be stored. */
  readonly record: Values
  /** What was sent of it, without what equals the stored record or a default. */
  readonly sent: Values
  /** `row` is the stored record of an edit. */
  readonly scope: Omit<PredicateScope, 'form'>
}

/** Why no form would have sent a write, by field. */
export interface FormTexts {
  readonly wrong: FieldTexts
  /** Values in fields that the form locks. */
  readonly locked: FieldTexts
}

/**
 * What no form of the screen would have sent: a value in a field that the form locks or hides, nothing in one that it requires, or a value
 * against its rules. The browser obeys its form; this holds everybody else to the same one. Nobody says from which form a write comes, so it
 * is held to the form of its mode that it fits best.
 *
 * @returns texts by field, empty when one of the forms may have sent it; undefined when the screen has no form of this mode
 */
export function textsOfForms(forms: ResolvedScreen['forms'], write: FormWrite): FormTexts | undefined {
  const [first, ...others] = formsOf(forms, write).map((form) => textsOfForm(form, write))
  return first && others.reduce((best, texts) => (countOf(texts) < countOf(best) ? texts : best), first)
}

function countOf({ wrong, locked }: FormTexts): number {
  return Object.keys(wrong).length + Object.keys(locked).length
}

/**
 * Values of hidden fields that the form would have emptied (`onHidden: clear`). Only where one form can have sent the write, because forms
 * may differ.
 */
export function clearedByForms(forms: ResolvedScreen['forms'], write: FormWrite): Values {
  const [form, ...others] = formsOf(forms, write)
  if (form === undefined || others.length > 0) return {}
  const states = fieldStates(form.fields, write.record, write.scope)
  const cleared = Object.values(form.fields).filter(
    ({ field, onHidden, readonly }) =>
      onHidden === 'clear' && !readonly && states.get(field)?.visible === false && !isEmpty(write.record[field]) && !(field in write.sent),
  )
  return Object.fromEntries(cleared.map(({ field, property }) => [field, property.type === 'array' ? [] : null]))
}

/** The forms with every field that was sent; all of the mode when none has them all. */
function formsOf(forms: ResolvedScreen['forms'], { mode, sent }: FormWrite): readonly ResolvedForm[] {
  const ofMode = Object.values(forms).filter((form) => form.mode === mode)
  const whole = ofMode.filter(({ fields }) => Object.keys(sent).every((field) => Object.hasOwn(fields, field)))
  return whole.length > 0 ? whole : ofMode
}

function textsOfForm({ fields }: ResolvedForm, { mode, record, sent, scope }: FormWrite): FormTexts {
  const states = fieldStates(fields, record, scope)
  const wrong: Record<string, string> = { ...validateRecord(fields, record, scope) }
  const locked: Record<string, string> = {}
  for (const field of Object.values(fields)) {
    const state = states.get(field.field)
    const isSent = Object.hasOwn(sent, field.field) && !isEmpty(sent[field.field])
    if (state === undefined || field.readonly) continue
    if (!state.visible) {
      if (isSent && field.onHidden !== 'keep') wrong[field.field] = `${field.title} 目前不適用，不可輸入`
    } else if (state.readonly && mode === 'edit' && Object.hasOwn(sent, field.field)) locked[field.field] = `${field.title} 不可修改`
  }
  return { wrong, locked }
}
