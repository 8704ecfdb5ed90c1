import { useRef, useState } from 'react'
import type { Coupon } from '../../../src/answers/exchange.ts'
import { couponStatus } from '../../../src/rules/codes.generated.ts'
import { ScanCodeView } from './ScanCodeView.tsx'
import type { useScanCodes } from './useScanCodes.ts'

/** True while shops accept the coupon. */
export function isIssued({ status }: Pick<Coupon, 'status'>): boolean {
  return status === couponStatus.issued
}

interface CouponTicketProps {
  readonly coupon: Coupon
  readonly codes: ReturnType<typeof useScanCodes>
  /** Absent on paper. */
  readonly onPrint?: () => void
}

/** A coupon to show at a counter: number, barcode and QR code; for a coupon that is no longer accepted, only number and state. */
export function CouponTicket({ coupon, codes, onPrint }: CouponTicketProps) {
  const { couponNo, couponName, expireDate, statusName, recipientName } = coupon
  const canBeUsed = isIssued(coupon)
  return (
    <>
      <div className="coupon-words">
        <h3>{couponName}</h3>
        <p>
          <span>使用期限 {expireDate}</span> <span>{recipientName}</span> <strong>{statusName}</strong>
        </p>
        <CouponNumber couponNo={couponNo} canCopy={onPrint !== undefined} />
      </div>
      {canBeUsed && codes !== null && (
        <div className="ticket-stub coupon-codes">
          {codes &&
            (['barcode', 'qr'] as const).map((kind) => (
              <ScanCodeView
                key={kind}
                kind={kind}
                code={codes.scanCodeOf(kind, codes.scannedNumber(couponNo))}
                quiet={codes.quietModules[kind]}
              />
            ))}
        </div>
      )}
      {canBeUsed && onPrint && (
        <button type="button" className="link-button coupon-print" aria-label={`列印 ${couponNo}`} onClick={onPrint}>
          列印這張
        </button>
      )}
    </>
  )
}

/** The number in large type; a click copies it, or selects it when the browser may not copy. */
function CouponNumber({ couponNo, canCopy }: { couponNo: string; canCopy: boolean }) {
  const number = useRef<HTMLElement>(null)
  const [status, setStatus] = useState('')
  const handleCopy = async () => {
    try {
      await navigator.clipboard.writeText(couponNo)
      setStatus('已複製')
    } catch {
      if (number.current) getSelection()?.selectAllChildren(number.current)
      setStatus('已選取，請複製')
    }
  }
  return (
    <p className="coupon-number-line">
      <code ref={number} className="coupon-number">
        {couponNo}
      </code>
      {canCopy && (
        <button
          type="button"
          className="button button-quiet button-small"
          aria-label={`複製 ${couponNo}`}
          onClick={() => void handleCopy()}
        >
          複製
        </button>
      )}
      <span role="status">{status}</span>
    </p>
  )
}
