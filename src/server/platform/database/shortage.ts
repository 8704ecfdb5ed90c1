/** Why the database could not do something that may work later: no space to write, or a statement that took too long. */
export type Shortage = 'storage' | 'time'

/**
 * SQLSTATE disk_full, and read_only_sql_transaction, which a session gives when we made it read-only for lack of space (see
 * guardedPool.ts).
 */
const storageCodes: ReadonlySet<unknown> = new Set(['53100', '25006', 'ENOSPC'])
/** SQLSTATE query_canceled, given by statement_timeout and by the watchdog of the embedded engine. */
export const canceledCode = '57014'

/** The shortage behind an error; null for other errors. */
export function shortageOf(error: unknown): Shortage | null {
  for (let each: unknown = error; each instanceof Error; each = each.cause) {
    const { code } = each as { readonly code?: unknown }
    if (storageCodes.has(code)) return 'storage'
    if (code === canceledCode) return 'time'
  }
  return null
}

/** True when the database itself had no space, and not only our limit was reached. */
export function isDiskFull(error: unknown): boolean {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown }
  return code === '53100' || code === 'ENOSPC' || String(message).includes('No space left on device')
}
