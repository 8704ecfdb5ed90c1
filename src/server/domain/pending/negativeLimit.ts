import type { Executor } from '../../platform/database/tables.ts'
import type { NegativeLimit } from '../points/domain/issueReturn.ts'
import './tables.ts'

/** NegativeScope. */
export const negativeScope = { system: '1', company: '2', member: '3' } as const

export interface LimitQuestion {
  readonly memberNo: string
  /** Where the goods are returned; null when no company is involved. */
  readonly companyNo: string | null
  /** Taipei date, YYYY-MM-DD. */
  readonly on: string
}

/** What an installation without any setting does: no member goes below zero. */
const neverNegative: NegativeLimit = { limitPoints: 0, overLimitAction: '1' }

/** 負點上限 in force for a member at a company on a day: the member's own before the company's before the system's (domain 4.9). */
export async function negativeLimitFor(db: Executor, { memberNo, companyNo, on }: LimitQuestion): Promise<NegativeLimit> {
  const row = await db
    .selectFrom('negativeRestriction')
    .select(['limitPoints', 'overLimitAction'])
    .where((where) =>
      where.or([
        where('scope', '=', negativeScope.system),
        where.and([where('scope', '=', negativeScope.company), where('companyNo', '=', companyNo)]),
        where.and([where('scope', '=', negativeScope.member), where('memberNo', '=', memberNo)]),
      ]),
    )
    .where('status', 'in', ['3', '5'])
    .where('startDate', '<=', on)
    .where('endDate', '>=', on)
    .orderBy('scope', 'desc')
    .orderBy('startDate', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? neverNegative
}
