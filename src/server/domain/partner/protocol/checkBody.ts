import { createHash } from 'node:crypto'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { formats } from '../../../../rules/formats.ts'
import { type PartnerCallName, partnerCalls } from '../catalog/catalog.ts'
import { PartnerRefusal } from '../catalog/codes.ts'

const ajv = new Ajv({ allErrors: true, strict: false, formats: { ...formats } })
const validators = new Map<PartnerCallName, ValidateFunction>()

/** Compiled with the first call of its kind: all of them together take 0.4 s of a start. */
function validatorOf(name: PartnerCallName): ValidateFunction {
  const validate = validators.get(name) ?? ajv.compile(partnerCalls[name].body)
  validators.set(name, validate)
  return validate
}

/** Name of the field as the partner sent it. For a missing or unknown field the validator's parameters have the name. */
function fieldOf(error: ErrorObject): string {
  const [field] = error.instancePath.split('/').slice(1)
  if (field !== undefined) return field
  if (error.keyword === 'required') return String(error.params.missingProperty)
  if (error.keyword === 'additionalProperties') return String(error.params.additionalProperty)
  return 'data'
}

/** @throws PartnerRefusal E1010 with the names of the fields that are missing, unknown or malformed */
export function checkBody(name: PartnerCallName, body: unknown): void {
  const validate = validatorOf(name)
  if (validate(body)) return
  throw fieldRefusal([...new Set((validate.errors ?? []).map(fieldOf))])
}

/** Fields that are wrong beyond what their schema says. */
export function fieldRefusal(fields: readonly string[]): PartnerRefusal {
  return new PartnerRefusal('E1010', { about: fields.join('、').slice(0, 200) })
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]))
}

/** Hash over the content of a request: the order of its fields and its spaces mean nothing. */
export function contentHash(name: PartnerCallName, body: unknown): string {
  return createHash('sha256')
    .update(`${name}\n${JSON.stringify(sorted(body))}`)
    .digest('hex')
}
