import type { Entity } from '../documents/entity.ts'
import { borrowedName } from '../references.ts'
import type { ResolvedField, ResolvedReference } from '../resolved.ts'

type Fields = Readonly<Record<string, ResolvedField>>

/**
 * Adds to the fields of a form that refer to other records where these are found.
 *
 * @param path of the screen's call `choices`
 */
export function withChoices(fields: Fields, entity: Entity, path: string): Fields {
  return mapFields(fields, (name, field) => {
    const reference = referenceOf(field, { path: path.replace('{field}', name), entity, isRow: false })
    const items = field.items && mapFields(field.items, (member, inner) => withReference(inner, `${name}.${member}`))
    return { ...field, ...(reference && { reference }), ...(items && { items }) }
  })

  function withReference(inner: ResolvedField, place: string): ResolvedField {
    const reference = referenceOf(inner, { path: path.replace('{field}', place), entity, isRow: true })
    return reference === undefined ? inner : { ...inner, reference }
  }
}

interface ReferencePlace {
  readonly path: string
  readonly entity: Entity
  readonly isRow: boolean
}

function referenceOf({ field, property }: ResolvedField, { path, entity, isRow }: ReferencePlace): ResolvedReference | undefined {
  const given = property['x-ref']
  if (given === undefined) return undefined
  const shows = isRow ? [] : (given.show ?? []).map((shown) => borrowedName(field, shown))
  // Rows do not know the record around them; the server does, when it checks what was chosen. And whoever chooses the merchant itself is
  // not to be kept to the one chosen before.
  const merchant = isRow || field === entity.scope ? undefined : entity.scope
  return { path, shows, ...(merchant !== undefined && { merchant }) }
}

function mapFields(fields: Fields, change: (name: string, field: ResolvedField) => ResolvedField): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, change(name, field)]))
}
