// What others may use of exchanges: nobody outside imports another file of this area.

export { cancelOrderIn } from './cancelOrder.ts'
export type { WantedLine } from './order.ts'
export { mailCoupons } from './orderMail.ts'
export { payFromAccount } from './payments.ts'
export { type AccountOrder, placeManyOrders } from './placeManyOrders.ts'
export { placeOrderIn } from './placeOrder.ts'
