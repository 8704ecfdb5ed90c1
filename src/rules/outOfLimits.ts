/**
 * Member of a record beside its fields: warnings about values outside the limits, by field, for whoever decides on the record. No field has
 * this name.
 */
export const outOfLimitsKey = 'outOfLimits'

/** Warning texts by field. */
export type OutOfLimits = Readonly<Record<string, string>>

/** The server's warning about a field of a record; undefined when there is none. */
export function outOfLimitsText(record: Readonly<Record<string, unknown>>, field: string): string | undefined {
  const said = record[outOfLimitsKey]
  if (typeof said !== 'object' || said === null || !Object.hasOwn(said, field)) return undefined
  const text = (said as Readonly<Record<string, unknown>>)[field]
  return typeof text === 'string' ? text : undefined
}
