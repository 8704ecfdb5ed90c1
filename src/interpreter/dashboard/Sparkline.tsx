const width = 240
const height = 40
/** The line is as thick as that, so its highest point needs half of it. */
const margin = 3

/** A small line of a course, without axes; the table beside it has the numbers. */
export function Sparkline({ values }: { readonly values: readonly number[] }) {
  const points = pointsOf(values)
  const [last] = points.slice(-1)
  return (
    <svg className="tile-spark" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
      <polygon points={[`0,${height}`, ...points.map(text), `${width},${height}`].join(' ')} />
      <polyline points={points.map(text).join(' ')} vectorEffect="non-scaling-stroke" />
      {last && <line x1={last.x} x2={last.x} y1={last.y} y2={last.y} vectorEffect="non-scaling-stroke" />}
    </svg>
  )
}

interface Point {
  readonly x: number
  readonly y: number
}

/** Zero is at the bottom, unless there are values below it. */
function pointsOf(values: readonly number[]): readonly Point[] {
  const low = Math.min(0, ...values)
  const span = Math.max(...values, 0) - low || 1
  return values.map((value, index) => ({
    x: (index / Math.max(1, values.length - 1)) * width,
    y: height - margin - ((value - low) / span) * (height - 2 * margin),
  }))
}

function text({ x, y }: Point): string {
  return `${x.toFixed(1)},${y.toFixed(1)}`
}
