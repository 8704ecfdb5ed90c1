import { Link } from 'react-router-dom'
import type { MemberHome } from '../../../src/answers/corporate.ts'
import type { ExchangeAccount, Offers } from '../../../src/answers/exchange.ts'
import { LoadedPart } from '../../shared/LoadedPart.tsx'
import { DepositForm } from '../../shared/member/DepositForm.tsx'
import { MemberGate } from '../../shared/member/MemberGate.tsx'
import { useReloading } from '../../shared/useLoaded.ts'
import { ExchangeLayout } from './ExchangeLayout.tsx'
import { ExchangeNotes } from './ExchangeNotes.tsx'
import { offersPath } from './exchangeCalls.ts'
import { OfferList } from './OfferList.tsx'
import { OrderDone } from './OrderDone.tsx'
import { type Offer, offersTitleId, withMonthlyLimits } from './offers.ts'
import { RecipientFields } from './RecipientFields.tsx'
import { RecipientTable } from './RecipientTable.tsx'
import { SendCard } from './SendCard.tsx'
import { TotalBar } from './TotalBar.tsx'
import { useAccountExchange } from './useAccountExchange.ts'
import './exchange.css'

/** /exchange_v2: a signed-in corporate member exchanges points of its account for coupons, for one recipient or many. */
export default function AccountExchangePage() {
  return <MemberGate>{(home, reload) => <LoadedExchange home={home} onTerms={reload} />}</MemberGate>
}

function LoadedExchange({ home, onTerms }: { home: MemberHome; onTerms: () => void }) {
  const offers = useReloading<Offers>(offersPath('2'), { isOwn: true })
  const account = useReloading<ExchangeAccount>('/api/portal/exchange_v2/account', { isOwn: true })
  const reload = () => {
    offers.reload()
    account.reload()
  }
  return (
    <LoadedPart loaded={offers.loaded}>
      {({ coupons }) => (
        <LoadedPart loaded={account.loaded}>
          {(own) => (
            <AccountExchange
              home={home}
              offers={withMonthlyLimits(coupons, own.monthly)}
              totalPoints={own.availablePoints}
              onStale={reload}
              onTerms={onTerms}
            />
          )}
        </LoadedPart>
      )}
    </LoadedPart>
  )
}

interface AccountExchangeProps {
  readonly home: MemberHome
  readonly offers: readonly Offer[]
  readonly totalPoints: number
  readonly onStale: () => void
  readonly onTerms: () => void
}

function AccountExchange({ onStale, onTerms, ...input }: AccountExchangeProps) {
  const { home, offers, totalPoints } = input
  const { draft, quantities, calculation, missing, order } = useAccountExchange({ ...input, onStale, onTerms })
  const { recipient, isForMany, rows } = draft.values
  if (order.order) {
    return (
      <OrderDone order={order.order} resend={{ path: `/api/portal/orders/${order.order.orderNo}/mail` }}>
        <button type="button" className="button" onClick={order.again}>
          再次兌換
        </button>
        <Link className="button button-quiet" to="/member">
          回會員首頁
        </Link>
      </OrderDone>
    )
  }
  return (
    <ExchangeLayout
      steps={
        <>
          <section aria-labelledby={offersTitleId}>
            <div className="card offers-head">
              <h2 id={offersTitleId} tabIndex={-1}>
                1. 選擇票券
              </h2>
              <ModeChoice isForMany={isForMany} onChange={(many) => draft.change({ isForMany: many })} />
              {isForMany && <p>數量為下方收件人的合計。</p>}
            </div>
            <OfferList
              offers={offers}
              quantities={quantities}
              leftPoints={calculation.leftPoints}
              {...(!isForMany && { onChange: (changed) => draft.change({ quantities: changed }) })}
            />
          </section>
          <section className="card" aria-labelledby="recipient-title">
            <h2 id="recipient-title">2. 收件人</h2>
            {isForMany ? (
              <RecipientTable rows={rows} offers={offers} onChange={(changed) => draft.change({ rows: changed })} />
            ) : (
              <RecipientFields recipient={recipient} onChange={(changes) => draft.change({ recipient: { ...recipient, ...changes } })} />
            )}
          </section>
          <DepositForm
            corporateNo={home.corporateNo}
            onTried={() => {
              onStale()
              onTerms()
            }}
          />
          <ExchangeNotes />
        </>
      }
    >
      <TotalBar title="帳戶點數" totalPoints={totalPoints} {...calculation} />
      <SendCard calculation={calculation} totalPoints={totalPoints} missing={missing} order={order} />
    </ExchangeLayout>
  )
}

function ModeChoice({ isForMany, onChange }: { isForMany: boolean; onChange: (isForMany: boolean) => void }) {
  return (
    <fieldset className="radio-row mode-choice">
      <legend className="visually-hidden">兌換方式</legend>
      <label className="radio">
        <input type="radio" name="mode" checked={!isForMany} onChange={() => onChange(false)} />
        一位收件人
      </label>
      <label className="radio">
        <input type="radio" name="mode" checked={isForMany} onChange={() => onChange(true)} />
        多位收件人
      </label>
    </fieldset>
  )
}
