import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isXmlText } from '../../../../rules/text.ts'
import { ApiError, apiError } from '../../errors.ts'
import { isServiceCall } from '../routes/serviceCall.ts'

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

function assertSafeInput(request: FastifyRequest): void {
  const parts = [request.query, request.params, ...(isPlain(request.body) ? [request.body] : [])]
  if (!parts.every(isSafeInput)) throw apiError('M18')
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
  app.addHook('preValidation', async (request) => assertSafeInput(request))
  // Checked again, because by now texts of the address have become numbers, and the validator does not compare Infinity with a range.
  app.addHook('preHandler', async (request) => assertSafeInput(request))
}
