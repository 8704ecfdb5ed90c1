import pg from 'pg'

const oid = { int8: 20, date: 1082, interval: 1186, numeric: 1700 } as const

/** Parses a number that must be exact. An integer beyond 2^53-1 throws, because rounding it would be wrong. */
function parseInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`database integer outside the safe range: ${text}`)
  return value
}

const parsers = new Map<number, (text: string) => unknown>([
  [oid.int8, parseInteger],
  [oid.numeric, Number],
  // Dates stay texts, because a Date at local midnight can be another day in Taipei.
  [oid.date, (text) => text],
  [oid.interval, (text) => text],
])

/**
 * How column values become JavaScript values, the same for both engines: int8 and numeric -> number, date -> 'YYYY-MM-DD', timestamptz ->
 * Date, jsonb -> parsed value.
 */
export const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: ((id: number, format?: 'text' | 'binary') =>
    parsers.get(id) ?? pg.types.getTypeParser(id, format as 'text')) as pg.CustomTypesConfig['getTypeParser'],
}
