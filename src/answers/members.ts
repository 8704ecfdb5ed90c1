import Type from 'typebox'
import { orNull, Whole } from './shapes.ts'
import { Fact, tableOf } from './shown.ts'

/** `POST /api/points/member_point_history/{id}/unmask`: personal data in clear, under the titles that people see. */
export const RevealedMember = Type.Object({
  ...{ 會員編號: Type.String(), 姓名: Type.String(), 手機: Type.String(), 電子信箱: Type.String() },
  ...{ 生日: Type.String(), 卡號: Type.String() },
})

const text = orNull(Type.String())

/** `GET /api/points/member_point_history/{id}/lots`: what is left, and until when. */
export const MemberLots = Type.Object({
  remaining: Fact,
  lots: tableOf(
    Type.Object({
      ...{ expireDate: text, remainingPoints: Whole, issuedPoints: Whole, issuerCompanyNo: text },
      ...{ activityCode: text, effectiveDate: text, transactionNo: text },
    }),
  ),
})
