import type { Trx } from '../../../platform/database/tables.ts'
import type { ComputedStatement } from './computed.ts'

/** Stores what a close would give now, and replaces the previous trial. */
export async function storeTrial(
  trx: Trx,
  { period, amounts, workings }: ComputedStatement,
  { madeBy, madeAt }: { readonly madeBy: string; readonly madeAt: Date },
): Promise<void> {
  const trial = {
    ...{ amounts: JSON.stringify(amounts), workings: JSON.stringify(workings) },
    ...{ netAmount: amounts.netAmount, madeBy, madeAt },
  }
  await trx
    .insertInto('statementTrial')
    .values({ periodId: period.id, ...trial })
    .onConflict((conflict) => conflict.column('periodId').doUpdateSet(trial))
    .execute()
}
