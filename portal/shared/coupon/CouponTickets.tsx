import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Coupon, SentCount } from '../../../src/answers/exchange.ts'
import { notify } from '../../../src/client/notices.ts'
import { useSending } from '../form/useSending.ts'
import { CouponTicket, isIssued } from './CouponTicket.tsx'
import { useScanCodes } from './useScanCodes.ts'
import './coupons.css'

/** Coupons drawn at a time, because an order may have hundreds. */
const ticketsPerStep = 12

/** The call that mails the coupons to their recipients again. */
export interface ResendCall {
  readonly path: string
  readonly body?: Readonly<Record<string, string>>
}

interface CouponTicketsProps {
  readonly coupons: readonly Coupon[]
  readonly resend?: ResendCall
}

/** The coupons of an order, to show at a counter, copy, print or mail again. */
export function CouponTickets({ coupons, resend }: CouponTicketsProps) {
  const codes = useScanCodes()
  const [shownCount, setShownCount] = useState(ticketsPerStep)
  const [printed, setPrinted] = useState<readonly Coupon[]>([])
  const usable = coupons.filter(isIssued)
  const left = coupons.length - shownCount
  return (
    <div className="coupons">
      {usable.length > 0 && (
        <div className="button-row">
          <button type="button" className="button button-quiet" disabled={codes === undefined} onClick={() => setPrinted(usable)}>
            列印或存成 PDF（{usable.length} 張）
          </button>
          {resend && <ResendButton call={resend} />}
        </div>
      )}
      <ul className="coupon-lines">
        {coupons.slice(0, shownCount).map((coupon) => (
          <li key={coupon.couponNo} className="ticket coupon">
            <CouponTicket coupon={coupon} codes={codes} onPrint={() => setPrinted([coupon])} />
          </li>
        ))}
      </ul>
      {left > 0 && (
        <button type="button" className="button button-quiet" onClick={() => setShownCount(shownCount + ticketsPerStep)}>
          再顯示 {Math.min(left, ticketsPerStep)} 張（還有 {left} 張）
        </button>
      )}
      {printed.length > 0 && <PrintSheet coupons={printed} codes={codes} onDone={() => setPrinted([])} />}
    </div>
  )
}

/** Limited by the server to three times a day. */
function ResendButton({ call }: { call: ResendCall }) {
  const sending = useSending()
  const handleResend = async () => {
    const answer = await sending.send((http) => http.post<SentCount>(call.path, call.body))
    if (answer) notify.success(`已重寄 ${answer.sent} 張票券至收件人的電子郵件信箱，通常數分鐘內送達。`)
  }
  return (
    <button type="button" className="button button-quiet" disabled={sending.isSending} onClick={() => void handleResend()}>
      {sending.isSending ? '重寄中…' : '重寄給收件人'}
    </button>
  )
}

interface PrintSheetProps {
  readonly coupons: readonly Coupon[]
  readonly codes: ReturnType<typeof useScanCodes>
  readonly onDone: () => void
}

/**
 * The coupons for printing, beside the page, which is hidden in print meanwhile. The browser prints it or saves it as PDF. It is removed
 * when the user is back at the page, because some browsers report the end of printing before the paper is drawn.
 */
function PrintSheet({ coupons, codes, onDone }: PrintSheetProps) {
  const done = useRef(onDone)
  useEffect(() => {
    const handleBack = () => done.current()
    const events = ['pointerdown', 'keydown'] as const
    for (const event of events) window.addEventListener(event, handleBack)
    window.print()
    return () => {
      for (const event of events) window.removeEventListener(event, handleBack)
    }
  }, [])
  return createPortal(
    <ul className="print-sheet" aria-hidden="true">
      {coupons.map((coupon) => (
        <li key={coupon.couponNo} className="ticket coupon">
          <CouponTicket coupon={coupon} codes={codes} />
        </li>
      ))}
    </ul>,
    document.body,
  )
}
