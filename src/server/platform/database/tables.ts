import type { Kysely, Transaction } from 'kysely'

/**
 * Tables known to the query builder. Empty here on purpose: each area adds its own by declaration merging,
 * `declare module '../platform/database/tables.ts' { interface Tables { session: SessionTable } }`.
 * Columns are camelCase in TypeScript and snake_case in SQL (Kysely's CamelCasePlugin with `maintainNestedObjectKeys`).
 */
// biome-ignore lint/suspicious/noEmptyInterface: merged into by the areas
export interface Tables {}

export type Database = Kysely<Tables>
export type Trx = Transaction<Tables>
/** Reads may run inside or outside a transaction; the caller always says which. */
export type Executor = Database | Trx
