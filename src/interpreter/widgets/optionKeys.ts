import type { Property } from '../../language/documents/entity.ts'
import type { ResolvedField } from '../../language/resolved.ts'

export interface FieldOption {
  readonly key: string
  readonly value: string
  /** Not to be chosen any more; `value` says why. */
  readonly ended?: true
}

/** Keys of dictionaries are text; a field may store a number or a boolean. */
export function valueOfKey(key: string, property: Property): unknown {
  if (property.type === 'integer' || property.type === 'number') return Number(key)
  return property.type === 'boolean' ? key === 'true' : key
}

/** The key of a stored value; '' when there is none. */
export function keyOfValue(value: unknown): string {
  return value === undefined || value === null ? '' : String(value)
}

/** Options of a field that has no dictionary: yes and no, or its `enum`. */
export function ownOptions(field: ResolvedField): readonly FieldOption[] {
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
