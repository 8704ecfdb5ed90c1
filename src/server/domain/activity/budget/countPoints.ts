import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/tables.ts'
import type { ActivityPoints } from '../../points/public.ts'

interface CountedRow {
  readonly id: number
  readonly activityCode: string
  readonly usedBefore: number
  readonly usedPoints: number
  readonly budgetPoints: number
}

/**
 * Takes points from the budgets of campaigns in the transaction that gives them, or gives back what a return took (negative points). What
 * is rolled back was never counted.
 */
export async function countPoints(trx: Trx, given: readonly ActivityPoints[]): Promise<void> {
  const counted = given.filter(({ points }) => points !== 0)
  if (counted.length === 0) return
  await sql<CountedRow>`
    select * from activity_count(${counted.map(({ activityCode }) => activityCode)}::text[],
      ${counted.map(({ points }) => points)}::bigint[])`.execute(trx)
}
