/** Why the database did not do what it could do at another time: no space to write, or too long a statement. */
export type Shortage = 'storage' | 'time'

/** SQLSTATE: disk_full, and read_only_sql_transaction, which is how a session without space refuses (see guardedPool.ts). */
const storageCodes: ReadonlySet<unknown> = new Set(['53100', '25006', 'ENOSPC'])
/** query_canceled: by statement_timeout, or by the watchdog of the embedded engine. */
export const canceledCode = '57014'

/** Null for all other errors. */
export function shortageOf(error: unknown): Shortage | null {
  for (let each: unknown = error; each instanceof Error; each = each.cause) {
    const { code } = each as { readonly code?: unknown }
    if (storageCodes.has(code)) return 'storage'
    if (code === canceledCode) return 'time'
  }
  return null
}

/** Whether the database itself had no space, as opposed to our not asking it. */
export function isDiskFull(error: unknown): boolean {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown }
  return code === '53100' || code === 'ENOSPC' || String(message).includes('No space left on device')
}
