const numbers = ['a', 'b', 'c', 'd']

/** Holds the place of a dashboard, so that what stands below it does not jump when it comes. */
export function BoardSkeleton() {
  return (
    <div className="dashboard" role="status" aria-label="儀表板載入中">
      <div className="dashboard-head" />
      <div className="dashboard-grid">
        {numbers.map((key) => (
          <div key={key} className="card tile tile-number" style={spanOf(3)}>
            <TileSkeleton />
          </div>
        ))}
        <div className="card tile tile-chart" style={spanOf(8)}>
          <TileSkeleton />
        </div>
        <div className="card tile tile-todo" style={spanOf(4)}>
          <TileSkeleton />
        </div>
      </div>
    </div>
  )
}

/** Width of a tile for the style sheet, which narrows the grid on small screens. */
export function spanOf(width: number): React.CSSProperties {
  return { '--tile-span': width } as React.CSSProperties
}

export function TileSkeleton() {
  return (
    <div className="tile-skeleton" aria-hidden="true">
      <span />
      <span />
    </div>
  )
}
