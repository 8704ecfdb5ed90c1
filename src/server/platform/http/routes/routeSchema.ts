import type { FastifyInstance, RouteOptions } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * What a writing route takes when no schema limits its body: an uploaded file, bytes or members that the handler checks itself, or
     * nothing, as most buttons send.
     */
    takes?: 'file' | 'bytes' | 'judged' | 'nothing'
  }
}

interface Schema {
  readonly type?: unknown
  readonly enum?: unknown
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: unknown
  readonly maxProperties?: number
  readonly writeOnly?: unknown
  readonly items?: Schema
  readonly maxItems?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
}

const writingMethods: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH'])
/** Formats whose texts all have about the same short length. */
const shortFormats: ReadonlySet<string> = new Set(['date', 'date-time'])
/** Enough for `{}` and a version, from a button that sends nothing else. */
const nothingBytesMax = 1024
const noQuery = { type: 'object', properties: {}, additionalProperties: false }

/**
 * Checks that every route declares its input, and the range of each member; a route that does not stops the start. So no unchecked number,
 * text or list reaches a handler or the database. A route without a declared query accepts none.
 */
export function guardSchemas(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    // Calls of documents are checked by their documents, pages have no parameters, and HEAD is the same as GET.
    if (route.config?.permission === 'document' || route.url === '/*' || route.method === 'HEAD') return
    const problems = problemsOf(route)
    if (problems.length > 0) throw new Error(`route ${String(route.method)} ${route.url}: ${problems.join('; ')}`)
    route.schema = { querystring: noQuery, ...route.schema }
    if (route.config?.takes === 'nothing') route.bodyLimit = nothingBytesMax
  })
}

function problemsOf(route: RouteOptions): readonly string[] {
  const { params, querystring, body } = (route.schema ?? {}) as Readonly<Record<string, Schema | undefined>>
  const places = [...route.url.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const undeclared = places.filter((name) => params?.properties?.[name] === undefined).map((name) => `schema.params lacks ${name}`)
  const isWriting = [route.method].flat().some((method) => writingMethods.has(method))
  const isSilent = isWriting && body === undefined && route.config?.takes === undefined
  return [
    ...undeclared,
    // A path cannot have parameters other than those named above.
    ...Object.entries(params?.properties ?? {}).flatMap(([name, schema]) => unbounded(schema, `params.${name}`)),
    ...(querystring ? unbounded(querystring, 'querystring') : []),
    ...(body && route.config?.takes !== 'judged' ? unbounded(body, 'body') : []),
    ...(body ? changedSecrets(body, 'body') : []),
    ...(isSilent ? ['has neither schema.body nor config.takes'] : []),
  ]
}

/** The places where a schema allows values without a limit. */
export function unbounded(schema: Schema, at: string): readonly string[] {
  if (schema.enum !== undefined || schema.const !== undefined) return []
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.flatMap((choice, index) => unbounded(choice, `${at}|${index}`))
  const types = [schema.type].flat()
  return types.flatMap((type) => judges[String(type)]?.(schema, at) ?? [`${at} has no type`])
}

const none = (): readonly string[] => []
const judges: Readonly<Record<string, (schema: Schema, at: string) => readonly string[]>> = {
  null: none,
  boolean: none,
  string: ({ maxLength, format, pattern }, at) =>
    maxLength !== undefined || shortFormats.has(format ?? '') || isShortPattern(pattern) ? [] : [`${at} has no maxLength`],
  integer: numberProblems,
  number: numberProblems,
  array: ({ maxItems, items }, at) => [
    ...(maxItems === undefined ? [`${at} has no maxItems`] : []),
    ...(items ? unbounded(items, `${at}[]`) : [`${at} has no items`]),
  ],
  object: ({ properties = {}, additionalProperties, maxProperties }, at) => [
    ...Object.entries(properties).flatMap(([name, member]) => unbounded(member, `${at}.${name}`)),
    ...(additionalProperties === false || (isSchema(additionalProperties) && maxProperties !== undefined)
      ? []
      : [`${at} takes members that it does not name`]),
    ...(isSchema(additionalProperties) ? unbounded(additionalProperties, `${at}.*`) : []),
  ],
}

/** Passwords that would be cleaned like other texts: what somebody chose would not be what they sign in with. */
function changedSecrets({ properties = {} }: Schema, at: string): readonly string[] {
  const changed = Object.entries(properties).filter(([name, { writeOnly }]) => /password$/i.test(name) && !writeOnly)
  return changed.map(([name]) => `${at}.${name} is not marked asSent`)
}

function numberProblems({ minimum, maximum }: Schema, at: string): readonly string[] {
  return minimum === undefined || maximum === undefined ? [`${at} has no range`] : []
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null
}

/** True when the pattern is anchored at both ends and repeats nothing without a limit. */
function isShortPattern(pattern: string | undefined): boolean {
  return pattern !== undefined && /^\^.*\$$/.test(pattern) && !/[*+]|,\}/.test(pattern) && !pattern.includes('|')
}
