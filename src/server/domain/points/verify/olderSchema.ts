/** undefined_table, undefined_column, undefined_function. */
const missingCodes: readonly unknown[] = ['42P01', '42703', '42883']

/** True for what a look at the ledger fails with when the database lacks what the statements name: its migrations have not all run. */
export function isOlderSchema(error: unknown): boolean {
  return error instanceof Error && 'code' in error && missingCodes.includes(error.code)
}
