import { anomalyConclusion } from '../../../rules/codes.generated.ts'
import { taipeiDate } from '../../../rules/dates.ts'
import type { Actor } from '../../platform/actor.ts'
import { fieldsError, textError } from '../../platform/errors.ts'
import type { HookContext, RecordHooks, RowOf } from '../../records/hooks.ts'
import { nextDatedNumber } from '../numbers.ts'

const handled = ({ actor, now }: HookContext) => ({ handledBy: actor.userName, handledAt: now.toISOString() })

/** A merchant sees only its own ones of the related transactions: a case may also name what a member did elsewhere. */
function relatedFor({ readableCompanyNos }: Actor, related: RowOf<'warningTransaction'>['relatedTransactions']) {
  if (readableCompanyNos === null) return related
  return related?.filter(({ companyNo }) => companyNo && readableCompanyNos.includes(companyNo)) ?? null
}

async function assertSheetExists({ trx }: HookContext, sheetNo: string): Promise<void> {
  const sheet = await trx.selectFrom('adjustmentSheet').select('id').where('sheetNo', '=', sheetNo).executeTakeFirst()
  if (!sheet) throw fieldsError({ sheetNo: '查無此調整單。' })
}

/** 點數交易異常 (domain 3.4, 4.7). */
export const warningTransactionHooks: RecordHooks<'warningTransaction'> = {
  async beforeCreate({ trx, now }, input) {
    return { ...input, warningNo: await nextDatedNumber(trx, 'W', taipeiDate(new Date(input.occurredAt ?? now)), 6) }
  },
  transitions: {
    handle: handled,
    async close(context, warning, input) {
      const sheetNo = input.sheetNo || warning.sheetNo || null
      if (input.conclusion === anomalyConclusion.adjusted && sheetNo === null) throw textError(400, '請輸入關聯調整單編號。')
      if (sheetNo !== null) await assertSheetExists(context, sheetNo)
      return { ...handled(context), sheetNo }
    },
    reopen: (context) => ({ ...handled(context), conclusion: null }),
  },
  present: ({ actor }, record) =>
    'relatedTransactions' in record ? { ...record, relatedTransactions: relatedFor(actor, record.relatedTransactions) } : record,
}
