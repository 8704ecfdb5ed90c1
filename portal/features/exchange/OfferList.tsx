import { formatDate, formatPoints } from '../../../src/client/format.ts'
import { RichText } from '../../shared/content/RichText.tsx'
import { parseRichText } from '../../shared/content/richText.ts'
import { StoredPicture } from '../../shared/content/StoredPicture.tsx'
import { changeQuantity, clampQuantity, type Offer, type Quantities, stateOf } from './offers.ts'
import { QuantityStepper } from './QuantityStepper.tsx'

/** As `exchange.css` draws them: beside the text on phones, two in a row on wider screens. */
const pictureSizes = '(max-width: 686px) 112px, (max-width: 1024px) 50vw, 372px'

interface OfferListProps {
  readonly offers: readonly Offer[]
  readonly quantities: Quantities
  /** Null while the points are unknown: products are then shown in colour, and only their quantity is locked. */
  readonly leftPoints: number | null
  /** Absent: quantities are computed and only shown. */
  readonly onChange?: (quantities: Quantities) => void
}

/** The rows of coupons on offer; those that cannot be chosen are grey. */
export function OfferList({ offers, quantities, leftPoints, onChange }: OfferListProps) {
  if (offers.length === 0) return <p className="no-rows">目前沒有可兌換的票券。</p>
  return (
    <ul className="offers">
      {offers.map((offer) => (
        <OfferRow
          key={offer.couponBatchNo}
          offer={offer}
          quantity={quantities[offer.couponBatchNo] ?? 0}
          leftPoints={leftPoints}
          {...(onChange && {
            onChange: (quantity: number) => onChange(changeQuantity(offers, quantities, { [offer.couponBatchNo]: quantity })),
          })}
        />
      ))}
    </ul>
  )
}

interface OfferRowProps {
  readonly offer: Offer
  readonly quantity: number
  readonly leftPoints: number | null
  readonly onChange?: (quantity: number) => void
}

function OfferRow({ offer, quantity, leftPoints, onChange }: OfferRowProps) {
  const { isGreyed, canAdd, canRemove, note } = stateOf(offer, quantity, leftPoints)
  const { couponName, supplierName, picture, usageNote, terms, validText, exchangeEnd, perOrderLimit, pointsPerCoupon } = offer
  return (
    <li className={`ticket offer ${isGreyed ? 'offer-grey' : leftPoints === null ? 'offer-locked' : ''}`.trim()}>
      {picture ? <StoredPicture picture={picture} sizes={pictureSizes} /> : <span className="offer-no-picture" />}
      <div className="offer-text">
        <p className="offer-supplier">{supplierName}</p>
        <h3>{couponName}</h3>
        <p>{usageNote}</p>
        <p className="offer-dates">
          <span>使用期限：{validText}</span> <span>兌換至 {formatDate(exchangeEnd)}</span>
        </p>
        <p className="offer-dates">
          <span>{stockText(offer)}</span> <span>每單最多 {perOrderLimit} 張</span>
        </p>
        <details className="offer-terms">
          <summary>注意事項</summary>
          <RichText nodes={parseRichText(terms)} />
        </details>
      </div>
      <div className="ticket-stub">
        <p className="offer-points">
          <strong>{formatPoints(pointsPerCoupon)}</strong> 點／張
          <span className="offer-note" role="status">
            {note}
          </span>
        </p>
        {onChange ? (
          <QuantityStepper
            name={couponName}
            quantity={quantity}
            canAdd={canAdd}
            canRemove={canRemove}
            onType={(typed) => onChange(clampQuantity(offer, typed))}
            onChange={onChange}
          />
        ) : (
          <p className="offer-sum">{quantity} 張</p>
        )}
      </div>
    </li>
  )
}

/** The number available, as far as the server tells: at most the limit of one order. */
function stockText({ stock, stockState }: Offer): string {
  if (stockState === 'none') return '已兌完'
  return stockState === 'low' ? `即將兌完，尚有 ${stock} 張可兌換` : '庫存充足'
}
