import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Choice, ChoicePage } from '../../../answers/records.ts'
import { isMasked } from '../../../language/entity/maskedFields.ts'
import {
  borrowedName,
  copiesOf,
  type ReferenceField,
  readFilterChoices,
  readStepChoices,
  referencesInForms,
  referencesOfInput,
  shownBeside,
} from '../../../language/entity/references.ts'
import type { ResolvedForm } from '../../../language/resolved.ts'
import { apiError } from '../../platform/errors.ts'
import type { RecordValues } from '../hooks.ts'
import { type FieldModel, fieldOf } from '../model.ts'
import { conditionSql } from '../predicates/rowSides.ts'
import { isScoped, scopeCondition } from '../scope.ts'
import { findStorage, type PreparedCall } from '../services.ts'
import { hasKeyOf, ofSameMerchant, shownField } from '../storage/recordKeys.ts'
import type { Storage } from '../storage/storage.ts'
import { storedValue } from '../storage/values.ts'
import { type ChoiceQuestion, keysMax } from './choiceQuestion.ts'
import { allOf, anyOf, containsText } from './listFilterSql.ts'
import { visibleWhere } from './read.ts'

/** Most records of an answer: more than people read before they type on. */
const choicesMax = 20

/**
 * The records that a field of a form can refer to, or that the rows of a list refer to.
 *
 * @param path name of the field; of a field of rows, with the name of its list: `lines.lot`; of the input of a step: `steps.send.lot`; of a
 *   filter: `filters.lot`
 * @throws M08 when no form, no step and no filter of this user lets it be filled in
 */
export async function listChoices(prepared: PreparedCall, path: string, question: ChoiceQuestion): Promise<ChoicePage> {
  const filtered = ofFilter(prepared, path)
  const one = filtered ?? ofStep(prepared, path) ?? ofForm(prepared, path)
  if (one === undefined) throw apiError('M08')
  const other = findStorage(prepared.services)(one.reference.entity)
  if (other === undefined) return { choices: [], hasMore: false }
  const rows = await (filtered ? selectNamed : select)(prepared, { one, other }, question)
  const most = mostOf(question)
  return { choices: rows.slice(0, most), hasMore: rows.length > most }
}

function mostOf({ keys }: ChoiceQuestion): number {
  return keys.length === 0 ? choicesMax : keysMax
}

/** A field that the input of a step asks for, for those who may take the step. */
function ofStep({ call: { screen } }: PreparedCall, path: string): ReferenceField | undefined {
  const asked = readStepChoices(path)
  if (asked === null || screen === null || !Object.hasOwn(screen.actions, asked.step)) return undefined
  const { input } = screen.actions[asked.step] ?? {}
  return input && referencesOfInput(input.source).find(({ field }) => field === asked.field)
}

/** A field that the list can be filtered by. */
function ofFilter({ call: { screen }, model }: PreparedCall, path: string): ReferenceField | undefined {
  const asked = readFilterChoices(path)
  const isOffered = asked !== null && screen?.list.filters.some(({ field, reference }) => field === asked && reference !== undefined)
  return isOffered ? referencesInForms(model.entity.properties).find(({ list, field }) => list === undefined && field === asked) : undefined
}

function ofForm({ call, model }: PreparedCall, path: string): ReferenceField | undefined {
  const one = referencesInForms(model.entity.properties).find(
    ({ list, field }) => path === (list === undefined ? field : `${list}.${field}`),
  )
  return one && Object.values(call.screen?.forms ?? {}).some((form) => fillsIn(form, one)) ? one : undefined
}

function fillsIn({ mode, fields }: ResolvedForm, { list, field }: ReferenceField): boolean {
  const outer = Object.hasOwn(fields, list ?? field) ? fields[list ?? field] : undefined
  const filled = list === undefined ? outer : outer?.items?.[field]
  return mode !== 'view' && outer?.readonly === false && filled?.readonly === false
}

interface Sides {
  readonly one: ReferenceField
  readonly other: Storage
}

/** What an answer says of a record besides its key. */
interface Told {
  readonly label: boolean
  /** The fields that a form shows of it, and takes over. */
  readonly values: readonly string[]
}

