import type { ReactNode } from 'react'
import { formatPoints } from '../../../src/client/format.ts'
import { type MissingField, MissingFields } from '../../shared/form/MissingFields.tsx'
import { Popup } from '../../shared/popup/Popup.tsx'
import type { Calculation } from './offers.ts'
import { Summary } from './Summary.tsx'

interface SendCardProps {
  readonly calculation: Calculation
  /** Null while unknown. */
  readonly totalPoints: number | null
  /** What has to be filled in before sending. */
  readonly missing: readonly MissingField[]
  readonly isSending: boolean
  readonly isConfirming: boolean
  /** The captcha, if one is needed. */
  readonly children?: ReactNode
  readonly onSend: () => void
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

/** Summary, missing input, and the send button; sending asks for confirmation. */
export function SendCard({ calculation, totalPoints, missing, isSending, isConfirming, children, ...actions }: SendCardProps) {
  const { usedPoints, couponCount } = calculation
  return (
    <section className="card" aria-labelledby="send-title">
      <h2 id="send-title">確認並送出</h2>
      <Summary calculation={calculation} totalPoints={totalPoints} />
      {children}
      <MissingFields fields={missing} />
      <div className="button-row">
        <button type="button" className="button button-large" disabled={missing.length > 0 || isSending} onClick={actions.onSend}>
          {isSending ? '送出中…' : '送出'}
        </button>
      </div>
      {isConfirming && (
        <Popup title="確認兌換" isConfirmDisabled={isSending} onConfirm={actions.onConfirm} onCancel={actions.onCancel}>
          <p>
            確定要以 {formatPoints(usedPoints)} 點兌換 {couponCount} 張票券嗎？兌換後不可取消。
          </p>
        </Popup>
      )}
    </section>
  )
}
