import type { Property } from '../../../language/documents/entity.ts'
import type { ResolvedField } from '../../../language/resolved.ts'
import type { PlainOption } from '../../../rules/dictionaryOptions.ts'

/** Converts a dictionary key, which is always text, to the type of the field: number, boolean or text. */
export function valueOfKey(key: string, property: Property): unknown {
  if (property.type === 'integer' || property.type === 'number') return Number(key)
  return property.type === 'boolean' ? key === 'true' : key
}

/** Key of a stored value; '' when there is none. */
export function keyOfValue(value: unknown): string {
  return value === undefined || value === null ? '' : String(value)
}

/** Options of a field without dictionary: true and false, or its `enum`. */
export function ownOptions(field: ResolvedField): readonly PlainOption[] {
  const { property, ui } = field
  if (property.type === 'boolean') {
    return [
      { key: 'true', value: ui.labels?.true ?? '是' },
      { key: 'false', value: ui.labels?.false ?? '否' },
    ]
  }
  const values = property.enum ?? property.items?.enum ?? []
  return values.map((value) => ({ key: String(value), value: String(value) }))
}
