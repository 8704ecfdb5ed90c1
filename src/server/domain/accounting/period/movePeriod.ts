import type { StatementStatus } from '../../../../rules/codes.generated.ts'
import type { Trx } from '../../../platform/database/tables.ts'

/** Sets the status of the period of a statement whose own status is set already. */
export async function movePeriod(trx: Trx, periodId: number, status: StatementStatus): Promise<void> {
  await trx
    .updateTable('companyPeriod')
    .set((each) => ({ status, rowVersion: each('rowVersion', '+', 1) }))
    .where('id', '=', periodId)
    .execute()
}
