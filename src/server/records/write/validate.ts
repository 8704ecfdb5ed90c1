import type { InputForm, Property } from '../../../language/documents/entity.ts'
import { formulasOf, withFormulas } from '../../../language/formula/recordFormulas.ts'
import type { RuleField } from '../../../language/record/fieldStates.ts'
import { clearedByForms, type FormTexts, type FormWrite, textsOfForms } from '../../../language/record/formRules.ts'
import { type FieldTexts, rulesOfEntity, validateRecord } from '../../../language/record/validateRecord.ts'
import { resolveInput } from '../../../language/resolve/fields.ts'
import { message } from '../../../rules/messages.ts'
import { fieldsError } from '../../platform/errors.ts'
import { writableFields } from '../allowedFields.ts'
import type { RecordValues, StoredRecord } from '../hooks.ts'
import { acceptRichText } from '../richText/richText.ts'
import { isSame } from '../sameValue.ts'
import { findStorage, type OpenWrite } from '../services.ts'
import { dictionaryTexts } from '../validation/dictionaryTexts.ts'
import { enteredTexts } from '../validation/enteredText.ts'
import { referenceTexts } from '../validation/referenceTexts.ts'
import { schemaTexts } from '../validation/schemaTexts.ts'
import { assertStorable, defaultOf } from './input.ts'

/** @throws 400 with a text per field */
export async function validateNew(open: OpenWrite, values: RecordValues): Promise<void> {
  assertNoProblems(await problemsOfNew(open, values))
}

/** Problems of a new record by the rules of the document, by field. */
export async function problemsOfNew(open: OpenWrite, values: RecordValues): Promise<FieldTexts> {
  return (await problemsOf(open, calculated(open, values), undefined, values)).wrong
}

/**
 * Checks the record as it will be after the change. Problems in fields that the screen cannot change are ignored.
 *
 * @returns a check that no locked field is changed. It comes after the hook of the area, which may know a better text.
 * @throws 400 with a text per field
 */
export async function validateChange(open: OpenWrite, before: StoredRecord, changes: RecordValues): Promise<() => void> {
  const { wrong, locked } = await problemsOf(open, calculated(open, { ...before, ...changes }), before, changes)
  assertNoProblems(wrong)
  return () => assertNoProblems(locked)
}

/**
 * Problems of a change that was checked when it was asked for, by the rules as they are now and with the record as it is now. What is wrong
 * with the record without the change does not count.
 */
export async function problemsSince(open: OpenWrite, before: StoredRecord, changes: RecordValues): Promise<FieldTexts> {
  const { model, scope } = open.prepared
  const { properties } = model.entity
  const rules = rulesOfEntity(model.entity, 'edit')
  const textsFor = (record: RecordValues): FieldTexts => ({
    ...validateRecord(rules, record, { ...scope, row: before }),
    ...schemaTexts(properties, record),
  })
  const form = calculated(open, { ...before, ...changes })
  const was = textsFor(before)
  const texts = { ...textsFor(form), ...(await dictionaryTexts(open, { properties, changes, form, before })) }
  const isOfChange = (path: string) => Object.hasOwn(changes, path.split('.')[0] ?? '')
  return Object.fromEntries(Object.entries(texts).filter(([path, text]) => isOfChange(path) || was[path] !== text))
}

async function problemsOf(
  open: OpenWrite,
  record: RecordValues,
  before: StoredRecord | undefined,
  changes: RecordValues,
): Promise<FormTexts> {
  const { model, call, scope } = open.prepared
  const mode = before ? 'edit' : 'create'
  const rules = rulesOfEntity(model.entity, mode)
  const ofForms = call.screen ? textsOfForms(call.screen.forms, formWrite(open, record, before, changes)) : undefined
  // A new record has what the entity requires, whether its form asks for it or not.
  const demanded = before ? [] : (model.entity.required ?? [])
  const texts = {
    ...(ofForms?.wrong ?? validateRecord(rules, record, { ...scope, ...(before && { row: before }) })),
    ...missingTexts(
      demanded.flatMap((name) => rules[name] ?? []),
      record,
    ),
    ...schemaTexts(model.entity.properties, record),
    ...(call.screen ? await dictionaryTexts(open, { properties: model.entity.properties, changes, form: record, before }) : {}),
    ...(await referenceTexts(open.trx, model, { record, before, find: findStorage(open.prepared.services), lock: false })),
  }
  const results = formulasOf(model.entity.properties).fields.map(({ field }) => field)
  const judged = new Set([...writableFields(call.screen, model, mode), ...Object.keys(changes), ...demanded, ...results])
  return {
    wrong: Object.fromEntries(Object.entries(texts).filter(([path]) => judged.has(path.split('.')[0] ?? ''))),
    locked: ofForms?.locked ?? {},
  }
}

