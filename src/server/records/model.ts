import { commonProperties } from '../../language/documents/commonProperties.ts'
import type { Entity, Property } from '../../language/documents/entity.ts'

/** How a value is stored, compared and sent. Every field has exactly one kind. */
export type ValueKind = 'text' | 'integer' | 'number' | 'boolean' | 'date' | 'dateTime' | 'json'

export interface FieldModel {
  readonly name: string
  readonly title: string
  readonly kind: ValueKind
  readonly property: Property
  /** Column of the entity's table or view. */
  readonly column: string
  /** True for id, rowVersion and the four audit fields. */
  readonly common: boolean
}

/** An entity document prepared for the engine; computed once per document. */
export interface EntityModel {
  readonly entity: Entity
  /** Own fields in document order, then the common fields. */
  readonly fields: ReadonlyMap<string, FieldModel>
}

const models = new WeakMap<Entity, EntityModel>()

export function modelOf(entity: Entity): EntityModel {
  const known = models.get(entity)
  if (known) return known
  const model = { entity, fields: fieldsOf(entity) }
  models.set(entity, model)
  return model
}

function fieldsOf(entity: Entity): ReadonlyMap<string, FieldModel> {
  const fields = new Map<string, FieldModel>()
  for (const [name, property] of Object.entries(entity.properties)) fields.set(name, fieldModel(name, property, false))
  for (const [name, property] of Object.entries<Property>(commonProperties)) {
    if (!fields.has(name)) fields.set(name, fieldModel(name, property, true))
  }
  return fields
}

/** Model of a single field, e.g. a column of a list of rows. */
export function fieldModel(name: string, property: Property, common = false): FieldModel {
  return { name, title: property.title ?? name, kind: kindOf(property), property, column: columnName(name), common }
}

function kindOf(property: Property): ValueKind {
  switch (property.type) {
    case 'integer':
    case 'number':
    case 'boolean':
      return property.type
    case 'array':
    case 'object':
      return 'json'
    case 'string':
      if (property.format === 'date') return 'date'
      if (property.format === 'date-time') return 'dateTime'
      return 'text'
  }
}

/** `companyNo` -> `company_no`; digits stay attached: `hitCount30` -> `hit_count30`. */
export function columnName(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** @throws Error when the entity has no such field, because names are checked before or come from our own code */
export function fieldOf(model: EntityModel, name: string): FieldModel {
  const field = model.fields.get(name)
  if (!field) throw new Error(`entity ${model.entity.name} has no field ${name}`)
  return field
}

/** True when the entity has fields whose changes need approval. Updates then accept `effectiveDate`. */
export function hasApprovalFields(model: EntityModel): boolean {
  return [...model.fields.values()].some((field) => field.property['x-approval'] === true)
}
