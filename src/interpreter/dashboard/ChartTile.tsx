import { useMemo } from 'react'
import type { TileData } from '../../answers/dashboards.ts'
import { useLateCode } from '../../client/load/useCode.ts'
import { EmptyState } from '../../client/parts/EmptyState.tsx'
import type { ShownTile } from '../../language/dashboard/resolved.ts'
import { TileSkeleton } from './BoardSkeleton.tsx'
import { chartContent } from './chartContent.ts'
import { TileTable } from './TileTable.tsx'

/** Loads what draws charts. A tile asks for it together with its numbers, not only once they are there. */
export const loadChartCanvas = () => import('../shared/chart/ChartCanvas.tsx')

interface ChartTileProps {
  readonly tile: Extract<ShownTile, { kind: 'chart' }>
  readonly data: TileData
  readonly isTable: boolean
}

/** A chart, or the table of its numbers; also where what draws charts cannot be fetched. */
export function ChartTile({ tile, data, isTable }: ChartTileProps) {
  const { code, failure } = useLateCode(loadChartCanvas)
  const isDrawn = !isTable && failure === null
  const { content, table } = useMemo(() => chartContent(tile, data), [tile, data])
  if (content.labels.length === 0) return <EmptyState text="這段期間沒有資料" icon="bar_chart" />
  return (
    <>
      {isDrawn && (
        <div className="tile-canvas">{code === null ? <TileSkeleton /> : <code.ChartCanvas content={content} title={tile.title} />}</div>
      )}
      <TileTable caption={tile.title} headings={table.headings} rows={table.rows} isHidden={isDrawn} />
    </>
  )
}
