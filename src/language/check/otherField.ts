import type { Names } from '../catalog/known.ts'
import type { Entity, Property } from '../documents/entity.ts'
import { fieldNames, findProperty } from '../entity/property.ts'
import { borrowedName, type CopySource } from '../entity/references.ts'
import type { Finding, Place } from '../findings/source.ts'
import { unknownName } from '../findings/suggest.ts'

/** Where a document names a field of another record, and why that can only be one which a reference beside it names. */
interface OtherFieldPlace {
  readonly place: Place
  /** The fields of the same record, or of the same row. */
  readonly beside: Entity['properties']
  readonly why: string
}

interface OtherField {
  /** Undefined when there is none, or its entity is broken, which has findings of its own. */
  readonly property?: Property
  readonly findings: readonly Finding[]
}

/** Finds the field of another record that a document names through a reference: `itemNo.price`. */
export function findOtherField({ by, field }: CopySource, { place, beside, why }: OtherFieldPlace, names: Names): OtherField {
  const unknown = (message: string, known: readonly string[]): OtherField => ({
    findings: [{ place, code: 'unknown-field', ...unknownName(message, borrowedName(by, field), known) }],
  })
  const reference = Object.hasOwn(beside, by) ? beside[by]?.['x-ref'] : undefined
  if (reference === undefined) {
    const references = Object.keys(beside).filter((one) => beside[one]?.['x-ref'] !== undefined)
    const known = references.map((one) => borrowedName(one, field))
    return unknown(`「${by}」不是參照（x-ref），${why}`, known)
  }
  const other = names.entities.get(reference.entity)
  if (other === undefined) return { findings: [] }
  const property = findProperty(other, field)
  if (property !== undefined) return { property, findings: [] }
  const known = fieldNames(other).map((one) => borrowedName(by, one))
  return unknown(`實體 ${other.name} 沒有欄位「${field}」`, known)
}
