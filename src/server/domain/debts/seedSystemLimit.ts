import { negativeScope, overLimitAction, settingStatus } from '../../../rules/codes.generated.ts'
import type { Trx } from '../../platform/database/tables.ts'
import { formatNumber, nextNumber } from '../numbers.ts'
import { endOfSystem } from './debtLimitRules.ts'

/** The setting that every installation has (domain 4.9): limit 1,000, refuse beyond, no automatic write-off. May be repeated. */
export async function seedSystemLimit(trx: Trx, at: Date): Promise<void> {
  const known = await trx.selectFrom('negativeRestriction').select('id').where('scope', '=', negativeScope.system).executeTakeFirst()
  if (known) return
  const unused = {
    companyNo: null,
    memberNo: null,
    autoWriteOffMaxPoints: null,
    writeOffBearer: null,
    previousId: null,
    rejectReason: null,
  }
  await trx
    .insertInto('negativeRestriction')
    .values({
      ...unused,
      restrictionNo: formatNumber('NR', await nextNumber(trx, 'negativeRestriction'), 6),
      scope: negativeScope.system,
      limitPoints: 1000,
      overLimitAction: overLimitAction.refuse,
      startDate: '2020-01-01',
      endDate: endOfSystem,
      status: settingStatus.approved,
      submittedBy: null,
      submittedAt: null,
      approvedBy: '系統',
      approvedAt: at,
      createdBy: '系統',
      createdAt: at,
      updatedBy: '系統',
      updatedAt: at,
    })
    .execute()
}
