import { formatProblem } from '../../rules/formatTexts.ts'
import { message } from '../../rules/messages.ts'
import { conditionPointProblem, discountRateProblem } from '../../rules/tiers.ts'
import type { Property } from '../documents/entity.ts'
import type { ValueFormat } from '../documents/vocabulary.ts'
import type { RuleField } from './fieldStates.ts'
import type { FieldTexts } from './validateRecord.ts'

/** The part of ajv's error object that is used here, so that the browser does not need ajv for it. */
export interface SchemaError {
  readonly keyword: string
  /** JSON pointer: `/members/0/joinDate`. */
  readonly instancePath: string
  readonly params: Readonly<Record<string, unknown>>
}

/** Keywords whose errors only repeat another error. */
const noise: ReadonlySet<string> = new Set(['if', 'oneOf', 'anyOf'])

/**
 * The text of an error of a field's schema in Traditional Chinese. Texts of specification 5 are exact; the others are short, because the
 * field's title is shown beside them.
 *
 * @param property of the field with the error; for `required`, of the missing field
 * @param value the entered value, which makes the text of some formats more precise
 */
function localize(error: Pick<SchemaError, 'keyword' | 'params'>, property: Property | undefined, title: string, value?: unknown): string {
  const limit = error.params.limit as number
  switch (error.keyword) {
    case 'required':
      return message('M05', { title })
    case 'minLength':
      return limit === 1 ? message('M05', { title }) : `至少${limit}個字`
    case 'maxLength':
      return `最多${limit}個字`
    case 'minimum':
      return `最小值${limit}`
    case 'maximum':
      return `最大值${limit}`
    case 'exclusiveMinimum':
      return `須大於${limit}`
    case 'minItems':
      return limit === 1 ? message('M05', { title }) : `至少${limit}筆資料。`
    case 'maxItems':
      return `最多${limit}筆資料。`
    case 'uniqueItems':
      return `${title} 不可重複`
    case 'type':
      return typeText(property, title)
    case 'format':
      return formatProblem(error.params.format as ValueFormat, value, title)
    default:
      return message('M06', { title })
  }
}

function typeText(property: Property | undefined, title: string): string {
  if (property?.type === 'integer') return '只能輸入整數'
  return property?.type === 'number' ? '只能輸入數字' : message('M06', { title })
}

/** All errors of a record's schema as texts by field; the first one of each field counts. */
export function localizeErrors(
  errors: readonly SchemaError[],
  fields: Readonly<Record<string, Pick<RuleField, 'title' | 'property'>>>,
  values: Readonly<Record<string, unknown>>,
): FieldTexts {
  const texts = new Map<string, string>()
  for (const error of errors) {
    if (noise.has(error.keyword)) continue
    const missing = error.params.missingProperty
    const path = [...error.instancePath.split('/').filter((part) => part !== ''), ...(typeof missing === 'string' ? [missing] : [])]
    const name = path.join('.')
    if (!texts.has(name)) texts.set(name, textAt(error, path, fields, values))
  }
  return Object.fromEntries(texts)
}

function textAt(
  error: SchemaError,
  path: readonly string[],
  fields: Readonly<Record<string, Pick<RuleField, 'title' | 'property'>>>,
  values: Readonly<Record<string, unknown>>,
): string {
  const [field = '', ...inner] = path
  const known = Object.hasOwn(fields, field) ? fields[field] : undefined
  const property = inner.reduce<Property | undefined>(propertyBelow, known?.property)
  const title = inner.length === 0 ? (known?.title ?? field) : (property?.title ?? known?.title ?? field)
  const value = path.reduce<unknown>(valueBelow, values)
  if (known?.property['x-widget'] === 'tiers') {
    const text = tierText(inner.at(-1), value, title)
    if (text !== null) return text
  }
  return localize(error, property, title, value)
}

/** Texts of specification 5 for the tier editor. */
function tierText(member: string | undefined, value: unknown, title: string): string | null {
  if (member === 'conditionPoint') return conditionPointProblem(value, title)
  return member === 'discountRate' ? discountRateProblem(value, title) : null
}

function propertyBelow(property: Property | undefined, part: string): Property | undefined {
  if (property?.items !== undefined) return property.items
  const members = property?.properties
  return members !== undefined && Object.hasOwn(members, part) ? members[part] : undefined
}

function valueBelow(value: unknown, part: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
  return (value as Record<string, unknown>)[part]
}
