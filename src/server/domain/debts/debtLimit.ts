import { negativeScope, overLimitAction, settingStatus } from '../../../rules/codes.generated.ts'
import type { Executor } from '../../platform/database/tables.ts'
import type { DebtLimit } from '../points/public.ts'

export interface LimitQuestion {
  readonly memberNo: string
  /** Where the goods are returned; null when no company is involved. */
  readonly companyNo: string | null
  /** Taipei date, YYYY-MM-DD. */
  readonly on: string
}

/** What an installation without any setting does: no member goes below zero. */
const noDebtAllowed: DebtLimit = { limitPoints: 0, overLimitAction: overLimitAction.refuse }

/** 負點上限 in force for a member at a company on a day: the member's own before the company's before the system's (domain 4.9). */
export async function debtLimitFor(db: Executor, { memberNo, companyNo, on }: LimitQuestion): Promise<DebtLimit> {
  return (await debtLimitsFor(db, { memberNos: [memberNo], companyNo, on })).get(memberNo) ?? noDebtAllowed
}

/** {@link debtLimitFor} for many members at one company, in one query; every member asked for has an answer. */
export async function debtLimitsFor(
  db: Executor,
  { memberNos, companyNo, on }: Omit<LimitQuestion, 'memberNo'> & { readonly memberNos: readonly string[] },
): Promise<ReadonlyMap<string, DebtLimit>> {
  if (memberNos.length === 0) return new Map()
  const rows = await db
    .selectFrom('negativeRestriction')
    .select(['scope', 'memberNo', 'limitPoints', 'overLimitAction'])
    .where((where) =>
      where.or([
        where('scope', '=', negativeScope.system),
        where.and([where('scope', '=', negativeScope.company), where('companyNo', '=', companyNo)]),
        where.and([where('scope', '=', negativeScope.member), where('memberNo', 'in', memberNos)]),
      ]),
    )
    .where('status', 'in', [settingStatus.approved, settingStatus.stopped])
    .where('startDate', '<=', on)
    .where('endDate', '>=', on)
    .orderBy('scope', 'desc')
    .orderBy('startDate', 'desc')
    .execute()
  const limitOf = (memberNo: string): DebtLimit => {
    const row = rows.find((one) => one.scope !== negativeScope.member || one.memberNo === memberNo)
    return row ? { limitPoints: row.limitPoints, overLimitAction: row.overLimitAction } : noDebtAllowed
  }
  return new Map(memberNos.map((memberNo) => [memberNo, limitOf(memberNo)]))
}
