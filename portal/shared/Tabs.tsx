import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'

export interface Tab {
  readonly key: string
  readonly title: string
  readonly content: ReactNode
}

/** Index of the tab to which a key leads; undefined for other keys. */
function nextTab(key: string, index: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (index + 1) % count
  if (key === 'ArrowLeft') return (index - 1 + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}

/** Shows one of several parts at a time. Arrow keys move between tabs, Home and End go to the first and the last. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const [shown, setShown] = useState(tabs[0]?.key)
  const list = useRef<HTMLDivElement>(null)
  const handleKey = (event: KeyboardEvent) => {
    const next = nextTab(
      event.key,
      tabs.findIndex(({ key }) => key === shown),
      tabs.length,
    )
    if (next === undefined) return
    event.preventDefault()
    setShown(tabs[next]?.key)
    list.current?.querySelectorAll('button')[next]?.focus()
  }
  return (
    <section className="tabs">
      <div ref={list} role="tablist" aria-label={label} className="tab-list" onKeyDown={handleKey}>
        {tabs.map(({ key, title }) => (
          <button
            key={key}
            id={`tab-${key}`}
            type="button"
            role="tab"
            aria-selected={key === shown}
            aria-controls={`panel-${key}`}
            tabIndex={key === shown ? 0 : -1}
            onClick={() => setShown(key)}
          >
            {title}
          </button>
        ))}
      </div>
      {tabs.map(({ key, content }) => (
        <div key={key} id={`panel-${key}`} role="tabpanel" aria-labelledby={`tab-${key}`} className="card" hidden={key !== shown}>
          {key === shown && content}
        </div>
      ))}
    </section>
  )
}
