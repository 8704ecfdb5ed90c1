import type { TileSpan } from './tileSpans.ts'

const numbers = ['a', 'b', 'c', 'd']

/** Holds the place of a dashboard, so that what stands below it does not jump when it comes. */
export function BoardSkeleton() {
  return (
    <div className="dashboard" role="status" aria-label="儀表板載入中">
      <div className="dashboard-head" />
      <div className="dashboard-grid">
        {numbers.map((key) => (
          <div key={key} className="card tile tile-number" style={spanOf({ wide: 3, narrow: 6 })}>
            <TileSkeleton />
          </div>
        ))}
        <div className="card tile tile-chart" style={spanOf({ wide: 8, narrow: 12 })}>
          <TileSkeleton />
        </div>
        <div className="card tile tile-todo" style={spanOf({ wide: 4, narrow: 12 })}>
          <TileSkeleton />
        </div>
      </div>
    </div>
  )
}

/** Widths of a tile for the style sheet. */
export function spanOf({ wide, narrow }: TileSpan): React.CSSProperties {
  return { '--tile-span': wide, '--tile-span-narrow': narrow } as React.CSSProperties
}

export function TileSkeleton() {
  return (
    <div className="tile-skeleton" aria-hidden="true">
      <span />
      <span />
    </div>
  )
}