/** The records that a form or a step can name. */
function select({ call, model, scope }: PreparedCall, sides: Sides, question: ChoiceQuestion): Promise<readonly Choice[]> {
  const { other, one } = sides
  const { filter } = one.reference
  const { properties } = model.entity
  const beside = one.list === undefined ? properties : (properties[one.list]?.items?.properties ?? {})
  const shown = shownBeside(beside, one.field).flatMap((name) => beside[name]?.['x-borrowed']?.field ?? [])
  const values = [...new Set([...shown, ...Object.values(copiesOf(beside, one.field))])]
  return read(call, { ...sides, told: { label: true, values } }, question, [
    ...ofMerchant(other, model.entity.scope, call.actor, question.merchant),
    ...(question.keys.length > 0 || filter === undefined ? [] : [conditionSql(other, filter, scope)]),
  ])
}

/**
 * The records that the rows of a list name, as far as this user sees these rows. Their names are shown only where the list may show them
 * too, by the documents as they are now: whoever sees a list does not necessarily see the other records.
 */
function selectNamed(prepared: PreparedCall, sides: Sides, question: ChoiceQuestion): Promise<readonly Choice[]> {
  const { call, storage, model } = prepared
  const { other, one } = sides
  const { entity } = other.model
  const isLabelShown = one.reference.show?.includes(entity.label) === true && shownField(other, entity.label) !== undefined
  // Whatever is stored, a row names records of its own company only.
  const sameCompany = ofSameMerchant(other, model.entity.scope === undefined ? undefined : sql`named.company`)
  const company = model.entity.scope === undefined ? sql`null::text` : storage.expression(fieldOf(model, model.entity.scope))
  const named = sql<SqlBool>`exists (
    select 1 from (select distinct ${storage.expression(fieldOf(model, one.field))} as key, ${company} as company
      from ${storage.source.from} where ${visibleWhere(prepared)}) as named
    where named.key = ${other.expression(fieldOf(other.model, entity.key))} and ${sameCompany})`
  return read(call, { ...sides, told: { label: isLabelShown, values: [] } }, question, [named])
}

async function read(
  call: PreparedCall['call'],
  { one, other, told }: Sides & { readonly told: Told },
  question: ChoiceQuestion,
  conditions: readonly RawBuilder<SqlBool>[],
): Promise<readonly Choice[]> {
  const { entity, fields } = other.model
  const key = fieldOf(other.model, entity.key)
  const label = fields.get(entity.label)
  const isLabelShown = told.label && label !== undefined && label.name !== key.name && !isMasked(label.property)
  const shown = told.values.flatMap((name) => shownField(other, name) ?? [])
  const columns = [
    sql`${other.expression(key)} as "#key"`,
    isLabelShown ? sql`${other.expression(label)} as "#label"` : sql`null as "#label"`,
    ...shown.map((field) => sql`${other.expression(field)} as ${sql.id(field.name)}`),
  ]
  const where = allOf([
    other.source.condition,
    scopeCondition(other, call.actor),
    ...conditions,
    ...(question.keys.length === 0 ? [] : [hasKeyOf(other, question.keys)]),
    ...(question.search === '' ? [] : [searched(other, isLabelShown ? [key, label] : [key], question.search)]),
  ])
  const { rows } = await sql<RecordValues>`
    select ${sql.join(columns)} from ${other.source.from} where ${where} order by ${other.expression(key)} limit ${mostOf(question) + 1}
  `.execute(call.db.withoutPlugins())
  return rows.map((row) => choiceOf(row, one.field, shown))
}

function choiceOf(row: RecordValues, by: string, shown: readonly FieldModel[]): Choice {
  const label = row['#label'] ?? null
  const values = shown.map((field) => [borrowedName(by, field.name), storedValue(field.kind, row[field.name])] as const)
  return { key: String(row['#key']), label: label === null ? null : String(label), values: Object.fromEntries(values) }
}

/** Of another merchant than the record's own nothing can be chosen, so nothing is offered. */
function ofMerchant(
  other: Storage,
  ownScope: string | undefined,
  actor: PreparedCall['call']['actor'],
  given: string | null,
): readonly RawBuilder<SqlBool>[] {
  if (ownScope === undefined) return []
  const merchant = isScoped(actor) ? (actor.companyNo ?? '') : given
  return merchant === null ? [] : [ofSameMerchant(other, sql`${merchant}`)]
}

function searched(other: Storage, named: readonly FieldModel[], text: string): RawBuilder<SqlBool> {
  const further = [...other.model.fields.values()].filter(({ property }) => property['x-search'] === true && !isMasked(property))
  return anyOf([...new Set([...named, ...further])].map((field) => containsText(other.expression(field), text)))
}
