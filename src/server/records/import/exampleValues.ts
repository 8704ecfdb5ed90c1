import { fieldStates } from '../../../language/record/fieldStates.ts'
import { rulesOfEntity } from '../../../language/record/validateRecord.ts'
import { addMonths, isDate, taipeiDate } from '../../../rules/dates.ts'
import type { RecordValues } from '../hooks.ts'
import type { FieldModel } from '../model.ts'
import { forceScope } from '../scope.ts'
import type { PreparedCall } from '../services.ts'
import { takenTexts } from '../write/createProblems.ts'
import { withDefaults } from '../write/input.ts'
import { type ImportColumn, optionsFor } from './importColumns.ts'
import { sampleText } from './sampleTexts.ts'

/** Rounds of filling in values, because a condition may refer to a later column. Documents hardly chain more than two. */
const rounds = 3

/** Attempts to find another text for a value that has to be unique. */
const triesMax = 30

/**
 * An example record as a user could write it today: required fields, defaults, and fields whose notation has to be shown. Options are those
 * offered to this user, and unique values are not taken yet.
 */
export async function exampleValues(prepared: PreparedCall, columns: readonly ImportColumn[]): Promise<RecordValues> {
  const rules = rulesOfEntity(prepared.model.entity, 'create')
  const values: RecordValues = forceScope(prepared.model, prepared.call.actor, withDefaults(prepared, {}))
  for (let round = 0; round < rounds; round += 1) {
    for (const column of columns) {
      const { name } = column.field
      const state = fieldStates(rules, values, prepared.scope).get(name)
      if (state?.visible === false) delete values[name]
      else values[name] ??= await exampleValue(prepared, column, values, state?.required === true)
    }
  }
  return untaken(prepared, columns, values)
}

async function exampleValue(prepared: PreparedCall, column: ImportColumn, values: RecordValues, required: boolean): Promise<unknown> {
  const { field } = column
  const { property, kind } = field
  if (column.options || column.dependsOn) {
    const first = required ? (await optionsFor(prepared, column, values))?.[0]?.key : undefined
    return kind === 'json' && first !== undefined ? [first] : first
  }
  const sample = sampleText(field, prepared.call.now)
  if (!required) return kind === 'text' ? sample : undefined
  if (kind === 'date') return exampleDate(field, values, taipeiDate(prepared.call.now))
  if (kind === 'boolean') return true
  if (kind === 'integer' || kind === 'number') return property.minimum ?? 1
  if (kind === 'json') return [textOf(field, '')]
  return sample ?? textOf(field, '')
}

/** A date that has to be after another one is a year later. */
function exampleDate({ property }: FieldModel, values: RecordValues, today: string): string {
  const after = property['x-after'] === undefined ? undefined : values[property['x-after']]
  if (typeof after === 'string' && isDate(after)) return addMonths(after, 12)
  const start = property['x-notBefore'] === undefined ? undefined : values[property['x-notBefore']]
  return typeof start === 'string' && isDate(start) && start > today ? start : today
}

/** Example text such as `門市名稱範例`; digits for short codes and account numbers. */
function textOf({ title, property }: FieldModel, suffix: string): string {
  const lengthMax = property.maxLength ?? 50
  const isCode = lengthMax <= 4 || property['x-mask'] === 'account'
  const text = isCode ? '0001'.padStart(property['x-mask'] === 'account' ? 14 : 4, '0') : `${title}範例`
  return `${text.slice(0, lengthMax - suffix.length)}${suffix}`
}

async function untaken(prepared: PreparedCall, columns: readonly ImportColumn[], values: RecordValues): Promise<RecordValues> {
  let free = values
  for (let number = 2; number < triesMax; number += 1) {
    const taken = await takenTexts(prepared, prepared.call.db, free)
    const texts = columns.filter(({ field, options, dependsOn }) => Object.hasOwn(taken, field.name) && !options && !dependsOn)
    if (texts.length === 0) return free
    free = { ...free, ...Object.fromEntries(texts.map(({ field }) => [field.name, textOf(field, String(number))])) }
  }
  return free
}
