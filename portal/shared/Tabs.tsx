import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'

export interface Tab {
  readonly key: string
  readonly title: string
  readonly content: ReactNode
}

/** One of several parts at a time; arrow keys go from tab to tab. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const [shown, setShown] = useState(tabs[0]?.key)
  const list = useRef<HTMLDivElement>(null)
  const handleKey = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const next = (tabs.findIndex(({ key }) => key === shown) + step + tabs.length) % tabs.length
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
