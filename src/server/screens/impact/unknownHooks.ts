import { sql } from 'kysely'
import type { NamedHook } from '../../../language/impact/namedHooks.ts'
import { recordStatus } from '../../../rules/codes.generated.ts'
import type { Executor } from '../../platform/database/tables.ts'

/** Those of the named addresses that nobody has set up, or that are switched off: what they are told is not sent. */
export async function findUnknownHooks(db: Executor, named: readonly NamedHook[]): Promise<readonly NamedHook[]> {
  if (named.length === 0) return []
  const { rows } = await sql<{ hookName: string }>`
    select hook_name as "hookName" from webhook where status = ${sql.lit(recordStatus.enabled)}`.execute(db)
  const known = new Set(rows.map(({ hookName }) => hookName))
  return named.filter(({ hookName }) => !known.has(hookName))
}

/** What people are told of it. */
export function unknownHookText({ hookName }: NamedHook): string {
  return `通知指名的介接端點「${hookName}」沒有設定或已停用，通知不會送出：請在「介接端點設定」設定並啟用，代碼寫錯時請改 notify`
}
