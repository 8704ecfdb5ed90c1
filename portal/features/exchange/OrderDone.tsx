import { type ReactNode, useEffect, useRef } from 'react'
import { formatPoints } from '../../../src/client/format.ts'
import { type RowColumn, RowTable } from '../../shared/RowTable.tsx'
import type { Order, OrderedCoupon } from './exchangeCalls.ts'

interface OrderDoneProps {
  readonly order: Order
  /** What happens to points that are left, and where to go from here. */
  readonly children: ReactNode
}

const columns: readonly RowColumn<OrderedCoupon>[] = [
  { title: '票券', draw: (coupon) => coupon.couponName },
  { title: '票券號碼', draw: (coupon) => <code className="coupon-number">{coupon.couponNo}</code>, isWhole: true },
  { title: '使用期限', draw: (coupon) => coupon.expireDate, isWhole: true },
  { title: '收件人', draw: (coupon) => coupon.recipientName, isWhole: true },
  { title: '電子郵件', draw: (coupon) => coupon.recipientEmail },
]

/** The coupons of an order that was placed just now. */
export function OrderDone({ order, children }: OrderDoneProps) {
  const title = useRef<HTMLHeadingElement>(null)
  // The button that was pressed is gone: whoever works by keys goes on from here.
  useEffect(() => title.current?.focus({ preventScroll: true }), [])
  return (
    <section className="card order-done" role="status" aria-labelledby="order-title">
      <h2 id="order-title" ref={title} tabIndex={-1}>
        兌換完成
      </h2>
      <p>
        訂單編號 <strong>{order.orderNo}</strong>，已使用 {formatPoints(order.points)} 點兌換 {order.quantity}{' '}
        張票券，票券將寄至收件人的電子郵件信箱，通常數分鐘內送達。
      </p>
      <RowTable caption="兌換的票券" columns={columns} rows={order.coupons} keyOf={(coupon) => coupon.couponNo} />
      <div className="button-row">{children}</div>
    </section>
  )
}
