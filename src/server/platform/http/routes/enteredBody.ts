import { asLines, asOneLine } from '../../../../rules/cleanText.ts'

/** Mark of the schema of a text of several lines. Every other text of a body has one. */
export const severalLines = { contentMediaType: 'text/plain' } as const

/** Mark of the schema of a text that is taken exactly as it was sent, such as a password. */
export const asSent = { writeOnly: true } as const

/** The part of a schema that says which texts a body has. */
export interface TextSchema {
  readonly type?: unknown
  readonly contentMediaType?: unknown
  readonly writeOnly?: unknown
  readonly anyOf?: readonly TextSchema[]
  readonly oneOf?: readonly TextSchema[]
  readonly properties?: Readonly<Record<string, TextSchema>>
  readonly additionalProperties?: unknown
  readonly items?: TextSchema
}

/**
 * A body whose texts are cleaned of what nobody sees, as records clean theirs: a program can send what no form lets in, and two names that
 * look the same shall be the same. What the schema does not name stays as it is, for the validator to judge.
 *
 * @param read of a text of one line
 */
export function enteredBody(schema: TextSchema, value: unknown, read: (text: string) => string = trimmedLine): unknown {
  const choices = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  if (typeof value === 'string') return enteredText(choices, value, read)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const items = choices.find((choice) => choice.items)?.items
    return items ? value.map((item) => enteredBody(items, item, read)) : value
  }
  const entries = Object.entries(value).map(([name, inner]) => {
    const member = memberOf(choices, name)
    return [name, member ? enteredBody(member, inner, read) : inner] as const
  })
  return Object.fromEntries(entries)
}

const trimmedLine = (text: string): string => asOneLine(text).trim()

function enteredText(choices: readonly TextSchema[], text: string, read: (text: string) => string): string {
  if (choices.some((choice) => choice.writeOnly)) return text
  return choices.some((choice) => choice.contentMediaType === severalLines.contentMediaType) ? asLines(text) : read(text)
}

function memberOf(choices: readonly TextSchema[], name: string): TextSchema | undefined {
  for (const { properties, additionalProperties } of choices) {
    if (properties && Object.hasOwn(properties, name)) return properties[name]
    if (typeof additionalProperties === 'object' && additionalProperties !== null) return additionalProperties
  }
  return undefined
}
