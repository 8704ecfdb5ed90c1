import { isDateTime, taipeiDate } from '../../rules/dates.ts'
import type { Conversion } from '../documents/conversion.ts'
import type { Property } from '../documents/entity.ts'
import { fits } from './shape.ts'

/**
 * A stored value as a field of another type has it: what `values` says, or what people mean by it. `undefined` when nobody can tell.
 * Nothing is rounded or cut: a number with decimals is no whole number.
 */
export function convertValue(property: Property, { values = {} }: Conversion, stored: unknown): unknown {
  const named = isScalar(stored) && Object.hasOwn(values, String(stored)) ? values[String(stored)] : undefined
  const converted = named ?? (fits(property, stored) ? stored : meantBy(property, stored))
  return converted !== undefined && fits(property, converted) ? converted : undefined
}

const isScalar = (value: unknown): value is string | number | boolean => ['string', 'number', 'boolean'].includes(typeof value)

function meantBy(property: Property, stored: unknown): unknown {
  switch (property.type) {
    case 'string':
      return toText(property.format, stored)
    case 'integer':
    case 'number':
      return typeof stored === 'string' ? toNumber(stored) : single(stored, (one) => meantBy(property, one) ?? one)
    case 'boolean':
      return toBoolean(stored)
    case 'array':
      return toList(property, stored)
    case 'object':
      return undefined
  }
}

function toText(format: Property['format'], stored: unknown): unknown {
  if (format === 'date') return typeof stored === 'string' ? toDate(stored) : undefined
  if (format === 'date-time') return typeof stored === 'string' ? toInstant(stored) : undefined
  if (typeof stored === 'number') return String(stored)
  if (typeof stored === 'boolean') return stored ? '是' : '否'
  return Array.isArray(stored) && stored.every(isScalar) ? stored.join('、') : undefined
}

/** A list of one is that one. */
const single = (stored: unknown, convert: (one: unknown) => unknown) =>
  Array.isArray(stored) && stored.length === 1 ? convert(stored[0]) : undefined

/** `1,200`, `NT$ 1,200.50` and full-width digits. */
function toNumber(text: string): number | undefined {
  const plain = text
    .normalize('NFKC')
    .trim()
    .replace(/^(-?)(NT)?\$\s*/i, '$1')
    .replace(/(?<=\d),(?=\d{3}(\D|$))/g, '')
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : undefined
}

const truths: Readonly<Record<string, boolean>> = {
  ...{ 是: true, true: true, y: true, yes: true, 1: true },
  ...{ 否: false, false: false, n: false, no: false, 0: false },
}

function toBoolean(stored: unknown): boolean | undefined {
  const word = isScalar(stored) ? String(stored).trim().toLowerCase() : ''
  return Object.hasOwn(truths, word) ? truths[word] : undefined
}

/** `2026/11/27`, `2026.11.27`, `20261127`, and the day in Taipei of a moment. */
function toDate(text: string): string | undefined {
  if (isDateTime(text)) return taipeiDate(new Date(text))
  const parts = /^(\d{4})([-/.]?)(\d{1,2})\2(\d{1,2})$/.exec(text.trim())
  if (!parts || (parts[2] === '' && text.trim().length !== 8)) return undefined
  return [parts[1], parts[3]?.padStart(2, '0'), parts[4]?.padStart(2, '0')].join('-')
}

/** A day is its beginning in Taipei. */
function toInstant(text: string): string | undefined {
  const day = toDate(text)
  return day === undefined ? undefined : `${day}T00:00:00+08:00`
}

function toList({ items }: Property, stored: unknown): unknown {
  if (items === undefined) return undefined
  const parts = typeof stored === 'string' ? stored.split(/[、,，;；\n]/).map((part) => part.trim()) : isScalar(stored) ? [stored] : stored
  if (!Array.isArray(parts)) return undefined
  const converted = parts.filter((part) => part !== '').map((part: unknown) => convertValue(items, {}, part))
  return converted.includes(undefined) ? undefined : converted
}
