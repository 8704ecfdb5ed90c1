import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { Offers } from '../../../src/answers/exchange.ts'
import { useCaptcha } from '../../../src/client/captcha/useCaptcha.ts'
import { captchaTitle } from '../../../src/rules/captcha.ts'
import { CaptchaField } from '../../shared/captcha/CaptchaField.tsx'
import { useDraft } from '../../shared/form/useDraft.ts'
import { LoadedPart } from '../../shared/LoadedPart.tsx'
import { type Loaded, useReloading } from '../../shared/useLoaded.ts'
import { Banner } from './Banner.tsx'
import { ExchangeLayout } from './ExchangeLayout.tsx'
import { ExchangeNotes } from './ExchangeNotes.tsx'
import { offersPath, orderBySerials, resendPath } from './exchangeCalls.ts'
import { readExchangeDraft } from './exchangeDraft.ts'
import { OfferList } from './OfferList.tsx'
import { OrderDone } from './OrderDone.tsx'
import { calculate, type Offer, offerProblems, offersTitleId } from './offers.ts'
import { RecipientFields } from './RecipientFields.tsx'
import { missingRecipientFields, trimRecipient } from './recipients.ts'
import { SendCard } from './SendCard.tsx'
import { SerialList } from './SerialList.tsx'
import { fieldToType, isOpenRow, totalOf } from './serialRows.ts'
import { TotalBar } from './TotalBar.tsx'
import { useOrder } from './useOrder.ts'
import { useSerialRows } from './useSerialRows.ts'
import './exchange.css'

/** /exchange: visitors exchange the points of serials or cards for coupons, without sign-in. */
export default function ExchangePage() {
  const { loaded, reload } = useReloading<Offers>(offersPath('1'))
  return <SerialExchange loaded={loaded} onStale={reload} />
}

/** Used while the coupons are loading, so that serials can be typed already. */
const noOffers: readonly Offer[] = []

function SerialExchange({ loaded, onStale }: { loaded: Loaded<Offers>; onStale: () => void }) {
  const offers = loaded.state === 'ready' ? loaded.data.coupons : noOffers
  const { draft, serials, captcha, calculation, totalPoints, missing, order, placedKey } = useSerialExchange(offers, onStale)
  const { recipient, quantities } = draft.values
  if (order.order) {
    return (
      <OrderDone order={order.order} resend={{ path: resendPath, body: { orderNo: order.order.orderNo, orderKey: placedKey } }}>
        <button type="button" className="button" onClick={order.again}>
          再次兌換
        </button>
        <p>未用完的點數保留於序號，效期內可再次兌換。</p>
      </OrderDone>
    )
  }
  return (
    <ExchangeLayout
      steps={
        <>
          <section className="card" aria-labelledby="serials-title">
            <h2 id="serials-title">1. 輸入點數序號或卡號</h2>
            <SerialList serials={serials} />
            <p className="form-end">
              企業會員請<Link to="/exchange_v2">由企業帳戶兌換</Link>。
            </p>
          </section>
          <ExchangeNotes />
          <section className="offers-part" aria-labelledby={offersTitleId}>
            <h2 id={offersTitleId} tabIndex={-1} className="part-title">
              2. 選擇票券
            </h2>
            <LoadedPart loaded={loaded}>
              {({ coupons }) => (
                <OfferList
                  offers={coupons}
                  quantities={quantities}
                  leftPoints={totalPoints === null ? null : calculation.leftPoints}
                  onChange={(changed) => draft.change({ quantities: changed })}
                />
              )}
            </LoadedPart>
          </section>
          <Banner />
          <section className="card" aria-labelledby="recipient-title">
            <h2 id="recipient-title">3. 收件人</h2>
            <RecipientFields recipient={recipient} onChange={(changes) => draft.change({ recipient: { ...recipient, ...changes } })} />
          </section>
        </>
      }
    >
      <TotalBar title="點數合計" totalPoints={totalPoints} {...calculation} />
      <SendCard calculation={calculation} totalPoints={totalPoints} missing={missing} order={order}>
        <CaptchaField captcha={captcha} problem={order.captchaProblem} />
      </SendCard>
    </ExchangeLayout>
  )
}

/** State of an exchange by serials. */
function useSerialExchange(offers: readonly Offer[], onStale: () => void) {
  const draft = useDraft('/exchange', readExchangeDraft)
  const { recipient, quantities, serialNos } = draft.values
  const serials = useSerialRows(serialNos, (numbers) => draft.change({ serialNos: numbers }))
  const captcha = useCaptcha('exchange')
  // With the key of an order the visitor may have it mailed again; it is kept only in the memory of this page.
  const [placedKey, setPlacedKey] = useState('')
  const totalPoints = totalOf(serials.rows)
  const calculation = calculate(offers, offers === noOffers ? {} : quantities, totalPoints)
  const open = serials.rows.filter((row) => row.open !== null)
  const closed = serials.rows.find((row) => (open.length === 0 ? row.open === null : isOpenRow(row)))
  const missing = [
    ...(closed ? [{ text: open.length === 0 ? '點數序號' : '尚有序號未加入', fieldId: fieldToType(closed) }] : []),
    ...offerProblems(calculation),
    ...missingRecipientFields(recipient),
    ...(captcha.isDone ? [] : [{ text: captchaTitle, fieldId: 'captcha' }]),
  ]
  const order = useOrder({
    place: async (http) =>
      orderBySerials(http, {
        orderKey: draft.requestKey,
        serials: open.map(({ serialNo, pin }) => ({ serialNo: serialNo.trim(), pin: pin.trim() })),
        items: calculation.lines.map(({ offer, quantity }) => ({ couponBatchNo: offer.couponBatchNo, quantity })),
        recipient: trimRecipient(recipient),
        ...(await captcha.fields()),
      }),
    onOtherOrder: draft.clear,
    onPlaced: () => {
      setPlacedKey(draft.requestKey)
      draft.clear()
      serials.reset()
      captcha.renew()
      onStale()
    },
    onRefused: onStale,
    captcha,
  })
  return { draft, serials, captcha, calculation, totalPoints, missing, order, placedKey }
}
