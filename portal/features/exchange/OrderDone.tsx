import { type ReactNode, useEffect, useRef } from 'react'
import type { Order, UsedSerial } from '../../../src/answers/exchange.ts'
import { formatPoints } from '../../../src/client/format.ts'
import { CouponTickets, type ResendCall } from '../../shared/coupon/CouponTickets.tsx'

interface OrderDoneProps {
  readonly order: Order
  readonly resend: ResendCall
  /** Text about remaining points, and links to go on. */
  readonly children: ReactNode
}

/** The coupons of a new order. */
export function OrderDone({ order, resend, children }: OrderDoneProps) {
  const title = useRef<HTMLHeadingElement>(null)
  // Focuses the heading, because the pressed button is gone and keyboard users need a place to go on from.
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
      {order.serials && <SerialsLeft serials={order.serials} />}
      <CouponTickets coupons={order.coupons} resend={resend} />
      <div className="button-row">{children}</div>
    </section>
  )
}

/** What each serial paid and has left, to be kept by visitors who used only a part of its points. */
function SerialsLeft({ serials }: { serials: readonly UsedSerial[] }) {
  return (
    <ul className="serials-left" aria-label="序號餘額">
      {serials.map(({ last4, usedPoints, remainingPoints, expireDate }) => (
        <li key={last4}>
          <span>
            序號末四碼 <strong>{last4}</strong>
          </span>
          <span>使用 {formatPoints(usedPoints)} 點</span>
          <span>
            剩餘 <strong>{formatPoints(remainingPoints)}</strong> 點{remainingPoints > 0 && `，效期至 ${expireDate}`}
          </span>
        </li>
      ))}
    </ul>
  )
}
