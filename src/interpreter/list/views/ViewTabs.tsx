import type { ResolvedList } from '../../../language/resolved.ts'
import type { Views } from './useViews.ts'

interface ViewTabsProps {
  readonly shipped: ResolvedList['views']
  /** Name of the document's view that is open. */
  readonly shown: string | null
  readonly views: Views
}

/**
 * Tabs for the views of the document, then those of the user, then those that others share; the first tab shows all rows. They are links to other lists and not panels,
 * so they are a nav.
 */
export function ViewTabs({ shipped, shown, views }: ViewTabsProps) {
  const { saved, shared, current, currentShared, isChanged } = views
  if (shipped.length === 0 && saved.length === 0 && shared.length === 0) return null
  const isShown = (name: string | null) => current === null && currentShared === null && shown === name
  return (
    <nav aria-label="檢視" className="list-views d-print-none">
      <ul className="nav nav-tabs">
        <ViewTab title="全部" isCurrent={isShown(null)} onClick={() => views.openShipped(null)} />
        {shipped.map((view) => (
          <ViewTab key={view.name} title={view.title} isCurrent={isShown(view.name)} onClick={() => views.openShipped(view.name)} />
        ))}
        {saved.map((view) => (
          <ViewTab
            key={view.id}
            title={view.name}
            note={view === current && isChanged ? '（已變更）' : ''}
            isCurrent={view === current}
            onClick={() => views.open(view)}
          />
        ))}
        {shared.map((view) => (
          <ViewTab
            key={view.id}
            title={view.name}
            note={`（${view.owner}共用${view === currentShared && isChanged ? '，已變更' : ''}）`}
            isCurrent={view === currentShared}
            onClick={() => views.open(view)}
          />
        ))}
      </ul>
    </nav>
  )
}

interface ViewTabProps {
  readonly title: string
  readonly note?: string
  readonly isCurrent: boolean
  readonly onClick: () => void
}

function ViewTab({ title, note = '', isCurrent, onClick }: ViewTabProps) {
  return (
    <li className="nav-item">
      <button
        type="button"
        className={isCurrent ? 'nav-link active' : 'nav-link'}
        aria-current={isCurrent ? 'page' : undefined}
        onClick={onClick}
      >
        {title}
        {note !== '' && <small className="text-body-secondary">{note}</small>}
      </button>
    </li>
  )
}
