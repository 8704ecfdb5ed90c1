import type { FastifyInstance, FastifyRequest } from 'fastify'
import { message } from '../../../../rules/messages.ts'
import { isXmlText } from '../../../../rules/text.ts'
import { ApiError, apiError, fieldsError } from '../../errors.ts'
import { enteredBody, type TextSchema } from '../routes/enteredBody.ts'
import { isServiceCall } from '../routes/serviceCall.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Titles of the texts of a body that no schema describes; undefined where the caller may not know them. */
    titlesOf?: (request: FastifyRequest) => TitledSchema | undefined
  }
}

/** Limits of the security baseline ("Input"). */
export const jsonDepthMax = 32
export const jsonKeysMax = 50_000
/** Most keys of one object. Objects with several thousand keys cost much more than the same number of keys in several objects. */
export const objectKeysMax = 2_000
/** Most members of lists and objects together. Millions of empty ones would fit into a body, and each is visited several times. */
export const jsonValuesMax = 200_000

const forbiddenKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

const jsonType = 'application/json'
const formType = 'application/x-www-form-urlencoded'
const uploadType = 'multipart/form-data'

const quote = 0x22
const backslash = 0x5c

/**
 * Counts depth, keys and values of a JSON text without parsing it, because parsing a deep one would be expensive or overflow the stack.
 * Brackets inside strings do not count. Malformed JSON is left to the parser.
 */
function measureJson(text: string): { depth: number; keys: number; widest: number; values: number } {
  let depth = 0
  let deepest = 0
  let keys = 0
  let values = 0
  let widest = 0
  /** Number of keys of each open object, by depth. */
  const open: number[] = [0]
  let isInString = false
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (isInString) {
      if (code === backslash) index += 1
      else if (code === quote) isInString = false
      continue
    }
    if (code === quote) isInString = true
    else if (code === 0x2c) values += 1
    else if (code === 0x7d || code === 0x5d) depth = Math.max(0, depth - 1)
    else if (code === 0x7b || code === 0x5b) {
      depth += 1
      deepest = Math.max(deepest, depth)
      if (depth > jsonDepthMax) break
      open[depth] = 0
    } else if (code === 0x3a) {
      keys += 1
      const ofObject = (open[depth] ?? 0) + 1
      open[depth] = ofObject
      widest = Math.max(widest, ofObject)
    }
  }
  return { depth: deepest, keys, widest, values }
}

/** Number of keys of all objects in a JSON value. */
function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const inner = Object.values(value)
  return (Array.isArray(value) ? 0 : inner.length) + inner.reduce<number>((total, each) => total + countKeys(each), 0)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ApiError(400, 'M06', 'JSON 格式錯誤')
  }
}

/**
 * Parses a JSON body. An object with the same key twice is refused, because parsers differ in which of the two they use.
 *
 * @throws ApiError 400 when the text is not JSON, is too deep, has too many values or keys, or has a key twice
 */
export function parseJsonBody(text: string): unknown {
  const { depth, keys, widest, values } = measureJson(text)
  if (depth > jsonDepthMax || keys > jsonKeysMax || widest > objectKeysMax || values > jsonValuesMax)
    throw new ApiError(400, 'M06', '資料結構過深或欄位過多')
  const value = parse(text)
  if (countKeys(value) !== keys) throw new ApiError(400, 'M06', '欄位重複')
  return value
}

/**
 * True when every text can be stored, and written into the XML of invoices and workbooks, and no key is one of a prototype. The value has
 * to be a JSON value.
 */
export function isSafeInput(value: unknown): boolean {
  if (typeof value === 'string') return isXmlText(value)
  if (typeof value !== 'object' || value === null) return true
  if (Array.isArray(value)) return value.every(isSafeInput)
  return Object.entries(value).every(([key, inner]) => !forbiddenKeys.has(key) && isXmlText(key) && isSafeInput(inner))
}

/** False when a number is infinite: `1e999` is read as Infinity. */
export function isFiniteInput(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  return typeof value !== 'object' || value === null || Object.values(value).every(isFiniteInput)
}

/** Bytes and streams (uploads) are checked by the code that reads them. */
function isPlain(body: unknown): boolean {
  return !Buffer.isBuffer(body) && !(typeof body === 'object' && body !== null && 'pipe' in body)
}

