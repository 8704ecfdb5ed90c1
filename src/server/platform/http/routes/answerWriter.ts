interface Schema {
  readonly type?: string | readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
}

/** Copies a value with only the members that its schema names. */
type Pick = (value: unknown) => unknown

/**
 * Makes the function that writes answers of one schema. Members that the schema does not name are left out. Everything else is written as
 * by `JSON.stringify`: no value changes its type, and undefined members are left out.
 *
 * @throws Error from the function made, when the value has a list or an object where the schema has another type, because it would be
 * written with all its members
 */
export function createAnswerWriter(schema: unknown): (value: unknown) => string {
  const pick = pickOf(schema as Schema)
  return (value) => JSON.stringify(pick(value))
}

/** For values written unchanged. Answers have many rows, and copying them would only cost time. */
const same: Pick = (value) => value

function pickOf(schema: Schema): Pick {
  if (schema.anyOf) return pickOf(merged(schema.anyOf))
  const types = [schema.type ?? []].flat()
  if (types.length === 0) return same
  const pickMembers = types.includes('object') ? membersOf(schema) : mismatch
  const pickEach = types.includes('array') ? eachOf(schema) : mismatch
  return (value) => {
    if (typeof value !== 'object' || value === null || value instanceof Date) return value
    return Array.isArray(value) ? pickEach(value) : pickMembers(value)
  }
}

/** For a union: the members named by any of its choices. */
function merged(choices: readonly Schema[]): Schema {
  const names = new Set(choices.flatMap(({ properties = {} }) => Object.keys(properties)))
  const items = choices.flatMap((choice) => choice.items ?? [])
  const others = choices.flatMap(({ additionalProperties: other }) => (typeof other === 'object' ? other : []))
  const properties = [...names].map((name) => [name, { anyOf: choices.flatMap((choice) => choice.properties?.[name] ?? []) }])
  return {
    type: choices.flatMap(({ type = [] }) => type),
    properties: Object.fromEntries(properties) as Record<string, Schema>,
    ...(items.length > 0 && { items: { anyOf: items } }),
    ...(others.length > 0 && { additionalProperties: { anyOf: others } }),
  }
}

function membersOf({ properties = {}, additionalProperties }: Schema): Pick {
  const picks = Object.entries(properties).map(([name, schema]) => [name, pickOf(schema)] as const)
  const pickOther = typeof additionalProperties === 'object' ? pickOf(additionalProperties) : undefined
  if (picks.length === 0 && pickOther === same) return same
  const named = new Set(Object.keys(properties))
  return (value) => {
    const given = value as Readonly<Record<string, unknown>>
    const picked: Record<string, unknown> = {}
    if (pickOther) for (const [name, other] of Object.entries(given)) if (!named.has(name)) picked[name] = pickOther(other)
    for (const [name, pick] of picks) picked[name] = pick(given[name])
    return picked
  }
}

function eachOf({ items = {} }: Schema): Pick {
  const pick = pickOf(items)
  if (pick === same) return same
  return (value) => (value as readonly unknown[]).map(pick)
}

function mismatch(): never {
  throw new Error('an answer is not what its schema says')
}
