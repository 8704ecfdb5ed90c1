import { useState } from 'react'
import type { Order, OrderPage, OrderRow } from '../../../src/answers/exchange.ts'
import { formatDateTime, formatPoints } from '../../../src/client/format.ts'
import { CouponTickets } from '../../shared/coupon/CouponTickets.tsx'
import { LoadedPart } from '../../shared/LoadedPart.tsx'
import { Pager } from '../../shared/Pager.tsx'
import { useLoaded } from '../../shared/useLoaded.ts'

const pageSize = 10

/** 最近兌換: the member's orders with their coupons. */
export function OrdersPart() {
  const [pageIndex, setPageIndex] = useState(0)
  const path = `/api/portal/orders/${pageIndex}/${pageSize}`
  const loaded = useLoaded<OrderPage>(path, { isOwn: true })
  return (
    <LoadedPart loaded={loaded}>
      {({ rows, totalCount }) =>
        rows.length === 0 ? (
          <p className="no-rows">尚無兌換紀錄。</p>
        ) : (
          <>
            <div className="orders">
              {rows.map((order) => (
                <OrderEntry key={order.orderNo} order={order} />
              ))}
            </div>
            <Pager pageIndex={pageIndex} pageSize={pageSize} totalCount={totalCount} onChange={setPageIndex} />
          </>
        )
      }
    </LoadedPart>
  )
}

function OrderEntry({ order }: { order: OrderRow }) {
  const [isOpen, setOpen] = useState(false)
  const { orderNo, orderedAt, quantity, points, status, statusName } = order
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span className="order-number">{orderNo}</span>
        <span>{formatDateTime(orderedAt)}</span>
        <span>
          {quantity} 張，{formatPoints(points)} 點
        </span>
        <span className={`state state-small order-state-${status}`}>{statusName}</span>
      </summary>
      {isOpen && <OrderCoupons orderNo={orderNo} />}
    </details>
  )
}

function OrderCoupons({ orderNo }: { orderNo: string }) {
  const loaded = useLoaded<Order>(`/api/portal/orders/${orderNo}`, { isOwn: true })
  return (
    <LoadedPart loaded={loaded}>
      {({ coupons }) => <CouponTickets coupons={coupons} resend={{ path: `/api/portal/orders/${orderNo}/mail` }} />}
    </LoadedPart>
  )
}
