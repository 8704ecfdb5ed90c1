import { useState } from 'react'
import type { OwnRequest, RequestStage } from '../../../src/answers/settlement.ts'
import { formatDateTime, formatMoney, formatPoints } from '../../../src/client/format.ts'
import { notify } from '../../../src/client/notices.ts'
import { useSending } from '../../shared/form/useSending.ts'
import { Popup } from '../../shared/popup/Popup.tsx'
import { withdrawRequest } from './purchaseCalls.ts'
import { deliveryOptions } from './requestForm.ts'

/** The states that every request goes through; other states end it. */
const steps = [
  ['received', '已收到'],
  ['processing', '處理中'],
  ['approved', '已核准'],
  ['generated', '已開立'],
  ['delivered', '已交付'],
] as const satisfies readonly (readonly [RequestStage, string])[]

const ends: Readonly<Partial<Record<RequestStage, string>>> = { returned: '已退回', withdrawn: '已撤回', void: '已取消' }

export function RequestEntry({ request, onChanged }: { request: OwnRequest; onChanged: () => void }) {
  const { settlementNo, requestedAt, stage, totalPoints, purpose, canWithdraw } = request
  const end = ends[stage]
  return (
    <li className="request">
      <div className="request-head">
        <strong>{formatPoints(totalPoints)} 點</strong>
        <span className="request-what">{whatOf(request)}</span>
        {end && <span className={`state state-small request-${stage}`}>{end}</span>}
      </div>
      <p className="request-facts">
        {settlementNo}，{formatDateTime(requestedAt)} 申請{purpose && `，${purpose}`}
      </p>
      {end ? <RequestEnd request={request} /> : <RequestSteps request={request} />}
      {canWithdraw && <WithdrawButton settlementNo={settlementNo} onChanged={onChanged} />}
    </li>
  )
}

function whatOf({ deliveryMethod, pointsPerSerial, quantity }: OwnRequest): string {
  const way = deliveryOptions.find(({ key }) => key === deliveryMethod)?.value ?? ''
  return quantity === 1 ? way : `${way}，每組 ${formatPoints(pointsPerSerial)} 點 × ${quantity.toLocaleString('zh-TW')}`
}

function RequestSteps({ request: { stage, totalAmount, isPaid } }: { request: OwnRequest }) {
  const reached = steps.findIndex(([key]) => key === stage)
  return (
    <>
      <ol className="request-steps">
        {steps.map(([key, name], index) => (
          <li key={key} className={index <= reached ? 'reached' : undefined} aria-current={index === reached ? 'step' : undefined}>
            {name}
          </li>
        ))}
      </ol>
      {totalAmount !== null && (
        <p className="request-amount">
          含稅總額 NT${formatMoney(totalAmount)}，{isPaid || totalAmount === 0 ? '已付款' : '待付款'}
        </p>
      )}
    </>
  )
}

function RequestEnd({ request: { stage, reason } }: { request: OwnRequest }) {
  return (
    <>
      {reason && <p className="remark">原因：{reason}</p>}
      {stage === 'returned' && <p className="form-hint">專人將與您聯繫調整內容，也可洽客服人員。</p>}
    </>
  )
}

function WithdrawButton({ settlementNo, onChanged }: { settlementNo: string; onChanged: () => void }) {
  const sending = useSending()
  const [isAsked, setAsked] = useState(false)
  const handleWithdraw = async () => {
    const isDone = await sending.send((http) => withdrawRequest(http, settlementNo).then(() => true))
    setAsked(false)
    if (isDone) notify.success('已撤回申請。')
    // Reloads in any case, because the shown state may be outdated.
    onChanged()
  }
  return (
    <>
      <button type="button" className="link-button" aria-label={`撤回申請 ${settlementNo}`} onClick={() => setAsked(true)}>
        撤回申請
      </button>
      {isAsked && (
        <Popup
          title="撤回申請"
          isConfirmDisabled={sending.isSending}
          onConfirm={() => void handleWithdraw()}
          onCancel={() => setAsked(false)}
        >
          <p>確定要撤回 {settlementNo} 嗎？撤回後需重新申請。</p>
        </Popup>
      )}
    </>
  )
}
