import { useId, useState } from 'react'
import { Link } from 'react-router-dom'
import type { TileData } from '../../answers/dashboards.ts'
import { Icon } from '../../client/parts/Icon.tsx'
import type { ShownTile } from '../../language/dashboard/resolved.ts'
import { PartBoundary } from '../shared/parts/PartBoundary.tsx'
import { spanOf, TileSkeleton } from './BoardSkeleton.tsx'
import { ChartTile } from './ChartTile.tsx'
import { ListTile } from './ListTile.tsx'
import { NumberTile } from './NumberTile.tsx'
import { TodoTile } from './TodoTile.tsx'
import type { TileSpan } from './tileSpans.ts'
import { type AskedTile, useTileData } from './useTileData.ts'

/** A tile with its title. Numbers that did not come with the dashboard are loaded by a call of its own: its failure leaves the others alone. */
export function TileCard({ span, ...props }: AskedTile & { readonly span: TileSpan }) {
  const { tile } = props
  const titleId = useId()
  return (
    <section className={`card tile tile-${tile.kind}`} style={spanOf(span)} {...(tile.title !== '' && { 'aria-labelledby': titleId })}>
      {tile.kind === 'text' ? (
        <>
          {tile.title !== '' && (
            <h3 id={titleId} className="tile-title">
              {tile.title}
            </h3>
          )}
          <p className="tile-text">{tile.text}</p>
        </>
      ) : (
        <LoadedTile {...props} titleId={titleId} />
      )}
    </section>
  )
}

function LoadedTile({ tile, dashboard, period, ready, titleId }: AskedTile & { readonly titleId: string }) {
  const asked = 'isDated' in tile && tile.isDated ? period : null
  const { data, state, failure, reload } = useTileData({ tile, dashboard, period: asked, ready })
  const [isTable, setTable] = useState(false)
  const hasTable = tile.kind === 'chart' || (tile.kind === 'number' && tile.isDated)
  return (
    <>
      <header className="tile-head">
        <h3 id={titleId} className="tile-title">
          {tile.title}
        </h3>
        {hasTable && state !== 'error' && (
          <button
            type="button"
            className="tile-button"
            aria-pressed={isTable}
            aria-label={`${tile.title}：表格`}
            title="表格"
            onClick={() => setTable(!isTable)}
          >
            <Icon name={isTable ? 'monitoring' : 'table'} />
          </button>
        )}
        {data?.link != null && (
          <Link to={data.link} className="tile-button" aria-label={`${tile.title}：開啟清單`} title="開啟清單">
            <Icon name="arrow_forward" />
          </Link>
        )}
      </header>
      <div className="tile-body" aria-busy={state === 'loading'}>
        {state === 'error' && <TileProblem text={failure.text} onRetry={reload} />}
        {state !== 'error' && data === null && <TileSkeleton />}
        {state !== 'error' && data !== null && (
          <PartBoundary pointer={`/tiles「${tile.title}」`} version={`${tile.id} ${asked ?? ''}`}>
            <TileContent tile={tile} data={data} isTable={isTable} />
          </PartBoundary>
        )}
      </div>
    </>
  )
}

/** A tile can always be tried again: nothing else of the page depends on it. */
function TileProblem({ text, onRetry }: { readonly text: string; readonly onRetry: () => void }) {
  return (
    <div className="tile-problem" role="alert">
      <p className="mb-2">{text}</p>
      <button type="button" className="btn btn-sm btn-outline-danger" onClick={onRetry}>
        重試
      </button>
    </div>
  )
}

interface TileContentProps {
  readonly tile: ShownTile
  readonly data: TileData
  readonly isTable: boolean
}

function TileContent({ tile, data, isTable }: TileContentProps) {
  switch (tile.kind) {
    case 'number':
      return <NumberTile tile={tile} data={data} isTable={isTable} />
    case 'chart':
      return <ChartTile tile={tile} data={data} isTable={isTable} />
    case 'list':
      return <ListTile tile={tile} data={data} />
    case 'todo':
      return <TodoTile data={data} />
    case 'text':
      return null
  }
}
