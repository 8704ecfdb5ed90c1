import type { TileData } from '../../answers/dashboards.ts'
import { Icon } from '../../client/parts/Icon.tsx'
import trendingDown from '../../client/parts/symbols/trending_down.svg?raw'
import trendingUp from '../../client/parts/symbols/trending_up.svg?raw'
import type { ShownTile } from '../../language/dashboard/resolved.ts'
import { numberText, unitOf } from '../shared/chart/numberText.ts'
import { changeOf } from './changeOf.ts'
import { Sparkline } from './Sparkline.tsx'
import { TileTable } from './TileTable.tsx'
import { timeText } from './timeText.ts'

interface NumberTileProps {
  readonly tile: Extract<ShownTile, { kind: 'number' }>
  readonly data: TileData
  readonly isTable: boolean
}

/** A number, how it differs from the period before, and its course. */
export function NumberTile({ tile: { title, measure, compare }, data, isTable }: NumberTileProps) {
  const { value = null, before = null, course = [], by = 'day' } = data
  const text = (one: number) => numberText(one, measure)
  const unit = unitOf(measure)
  const rows = course.map((point) => [timeText(point.at, by), text(point.value)])
  return (
    <>
      <p className="tile-value">
        {value === null ? <span className="text-body-secondary">—</span> : text(value)}
        {value !== null && unit !== undefined && <small className="tile-unit">{unit}</small>}
      </p>
      {compare && <Comparison value={value} before={before} text={text} />}
      {course.length > 1 && !isTable && <Sparkline values={course.map((point) => point.value)} />}
      {course.length > 0 && (
        <TileTable caption={title} headings={[by === 'month' ? '月份' : '日期', measure.title]} rows={rows} isHidden={!isTable} />
      )}
    </>
  )
}

interface ComparisonProps {
  readonly value: number | null
  readonly before: number | null
  readonly text: (value: number) => string
}

function Comparison({ value, before, text }: ComparisonProps) {
  const change = changeOf(value, before)
  return (
    <p className="tile-change">
      {change.direction !== 'none' && <Icon file={change.direction === 'up' ? trendingUp : trendingDown} />}
      <span>{change.text}</span>
      {before !== null && <span className="text-body-secondary">前期 {text(before)}</span>}
    </p>
  )
}
