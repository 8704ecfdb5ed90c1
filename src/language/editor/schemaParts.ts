import type { JsonSchema } from '../schema/languageSchema.ts'
import type { Snippet } from './snippets.ts'

/** Small pieces of JSON Schema, with the keywords that editors understand beyond the standard: help for each value, and messages. */

/** A value that an editor completes, with a text that says what it is. */
export interface Named {
  readonly name: string
  readonly title: string
}

/** One of these names. @param what for people: 欄位 */
export function oneOfNames(names: readonly Named[], what: string): JsonSchema {
  if (names.length === 0) return never(`這裡沒有可用的${what}`)
  return {
    enum: names.map(({ name }) => name),
    enumDescriptions: names.map(({ title }) => title),
    errorMessage: `沒有這個${what}；剛加的存檔後就認得`,
  }
}

export const oneOf = (values: readonly unknown[], errorMessage: string): JsonSchema =>
  values.length === 0 ? never(errorMessage) : { enum: values, errorMessage }

/** None of these values: an empty list excludes nothing. */
export const noneOf = (values: readonly unknown[], errorMessage: string): JsonSchema =>
  values.length === 0 ? {} : { not: { enum: values }, errorMessage }

/** Nothing is right here, and editors do not offer it. */
const never = (errorMessage: string): JsonSchema => ({ not: {}, errorMessage, doNotSuggest: true })

/** A member that has no place here; null, which removes what a preset provides, is right everywhere. */
export const unfit = (errorMessage: string): JsonSchema => ({ type: 'null', errorMessage, doNotSuggest: true })

/** A text, or an object that says more. */
export const textOr = (text: JsonSchema, object: JsonSchema): JsonSchema => ({
  anyOf: [
    { type: 'string', ...text },
    { type: 'object', ...object },
  ],
})

/** What editors offer at the place. */
export const offering = (snippets: readonly Snippet[]): JsonSchema => ({ defaultSnippets: snippets })

export const listOf = (items: JsonSchema): JsonSchema => ({ items })
export const eachOf = (additionalProperties: JsonSchema): JsonSchema => ({ additionalProperties })
export const members = (properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({ properties })
export const keysOf = (propertyNames: JsonSchema): JsonSchema => ({ propertyNames })
export const allOf = (...parts: readonly JsonSchema[]): JsonSchema => ({ allOf: parts })

/** A condition on a member that must be there. */
export const where = (member: string, is: JsonSchema, follows: JsonSchema): JsonSchema => ({
  if: { properties: { [member]: is }, required: [member] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: follows,
})

/** @param description of the place, beside that of the definition */
export const definition = (name: string, description?: string): JsonSchema => ({
  $ref: `#/$defs/${name}`,
  ...(description !== undefined && { description }),
})
