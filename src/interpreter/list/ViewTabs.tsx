import type { ResolvedList } from '../../language/resolved.ts'

interface ViewTabsProps {
  readonly views: ResolvedList['views']
  readonly current: string | null
  readonly onChange: (view: string | null) => void
}

/** Views that ship with the screen; the first tab shows everything. They are links to other lists, not panels, hence a nav. */
export function ViewTabs({ views, current, onChange }: ViewTabsProps) {
  return (
    <nav aria-label="檢視" className="list-views d-print-none">
      <ul className="nav nav-tabs">
        <ViewTab title="全部" isCurrent={current === null} onClick={() => onChange(null)} />
        {views.map((view) => (
          <ViewTab key={view.name} title={view.title} isCurrent={current === view.name} onClick={() => onChange(view.name)} />
        ))}
      </ul>
    </nav>
  )
}

function ViewTab({ title, isCurrent, onClick }: { readonly title: string; readonly isCurrent: boolean; readonly onClick: () => void }) {
  return (
    <li className="nav-item">
      <button
        type="button"
        className={isCurrent ? 'nav-link active' : 'nav-link'}
        aria-current={isCurrent ? 'page' : undefined}
        onClick={onClick}
      >
        {title}
      </button>
    </li>
  )
}
