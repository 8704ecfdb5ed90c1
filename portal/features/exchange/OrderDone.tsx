import { type ReactNode, useEffect, useRef } from 'react'
import { formatPoints } from '../../../src/client/format.ts'
import { CouponTickets } from '../../shared/coupon/CouponTickets.tsx'
import type { Order } from './exchangeCalls.ts'

interface OrderDoneProps {
  readonly order: Order
  /** What happens to points that are left, and where to go from here. */
  readonly children: ReactNode
}

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
      <CouponTickets coupons={order.coupons} />
      <div className="button-row">{children}</div>
    </section>
  )
}
