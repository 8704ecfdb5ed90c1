import { useId } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import type { ResolvedList, ResolvedScreen } from '../../../language/resolved.ts'
import { ChildList } from '../../children/ChildList.tsx'
import type { ListRow } from '../../shared/calls/listPage.ts'
import { tabParam } from '../../shared/records/recordAddress.ts'

interface HeadTabsProps {
  readonly screen: ResolvedScreen
  readonly tabs: NonNullable<ResolvedList['tabs']>
  readonly head: ListRow
  /** Title of the open tab; undefined for the list itself. */
  readonly shown: string | undefined
}

/** Child lists of the record above a list, as tabs beside the list. Each tab has an address, so they are links in a nav. */
export function HeadTabs({ screen, tabs, head, shown }: HeadTabsProps) {
  const [params] = useSearchParams()
  const headingId = useId()
  const open = tabs.find((tab) => tab.title === shown)
  const addressOf = (title: string | null) => {
    const next = new URLSearchParams(params)
    next.delete(tabParam)
    if (title !== null) next.set(tabParam, title)
    return { search: next.toString() }
  }
  const link = (title: string, wanted: string | null, isCurrent: boolean) => (
    <li key={title} className="nav-item">
      <Link
        to={addressOf(wanted)}
        className={isCurrent ? 'nav-link active' : 'nav-link'}
        aria-current={isCurrent ? 'page' : undefined}
        preventScrollReset
      >
        {title}
      </Link>
    </li>
  )
  return (
    <>
      <nav aria-label="概況頁籤" className="list-views d-print-none mb-2">
        <ul className="nav nav-tabs">
          {link(screen.title, null, open === undefined)}
          {tabs.map((tab) => link(tab.title, tab.title, tab === open))}
        </ul>
      </nav>
      {open !== undefined && (
        <section className="card list-card" aria-labelledby={headingId}>
          <div className="card-body">
            <h2 id={headingId} className="visually-hidden">
              {open.title}
            </h2>
            <ChildList key={open.child} screen={screen} child={open.child} recordId={head.id} record={head} />
          </div>
        </section>
      )}
    </>
  )
}
