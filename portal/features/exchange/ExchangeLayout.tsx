import type { ReactNode } from 'react'

interface ExchangeLayoutProps {
  readonly steps: ReactNode
  /** Total bar and receipt: beside the steps where there is room; on a phone the bar is at the bottom of the window. */
  readonly children: ReactNode
}

export function ExchangeLayout({ steps, children }: ExchangeLayoutProps) {
  return (
    <div className="exchange">
      <div className="exchange-steps">{steps}</div>
      <div className="exchange-receipt">{children}</div>
    </div>
  )
}
