import { formatPoints } from '../../../src/client/format.ts'
import { type RequestValues, totalOf } from './requestForm.ts'

/** The total of the request, and the send button. */
export function RequestTotal({ values, isSending }: { values: RequestValues; isSending: boolean }) {
  const total = totalOf(values)
  return (
    <div className="ticket-stub purchase-stub">
      <p className="purchase-total" aria-live="polite">
        <span>申請點數</span>
        <strong>{total === null ? '—' : formatPoints(total)}</strong>
        <span>點</span>
      </p>
      <button type="submit" className="button button-large" disabled={isSending}>
        {isSending ? '送出中…' : '送出申請'}
      </button>
      <p className="form-hint">送出後由專人確認價格與交付日期，核准前不會收款，尚未處理前可自行撤回。</p>
    </div>
  )
}
