import { sql } from 'kysely'
import { contractStatus, recordStatus } from '../../../rules/codes.generated.ts'
import type { Trx } from '../../platform/database/tables.ts'
import { fieldsError, textError } from '../../platform/errors.ts'
import type { HookContext, NewRecordOf, RecordHooks, RecordOf } from '../../records/hooks.ts'
import { addressProblems } from '../geography/public.ts'
import { formatNumber, nextNumber } from '../numbers.ts'
import { countActiveStores, findCompany } from './companyQueries.ts'

/** Outlets: numbers, addresses, terminals that are unique in the system, and the last active one (domain 4.5). */
export const retailStoreHooks: RecordHooks<'retailStore'> = {
  async beforeCreate(context, input) {
    const store = { ...input, terminalIds: input.terminalIds ?? [] }
    const { companyNo } = store
    const company = await findCompany(context.trx, companyNo)
    if (!company || company.contractStatus === contractStatus.terminated) throw fieldsError({ companyNo: '特約商 格式錯誤' })
    await assertOutletRules(context, store, null)
    const retailStoreNo = input.retailStoreNo ?? formatNumber(companyNo, await nextNumber(context.trx, 'retailStore', companyNo), 4)
    return { ...store, retailStoreNo }
  },
  async beforeUpdate(context, before, changes) {
    const wanted = changes.terminalIds === null ? { ...changes, terminalIds: [] } : changes
    await assertOutletRules(context, { ...before, ...wanted, terminalIds: wanted.terminalIds ?? before.terminalIds }, before.id)
    if (wanted.status === recordStatus.disabled && before.status === recordStatus.enabled) await assertOtherActiveOutlet(context, before)
    return wanted
  },
  async beforeDelete(context, store) {
    if (store.status === recordStatus.enabled) await assertOtherActiveOutlet(context, store)
  },
}

type Outlet = NewRecordOf<'retailStore'> & { readonly terminalIds: readonly string[] }

async function assertOutletRules({ trx }: HookContext, store: Outlet, exceptId: number | null): Promise<void> {
  const problems: Record<string, string> = { ...addressProblems(store) }
  const taken = await findTakenTerminal(trx, store.terminalIds, exceptId)
  if (taken !== undefined) problems.terminalIds = `端末機代碼 ${taken} 已存在，請重新輸入。`
  if (store.rewardPointId && !(await rewardBelongsTo(trx, store.rewardPointId, store.companyNo))) {
    problems.rewardPointId = '預設點數回饋 格式錯誤'
  }
  if (Object.keys(problems).length > 0) throw fieldsError(problems)
}

async function assertOtherActiveOutlet({ trx }: HookContext, { companyNo }: RecordOf<'retailStore'>): Promise<void> {
  const company = await findCompany(trx, companyNo)
  if (company?.contractStatus === contractStatus.inForce && (await countActiveStores(trx, companyNo)) <= 1)
    throw textError(409, '至少須保留一間啟用門市。')
}

async function findTakenTerminal(trx: Trx, terminalIds: readonly string[], exceptId: number | null): Promise<string | undefined> {
  if (terminalIds.length === 0) return undefined
  const { rows } = await sql<{ terminal: string }>`
    select t.terminal from retail_store s, jsonb_array_elements_text(s.terminal_ids) as t (terminal)
    where s.terminal_ids ?| array[${sql.join(terminalIds)}]::text[] and s.id is distinct from ${exceptId}
      and t.terminal in (${sql.join(terminalIds)})
    limit 1`.execute(trx)
  return rows[0]?.terminal
}

async function rewardBelongsTo(trx: Trx, rewardPointId: string, companyNo: string): Promise<boolean> {
  if (!/^\d{1,15}$/.test(rewardPointId)) return false
  const row = await trx
    .selectFrom('rewardPoint')
    .select('id')
    .where('id', '=', Number(rewardPointId))
    .where('companyNo', '=', companyNo)
    .executeTakeFirst()
  return row !== undefined
}
