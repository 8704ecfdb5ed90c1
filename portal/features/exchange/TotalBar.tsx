import { formatPoints } from '../../../src/client/format.ts'
import { unknownPoints } from './offers.ts'

interface TotalBarProps {
  readonly title: string
  /** Null while unknown: after a reload the passwords have to be typed again. */
  readonly totalPoints: number | null
  readonly usedPoints: number
  readonly leftPoints: number
}

/** The total bar, which stays visible while coupons are chosen. */
export function TotalBar({ title, totalPoints, usedPoints, leftPoints }: TotalBarProps) {
  return (
    <section className="total-bar" aria-label={title} aria-live="polite">
      <dl className="container">
        <Total name={title} points={totalPoints} />
        <Total name="使用點數" points={usedPoints} />
        <Total name="剩餘點數" points={totalPoints === null ? null : leftPoints} isWrong={totalPoints !== null && leftPoints < 0} />
      </dl>
    </section>
  )
}

function Total({ name, points, isWrong = false }: { name: string; points: number | null; isWrong?: boolean }) {
  return (
    <div className={isWrong ? 'total-wrong' : undefined}>
      <dt>{name}</dt>
      <dd>
        <strong>{points === null ? unknownPoints : formatPoints(points)}</strong> 點
      </dd>
    </div>
  )
}
