import type { EntityContext, Names } from '../../../catalog/known.ts'
import type { Property } from '../../../documents/entity.ts'
import type { Finding, Place } from '../../../findings/source.ts'
import { unknownName, withSuggestion } from '../../../findings/suggest.ts'
import { colleagues } from '../../../rights/ownAccount.ts'
import { checkPermission } from '../../permissionRule.ts'
import { checkOption } from '../../predicateRule.ts'

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
      ...outsideOptions(property, here, names),
      ...(item?.properties === undefined ? [] : checkDictionaries(item.properties, [...here, 'items', 'properties'], names, siblings)),
    ]
  })
}

/** Values that the document itself gives the field, which must be options: a default, a fixed value, a choice of them. */
function outsideOptions(property: Property, place: Place, names: Names): readonly Finding[] {
  const { enum: _own, ...options } = property['x-dictionary'] === undefined && property.items !== undefined ? property.items : property
  if (options['x-dictionary'] === undefined) return []
  return (['default', 'const', 'enum'] as const).flatMap((key) => {
    const value = property[key]
    const given = Array.isArray(value)
      ? value.map((one: unknown, index) => [one, [...place, key, index]] as const)
      : [[value, [...place, key]] as const]
    return given.flatMap(([one, at]) => (typeof one === 'string' || typeof one === 'number' ? checkOption(one, options, at, names) : []))
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
        message: `沒有字典「${name}」；固定的代碼請新增 dictionaries/${name}.json`,
        ...withSuggestion(name, names.dictionaries),
      },
    ]
  }
  const argument = typeof use === 'string' ? undefined : use.strArg
  if (argument === undefined) return []
  if (name === colleagues) return checkColleagues(argument, [...place, 'x-dictionary', 'strArg'], names)
  if (!argument.startsWith('form.')) return []
  const field = argument.slice('form.'.length)
  if (siblings.includes(field)) return []
  return [
    {
      place: [...place, 'x-dictionary', 'strArg'],
      code: 'unknown-field',
      ...unknownName(`字典的參數「${argument}」沒有對應的欄位`, field, siblings),
    },
  ]
}

/** Colleagues are chosen by what they may do. With a permission that nobody can have, nobody could be chosen. */
function checkColleagues(permission: string, place: Place, names: Names): readonly Finding[] {
  if (/^\w+\.\w+\.\w+$/.test(permission)) return checkPermission(permission, place, names)
  const message = `字典 User 的參數要寫完整的權限，如 example.leads.edit；沒有權限「${permission}」`
  return [{ place, code: 'unknown-permission', ...unknownName(message, permission, names.grantable) }]
}
