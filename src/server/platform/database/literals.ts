import { type RawBuilder, sql } from 'kysely'

/**
 * Codes as a list of literals: `status in (${literals(settingStatus.approved, settingStatus.stopped)})`. As parameters they would keep the
 * planner from using a partial index, whose condition it compares with what the statement says. Constants only, nothing from outside.
 */
export function literals(...codes: readonly string[]): RawBuilder<string> {
  return sql.join(codes.map((code) => sql.lit(code)))
}
