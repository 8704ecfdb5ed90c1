import { formatPoints } from '../../../src/client/format.ts'
import { type Calculation, unknownPoints } from './offers.ts'

/** The calculation: chosen coupons, their points, and the remaining points. */
export function Summary({ calculation, totalPoints }: { calculation: Calculation; totalPoints: number | null }) {
  const { lines, couponCount, goneCount, usedPoints, leftPoints } = calculation
  return (
    <table className="summary">
      <caption>兌換明細</caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">票券</th>
          <th scope="col">數量</th>
          <th scope="col">點數</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ offer, quantity, points }) => (
          <tr key={offer.couponBatchNo}>
            <th scope="row">{offer.couponName}</th>
            <td>
              {formatPoints(offer.pointsPerCoupon)} × {quantity}
            </td>
            <td>{formatPoints(points)}</td>
          </tr>
        ))}
        {lines.length === 0 && (
          <tr>
            <td colSpan={3}>尚未選擇票券</td>
          </tr>
        )}
        {goneCount > 0 && (
          <tr className="summary-gone">
            <td colSpan={3}>先前選擇的 {goneCount} 張目前未提供兌換，未計入。</td>
          </tr>
        )}
      </tbody>
      <tfoot>
        <SummaryRow name="點數合計" note="" points={totalPoints} />
        <SummaryRow name="使用點數" note={`共 ${couponCount} 張`} points={usedPoints} />
        <SummaryRow name="剩餘點數" note="" points={totalPoints === null ? null : leftPoints} />
      </tfoot>
    </table>
  )
}

function SummaryRow({ name, note, points }: { name: string; note: string; points: number | null }) {
  return (
    <tr className={points !== null && points < 0 ? 'summary-wrong' : undefined}>
      <th scope="row">{name}</th>
      <td>{note}</td>
      <td>{points === null ? unknownPoints : formatPoints(points)}</td>
    </tr>
  )
}
