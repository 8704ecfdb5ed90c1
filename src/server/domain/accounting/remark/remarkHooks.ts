import { aberrantHandle, remarkStatus, statementStatus } from '../../../../rules/codes.generated.ts'
import type { Trx } from '../../../platform/database/tables.ts'
import { apiError, fieldsError } from '../../../platform/errors.ts'
import type { RecordHooks } from '../../../records/hooks.ts'
import { getPeriod } from '../period/readPeriods.ts'

/** Steps of 異常點數備註: while the period is open, accounting explains what the rules found (domain 4.11). */
export const aberrantPointRemarkHooks: RecordHooks<'aberrantPointRemark'> = {
  transitions: {
    async explain({ trx, actor, now }, { id, companyNo }, { handleType, sheetNo, remark, showOnStatement }) {
      await assertPeriodOpen(trx, id)
      const isAdjusted = handleType === aberrantHandle.adjusted
      if (isAdjusted) await assertSheetOf(trx, sheetNo, companyNo)
      return {
        ...{ handleType, remark, showOnStatement, sheetNo: isAdjusted ? sheetNo : null },
        ...{ handledBy: actor.userName, handledAt: now.toISOString() },
        status: handleType === aberrantHandle.pending ? remarkStatus.open : remarkStatus.explained,
      }
    },
  },
}

/** Locks the period until the transaction ends, so that nobody closes it meanwhile. */
async function assertPeriodOpen(trx: Trx, remarkId: number): Promise<void> {
  const { periodId } = await trx.selectFrom('aberrantPointRemark').select('periodId').where('id', '=', remarkId).executeTakeFirstOrThrow()
  const { status } = await getPeriod(trx, periodId, 'shared')
  if (status !== statementStatus.open) throw apiError('M21')
}

async function assertSheetOf(trx: Trx, sheetNo: string | null | undefined, companyNo: string): Promise<void> {
  if (!sheetNo) throw fieldsError({ sheetNo: '請輸入調整單號。' })
  const sheet = await trx.selectFrom('adjustmentSheet').select('companyNo').where('sheetNo', '=', sheetNo).executeTakeFirst()
  if (!sheet) throw fieldsError({ sheetNo: '查無此調整單。' })
  if (sheet.companyNo !== companyNo) throw fieldsError({ sheetNo: '調整單不屬於此特約商。' })
}
