import { type RawBuilder, sql } from 'kysely'

/**
 * Codes as a list of SQL literals: `status in (${literals(settingStatus.approved, settingStatus.stopped)})`. With parameters the planner
 * could not use a partial index, because it compares the condition of the index with the text of the statement. For constants only, never
 * for input.
 */
export function literals(...codes: readonly string[]): RawBuilder<string> {
  return sql.join(codes.map((code) => sql.lit(code)))
}
