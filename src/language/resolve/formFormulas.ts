import type { Property } from '../documents/entity.ts'
import { formulaPaths } from '../formula/formulaPaths.ts'
import { formulaFields } from '../formula/recordFormulas.ts'

type Properties = Readonly<Record<string, Property>>

/**
 * The formulas that a form can calculate while somebody types: those whose inputs are all in the form, directly or through other formulas,
 * and lists whose rows have formulas. Any other result is that of the stored record.
 *
 * @param fields of the form's layout
 */
export function formFormulas(properties: Properties, fields: readonly string[]): Properties {
  const shown = new Set(fields)
  const live = new Map<string, boolean>()
  const isLive = (field: string): boolean => {
    const known = live.get(field)
    if (known !== undefined) return known
    const property = Object.hasOwn(properties, field) ? properties[field] : undefined
    const formula = property?.['x-formula']
    // The checker refuses circles; here one only ends the search.
    live.set(field, false)
    const answer = formula === undefined ? shown.has(field) : formulaPaths(formula).every(([name = '']) => isLive(name))
    live.set(field, answer)
    return answer
  }
  return Object.fromEntries(
    Object.entries(properties).filter(([field, property]) =>
      property['x-formula'] === undefined ? shown.has(field) && hasRowFormulas(property) : isLive(field),
    ),
  )
}

function hasRowFormulas({ items }: Property): boolean {
  return formulaFields(items?.properties ?? {}).length > 0
}
