import { type KeyboardEvent, useId, useRef } from 'react'
import type { ResolvedColumn } from '../../language/resolved.ts'

interface ReportTabsProps {
  /** Each group has a tab. */
  readonly groups: readonly ResolvedColumn[]
  /** Field of the shown group. */
  readonly shown: string
  readonly onShow: (field: string) => void
  readonly children: React.ReactNode
}

/** The tabs of a report, one per group. Arrow keys move between tabs. */
export function ReportTabs({ groups, shown, onShow, children }: ReportTabsProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    const place = groups.findIndex((group) => group.field === shown)
    const next = (place + step + groups.length) % groups.length
    onShow(groups[next]?.field ?? shown)
    list.current?.querySelectorAll('button')[next]?.focus()
  }
  return (
    <>
      <div ref={list} className="nav nav-tabs mb-3 d-print-none" role="tablist" aria-label="彙總方式" onKeyDown={move}>
        {groups.map(({ field, title }) => (
          <button
            key={field}
            type="button"
            id={`${id}-${field}`}
            role="tab"
            className={field === shown ? 'nav-link active' : 'nav-link'}
            aria-selected={field === shown}
            aria-controls={`${id}-panel`}
            tabIndex={field === shown ? 0 : -1}
            onClick={() => onShow(field)}
          >
            依{title}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${shown}`}>
        {children}
      </div>
    </>
  )
}