function hasDoubleHyphen(url: string): boolean {
  return url.replace(/%2d/gi, '-').includes('--')
}

/** Most texts that a refusal names. */
const namedTextsMax = 20

type Place = readonly string[]

/** Where the texts are that cannot be stored; null for what a key or the address has, which no field of a form can be told of. */
function unsafePlaces(value: unknown, at: Place = []): readonly Place[] | null {
  if (typeof value === 'string') return isXmlText(value) ? [] : [at]
  if (typeof value !== 'object' || value === null) return []
  const places: Place[] = []
  for (const [key, inner] of Object.entries(value)) {
    const found = isSafeInput({ [key]: null }) ? unsafePlaces(inner, [...at, key]) : null
    if (found === null) return null
    places.push(...found)
  }
  return places
}

/** The titles of a body, as a schema says them. */
export interface TitledSchema {
  readonly title?: string
  readonly properties?: Readonly<Record<string, TitledSchema>>
  readonly items?: TitledSchema
}

/** What a form calls the text at a place: the title of the innermost member that has one. */
function titleAt(schema: TitledSchema | undefined, place: Place): string | undefined {
  const [name, ...rest] = place
  if (schema === undefined || name === undefined) return schema?.title
  const member = schema.items ?? (schema.properties && Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined)
  return titleAt(member, rest) ?? (schema.items ? undefined : schema.title)
}

function unsafeTexts(request: FastifyRequest): ApiError {
  const places = isSafeInput([request.query, request.params]) ? unsafePlaces(request.body) : null
  if (places === null || places.length === 0 || places.some((place) => place.length === 0)) return apiError('M18')
  const { config, schema } = request.routeOptions
  const schemaOfBody = config.titlesOf?.(request) ?? (schema?.body as TitledSchema | undefined)
  const textAt = (place: Place) => `${titleAt(schemaOfBody, place) ?? place.join('.')} ${message('M18')}，請重新輸入`
  return fieldsError(Object.fromEntries(places.slice(0, namedTextsMax).map((place) => [place.join('.'), textAt(place)])), 'M18')
}

/** Texts of one line are cleaned before they are validated, whatever route takes them. Records clean theirs by their documents. */
function cleanBody(request: FastifyRequest): void {
  const schema = request.routeOptions.schema?.body as TextSchema | undefined
  if (schema && isPlain(request.body)) request.body = enteredBody(schema, request.body)
}

function assertSafeInput(request: FastifyRequest): void {
  const parts = [request.query, request.params, ...(isPlain(request.body) ? [request.body] : [])]
  if (!parts.every(isSafeInput)) throw unsafeTexts(request)
  if (!parts.every(isFiniteInput)) throw apiError('M06', { title: '數字' })
}

/** Allows forms for tokens only, and JSON or uploads for everything else. Other types that a browser can be made to send are refused. */
function assertMediaType(request: FastifyRequest): void {
  const mediaType = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase()
  if (mediaType === undefined || !isServiceCall(request)) return
  const isToken = request.routeOptions.url === '/connect/token'
  const isMeant = isToken ? mediaType === formType : mediaType === jsonType || mediaType === uploadType
  if (!isMeant) throw new ApiError(415, 'M06', '不支援的資料格式')
}

/** Refuses what no honest client sends: `--` in the address of a call (specification 5), deep JSON, prototype keys, invalid text. */
export function guardInput(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (isServiceCall(request) && hasDoubleHyphen(request.url)) throw apiError('M18')
    assertMediaType(request)
  })
  app.removeContentTypeParser(jsonType)
  app.addContentTypeParser(jsonType, { parseAs: 'string' }, (_request, text, done) => {
    try {
      done(null, text === '' ? undefined : parseJsonBody(String(text)))
    } catch (error) {
      done(error as Error)
    }
  })
  app.addHook('preValidation', async (request) => {
    assertSafeInput(request)
    cleanBody(request)
  })
  // Checked again, because by now texts of the address have become numbers, and the validator does not compare Infinity with a range.
  app.addHook('preHandler', async (request) => assertSafeInput(request))
}
