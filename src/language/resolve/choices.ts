import type { Entity } from '../documents/entity.ts'
import { borrowedName, copiesOf, nameBeside, shownBeside } from '../entity/references.ts'
import type { ResolvedField, ResolvedReference } from '../resolved.ts'

type Fields = Readonly<Record<string, ResolvedField>>

/**
 * Adds to the fields of a form that refer to other records where these are found.
 *
 * @param path of the screen's call `choices`
 */
export function withChoices(fields: Fields, entity: Entity, path: string): Fields {
  return mapFields(fields, (name, field) => {
    const reference = referenceOf(field, { path: path.replace('{field}', name), entity, isRow: false, beside: entity.properties })
    const items = field.items && mapFields(field.items, (member, inner) => withReference(inner, name, member))
    return { ...field, ...(reference && { reference }), ...(items && { items }) }
  })

  function withReference(inner: ResolvedField, list: string, member: string): ResolvedField {
    const beside = entity.properties[list]?.items?.properties ?? {}
    const reference = referenceOf(inner, { path: path.replace('{field}', `${list}.${member}`), entity, isRow: true, beside })
    return reference === undefined ? inner : { ...inner, reference }
  }
}

interface ReferencePlace {
  readonly path: string
  readonly entity: Entity
  readonly isRow: boolean
  /** The fields of the same record, or of the same row. */
  readonly beside: Entity['properties']
}

function referenceOf({ field, property }: ResolvedField, { path, entity, isRow, beside }: ReferencePlace): ResolvedReference | undefined {
  const given = property['x-ref']
  if (given === undefined) return undefined
  const shows = shownBeside(beside, field)
  // Of a row, all members change together. What another form has beside a number may be late.
  const name = isRow ? nameBeside(beside, field) : undefined
  // Rows do not know the record around them; the server does, when it checks what was chosen. And whoever chooses the merchant itself is
  // not to be kept to the one chosen before.
  const merchant = isRow || field === entity.scope ? undefined : entity.scope
  const copied = Object.entries(copiesOf(beside, field)).map(([name, source]) => [name, borrowedName(field, source)] as const)
  return {
    path,
    shows,
    ...(name !== undefined && { name }),
    ...(copied.length > 0 && { copies: Object.fromEntries(copied) }),
    ...(merchant !== undefined && { merchant }),
  }
}

function mapFields(fields: Fields, change: (name: string, field: ResolvedField) => ResolvedField): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, change(name, field)]))
}