/** The record with the results of its formulas, on which conditions may depend. */
function calculated({ prepared }: OpenWrite, record: RecordValues): RecordValues {
  return withFormulas(formulasOf(prepared.model.entity.properties), record)
}

/** The changes, and what the form would have emptied because of them. */
export function withCleared(open: OpenWrite, before: StoredRecord, changes: RecordValues): RecordValues {
  const { screen } = open.prepared.call
  if (screen === null) return changes
  return { ...changes, ...clearedByForms(screen.forms, formWrite(open, calculated(open, { ...before, ...changes }), before, changes)) }
}

/** A default that was not sent is no entry, and neither is the company that the server sets for a merchant. */
function formWrite({ prepared }: OpenWrite, record: RecordValues, before: StoredRecord | undefined, changes: RecordValues): FormWrite {
  const { model, scope } = prepared
  const isGiven = (name: string, value: unknown) => {
    const field = model.fields.get(name)
    return before !== undefined || (name !== model.entity.scope && !isSame(field && defaultOf(prepared, field), value))
  }
  const sent = Object.fromEntries(Object.entries(changes).filter(([name, value]) => isGiven(name, value)))
  return { mode: before ? 'edit' : 'create', record, sent, scope: { ...scope, ...(before && { row: before }) } }
}

/** Texts for fields of which the entity requires a value in any case. Where it hides or locks one by itself, it does not. */
function missingTexts(rules: readonly RuleField[], record: RecordValues): FieldTexts {
  const missing = rules.filter(({ field, required, conditions }) => required && conditions === undefined && isNothing(record[field]))
  return Object.fromEntries(missing.map(({ field, title }) => [field, message('M05', { title })]))
}

/** Checks the input of a transition: known names only, each by its property. Returns it without empty values. */
export async function validateInput(
  open: OpenWrite,
  form: InputForm | undefined,
  given: RecordValues,
  record: StoredRecord,
): Promise<RecordValues> {
  assertStorable(given)
  const properties = form?.properties ?? {}
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(properties, name))
  if (unknown !== undefined) throw fieldsError({ [unknown]: `未知的欄位「${unknown}」` })
  const cleaned = Object.entries(given).map(([name, value]) => [name, toEntered(name, properties[name], value)] as const)
  const input = Object.fromEntries(cleaned.filter(([, value]) => !isNothing(value)))
  if (!form) return input
  const rules: Readonly<Record<string, RuleField>> = resolveInput(form, '').fields
  assertNoProblems({
    ...validateRecord(rules, input, { ...open.prepared.scope, row: record }),
    ...schemaTexts(properties, input),
    ...(await inputReferenceTexts(open, properties, input, record)),
    ...(open.prepared.call.screen ? await dictionaryTexts(open, { properties, changes: input, form: { ...record, ...input } }) : {}),
  })
  return input
}

function toEntered(name: string, property: Property | undefined, sent: unknown): unknown {
  return enteredTexts(property, acceptRichText(name, property, sent))
}

/** Problems of the records that an input refers to, which stay until the step is done. */
function inputReferenceTexts(
  { prepared, trx }: OpenWrite,
  properties: InputForm['properties'],
  input: RecordValues,
  record: StoredRecord,
): Promise<FieldTexts> {
  const { model, services } = prepared
  const { scope } = model.entity
  const asked = { ...model, entity: { ...model.entity, properties } }
  const named = { ...input, ...(scope !== undefined && { [scope]: record[scope] }) }
  return referenceTexts(trx, asked, { record: named, find: findStorage(services), lock: true })
}

/** True when nothing was filled in. Blanks alone do not count, e.g. as a reason for a rejection. */
function isNothing(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === 'string' && value.trim() === '')
}

function assertNoProblems(texts: FieldTexts): void {
  const problems = Object.entries(texts)
  if (problems.length === 0) return
  const isAbsent = problems.every(([, text]) => text.endsWith('必填'))
  throw fieldsError(Object.fromEntries(problems), isAbsent ? 'M05' : 'M06')
}
