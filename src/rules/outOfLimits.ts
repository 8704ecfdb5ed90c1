/** Member of a record beside its fields: what lies outside of the limits that who decides should know, by field. No field has this name. */
export const outOfLimitsKey = 'outOfLimits'

/** Text of what is unusual about a field, by its name. */
export type OutOfLimits = Readonly<Record<string, string>>

/** What the server said about a field of a record; undefined where nothing is unusual. */
export function outOfLimitsText(record: Readonly<Record<string, unknown>>, field: string): string | undefined {
  const said = record[outOfLimitsKey]
  if (typeof said !== 'object' || said === null || !Object.hasOwn(said, field)) return undefined
  const text = (said as Readonly<Record<string, unknown>>)[field]
  return typeof text === 'string' ? text : undefined
}
