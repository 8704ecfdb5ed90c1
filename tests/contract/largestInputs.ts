/** The largest and worst inputs for a call, made from its description (OpenAPI). */

type Schema = { readonly [keyword: string]: unknown }

/** Texts that make a careless regular expression very slow: a start to repeat, and an end that never matches. */
const evilTexts: readonly (readonly [repeated: string, end: string])[] = [
  ['a', '!'],
  ['1', 'x'],
  [' ', 'x'],
  ['a@', '@'],
  ['a.', '@'],
  ['-1', '\u3000'],
  ['<', '>'],
  ['<a ', '<'],
  ['&lt;', '&'],
  ['<b><p>', ''],
  ['\u3000', '字'],
  ['=1,', '"'],
  ['https://a/', ' '],
  ['::', 'g'],
  ['{"a":[', ''],
]

export function evilText(kind: number, length: number): string {
  const [repeated, end] = evilTexts[kind % evilTexts.length] as readonly [string, string]
  return repeated.repeat(Math.max(1, Math.floor((length - end.length) / repeated.length))) + end
}

/** Slightly below the limit of a body. */
const keysMax = 40_000

/** Names of all texts in a body; for a list, each once. */
function countTexts(schema: Schema | undefined): number {
  if (!schema) return 0
  if (schema.properties) return Object.values(schema.properties as Record<string, Schema>).reduce((sum, one) => sum + countTexts(one), 0)
  if (schema.items) return countTexts(schema.items as Schema)
  const branches = (schema.anyOf ?? schema.oneOf) as readonly Schema[] | undefined
  if (branches) return countTexts(branches[0])
  return [schema.type].flat().includes('string') ? 1 : 0
}

/**
 * A value with all members of a schema, whose texts are evil and as long as allowed in total.
 *
 * @param kind index of the first evil text; each member gets the next one
 * @param keepsLengths whether texts respect their `maxLength`
 */
export function largestOf(schema: Schema, chars: number, kind: number, keepsLengths: boolean): unknown {
  const each = Math.floor(chars / Math.max(1, countTexts(schema)))
  let next = kind
  const make = (one: Schema): unknown => {
    if (one.const !== undefined) return one.const
    if (Array.isArray(one.enum)) return one.enum.at(-1)
    const branches = (one.anyOf ?? one.oneOf) as readonly Schema[] | undefined
    if (branches?.[0]) return make(branches[0])
    const type = [one.type].flat()[0]
    if (one.properties || type === 'object')
      return Object.fromEntries(
        Object.entries((one.properties ?? {}) as Record<string, Schema>).map(([name, inner]) => [name, make(inner)]),
      )
    if (type === 'array') return listOf(one)
    if (type === 'integer' || type === 'number') return one.maximum ?? 9_007_199_254_740_991
    if (type === 'boolean') return true
    const length = keepsLengths ? Math.min(each, Number(one.maxLength ?? each)) : each
    return evilText(next++, length)
  }
  const listOf = (one: Schema): unknown => {
    const item = (one.items ?? {}) as Schema
    const sample = JSON.stringify(make(item) ?? null)
    const keys = Math.max(1, sample.split('":').length - 1)
    const most = Math.min(Number(one.maxItems ?? 5000), keysMax / keys, chars / 2 / sample.length)
    const count = Math.max(1, Math.floor(most))
    return Array.from({ length: count }, () => make(item))
  }
  return make(schema)
}

/** A call as the description of the API gives it. */
export interface Operation {
  readonly method: string
  /** With `{name}` placeholders. */
  readonly path: string
  readonly permission: string
  readonly query: readonly string[]
  /** Schema of its JSON body without references; empty without body. */
  readonly body: Schema
}

interface Described {
  readonly 'x-permission'?: string
  readonly parameters?: readonly { readonly in: string; readonly name: string }[]
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: Schema }>> }
}

export function operationsOf(description: Readonly<Record<string, unknown>>): readonly Operation[] {
  const paths = resolved(description.paths, description) as Readonly<Record<string, Readonly<Record<string, Described>>>>
  return Object.entries(paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      permission: operation['x-permission'] ?? '',
      query: (operation.parameters ?? []).filter((one) => one.in === 'query').map(({ name }) => name),
      body: operation.requestBody?.content?.['application/json']?.schema ?? {},
    })),
  )
}

/** A part of a document with its references replaced by what they refer to. */
function resolved(part: unknown, whole: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(part)) return part.map((one) => resolved(one, whole))
  if (typeof part !== 'object' || part === null) return part
  const { $ref } = part as { readonly $ref?: string }
  if ($ref === undefined) return Object.fromEntries(Object.entries(part).map(([key, one]) => [key, resolved(one, whole)]))
  const target = $ref
    .split('/')
    .slice(1)
    .reduce<unknown>((found, key) => (found as Record<string, unknown>)[key], whole)
  return resolved(target, whole)
}
