import Type from 'typebox'

/** `POST /api/corporate/coupon_card/make` */
export const MadeCards = Type.Object({ cardBatchNo: Type.String() })
