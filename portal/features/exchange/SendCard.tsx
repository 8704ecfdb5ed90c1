import type { ReactNode } from 'react'
import { formatPoints } from '../../../src/client/format.ts'
import { type MissingField, MissingFields } from '../../shared/form/MissingFields.tsx'
import { Popup } from '../../shared/popup/Popup.tsx'
import type { Calculation } from './offers.ts'
import { Summary } from './Summary.tsx'
import type { OrderSteps } from './useOrder.ts'

interface SendCardProps {
  readonly calculation: Calculation
  /** Null while unknown. */
  readonly totalPoints: number | null
  /** What has to be filled in before sending. */
  readonly missing: readonly MissingField[]
  readonly order: OrderSteps
  /** The captcha, if one is needed. */
  readonly children?: ReactNode
}

/** Summary, missing input, and the send button; sending asks for confirmation. */
export function SendCard({ calculation, totalPoints, missing, order, children }: SendCardProps) {
  const { usedPoints, couponCount } = calculation
  return (
    <section className="card" aria-labelledby="send-title">
      <h2 id="send-title">確認並送出</h2>
      <Summary calculation={calculation} totalPoints={totalPoints} />
      {children}
      <MissingFields fields={missing} />
      <div className="button-row">
        <button type="button" className="button button-large" disabled={missing.length > 0 || order.isSending} onClick={order.ask}>
          {order.isSending ? '送出中…' : '送出'}
        </button>
      </div>
      {order.step === 'confirming' && (
        <Popup title="確認兌換" isConfirmDisabled={order.isSending} onConfirm={() => void order.confirm()} onCancel={order.cancel}>
          <p>
            確定要以 {formatPoints(usedPoints)} 點兌換 {couponCount} 張票券嗎？兌換後不可取消。
          </p>
        </Popup>
      )}
    </section>
  )
}
