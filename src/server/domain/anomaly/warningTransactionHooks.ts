import { taipeiDate } from '../../../rules/dates.ts'
import type { Actor } from '../../platform/actor.ts'
import { refuseFields, refuseWith } from '../../platform/errors.ts'
import type { HookContext, RecordHooks, RecordValues } from '../../records/hooks.ts'
import '../adjustments/tables.ts'
import { nextDatedNumber } from '../numbers.ts'
import type { RelatedTransaction } from './warnings.ts'

/** AnomalyConclusion 已調整點數. */
const adjusted = '4'

const handled = ({ actor, now }: HookContext): RecordValues => ({ handledBy: actor.userName, handledAt: now.toISOString() })

/** A merchant sees of the related transactions its own; the case may name what a member did elsewhere. */
function relatedFor(actor: Actor, related: unknown): unknown {
  const { readableCompanyNos } = actor
  if (readableCompanyNos === null || !Array.isArray(related)) return related
  return (related as readonly RelatedTransaction[]).filter(({ companyNo }) => companyNo !== null && readableCompanyNos.includes(companyNo))
}

async function refuseUnknownSheet({ trx }: HookContext, sheetNo: string): Promise<void> {
  const sheet = await trx.selectFrom('adjustmentSheet').select('id').where('sheetNo', '=', sheetNo).executeTakeFirst()
  if (!sheet) throw refuseFields({ sheetNo: '查無此調整單。' })
}

/** 點數交易異常 (domain 3.4, 4.7). */
export const warningTransactionHooks: RecordHooks = {
  async beforeCreate({ trx }, input) {
    return { ...input, warningNo: await nextDatedNumber(trx, 'W', taipeiDate(new Date(String(input.occurredAt))), 6) }
  },
  transitions: {
    handle: handled,
    async close(context, warning, input) {
      const sheetNo = input.sheetNo || warning.sheetNo || null
      if (input.conclusion === adjusted && sheetNo === null) throw refuseWith(400, '請輸入關聯調整單編號。')
      if (sheetNo !== null) await refuseUnknownSheet(context, String(sheetNo))
      return { ...handled(context), sheetNo }
    },
    reopen: (context) => ({ ...handled(context), conclusion: null }),
  },
  present: ({ actor }, record) =>
    'relatedTransactions' in record ? { ...record, relatedTransactions: relatedFor(actor, record.relatedTransactions) } : record,
}
