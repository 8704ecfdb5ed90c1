import Type from 'typebox'
import { Whole } from './shapes.ts'

/** `POST /api/coupon/coupon_batch/{id}/import_numbers` */
export const ImportedNumbers = Type.Object({ importedCount: Whole })

/** `POST /api/coupon/coupon_list/{id}/reveal`: the number in clear and its recipient, under the titles that people see. */
export const RevealedCoupon = Type.Object({
  ...{ 票券號碼: Type.String(), 收件人: Type.String(), 手機: Type.String(), 電子郵件: Type.String() },
})
