import type { Property } from '../../documents/entity.ts'
import type { EntityContext, Names } from '../known.ts'
import { checkOption } from '../predicateRule.ts'
import type { Finding, Place } from '../source.ts'
import { unknownName, withSuggestion } from '../suggest.ts'

/** Checks that dictionaries exist, and that an argument taken from the form names another field of it. */
export function entityDictionaries({ entity, names }: EntityContext): readonly Finding[] {
  const inputs = Object.entries(entity.transitions ?? {}).flatMap(([name, transition]) =>
    checkDictionaries(transition.input?.properties ?? {}, ['transitions', name, 'input', 'properties'], names),
  )
  return [...checkDictionaries(entity.properties, ['properties'], names), ...inputs]
}

/**
 * Also used for the input forms of screen actions.
 *
 * @param outer fields of the record around a row, on which a dictionary of the row may depend
 */
export function checkDictionaries(
  properties: Readonly<Record<string, Property>>,
  place: Place,
  names: Names,
  outer: readonly string[] = [],
): readonly Finding[] {
  const siblings = [...Object.keys(properties), ...outer]
  return Object.entries(properties).flatMap(([field, property]) => {
    const here = [...place, field]
    const item = property.items
    return [
      ...checkUse(property, here, siblings, names),
      ...(item === undefined ? [] : checkUse(item, [...here, 'items'], siblings, names)),
      ...(item?.properties === undefined ? [] : checkDictionaries(item.properties, [...here, 'items', 'properties'], names, siblings)),
    ]
  })
}

function checkUse(property: Property, place: Place, siblings: readonly string[], names: Names): readonly Finding[] {
  const use = property['x-dictionary']
  if (use === undefined) return []
  const name = typeof use === 'string' ? use : use.name
  const at = typeof use === 'string' ? [...place, 'x-dictionary'] : [...place, 'x-dictionary', 'name']
  if (!names.dictionaries.has(name)) {
    return [
      {
        place: at,
        code: 'unknown-dictionary',
        message: `沒有字典「${name}」；固定的代碼請新增 schemas/dictionaries/${name}.json`,
        ...withSuggestion(name, names.dictionaries),
      },
    ]
  }
  const argument = typeof use === 'string' ? undefined : use.strArg
  const byDefault = typeof property.default === 'string' ? checkOption(property.default, property, [...place, 'default'], names) : []
  if (argument === undefined || !argument.startsWith('form.')) return byDefault
  const field = argument.slice('form.'.length)
  if (siblings.includes(field)) return byDefault
  return [
    {
      place: [...place, 'x-dictionary', 'strArg'],
      code: 'unknown-field',
      ...unknownName(`字典的參數「${argument}」沒有對應的欄位`, field, siblings),
    },
  ]
}
