import { activityExceptionType } from '../../../rules/codes.generated.ts'
import { taipeiDate } from '../../../rules/dates.ts'
import { shortened } from '../../../rules/text.ts'
import type { Trx } from '../../platform/database/tables.ts'
import { nextDatedNumber } from '../numbers.ts'
import { leaveEvent } from './outbox.ts'

export type ExceptionType = (typeof activityExceptionType)[keyof typeof activityExceptionType]

/** Dictionary ActivityExceptionType as sentences for the partner. */
export const exceptionTexts: Readonly<Record<ExceptionType, string>> = {
  [activityExceptionType.unknown]: '活動代碼不存在',
  [activityExceptionType.notApproved]: '活動未核准',
  [activityExceptionType.notStarted]: '活動未開始',
  [activityExceptionType.ended]: '活動已結束',
  [activityExceptionType.wrongCompany]: '特約商不適用',
  [activityExceptionType.wrongStore]: '門市不適用',
  [activityExceptionType.wrongMember]: '會員不適用',
  [activityExceptionType.belowThreshold]: '未達門檻',
  [activityExceptionType.overCap]: '超過單筆或個人上限',
  [activityExceptionType.noBudget]: '預算用罄',
  [activityExceptionType.wrongHour]: '非活動時段',
  [activityExceptionType.terminated]: '活動已終止',
  [activityExceptionType.severalCodes]: '重複使用多個代碼',
}

/** A refused use of a code: one row of 行銷活動代碼異常. */
export interface ActivityException {
  readonly occurredAt: Date
  readonly activityCode: string
  readonly activityName: string | null
  readonly exceptionType: ExceptionType
  readonly companyNo: string | null
  readonly retailStoreNo: string | null
  readonly platformNo: string | null
  readonly externalTxnNo: string | null
  readonly memberNo: string | null
  readonly amount: number | null
  readonly expectedPoints: number
}

const codeLengthMax = 12

/** Keeps a refused use, in the transaction of its sale, and leaves it to R10. @param now by the clock of jobs */
export async function insertActivityException(trx: Trx, exception: ActivityException, now: Date): Promise<string> {
  const exceptionNo = await nextDatedNumber(trx, 'X', taipeiDate(now), 6)
  const message = shortened(`${exceptionTexts[exception.exceptionType]}：${exception.activityName ?? exception.activityCode}`, 200)
  const { id } = await trx
    .insertInto('logActivityException')
    .values({
      ...exception,
      activityCode: shortened(exception.activityCode, codeLengthMax),
      exceptionNo,
      message,
      handledBy: null,
      remark: null,
      sheetNo: null,
      createdBy: '系統',
      updatedBy: null,
      updatedAt: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await leaveEvent(trx, { kind: 'activityException', exceptionId: id }, now)
  return exceptionNo
}
