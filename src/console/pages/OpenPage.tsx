import type { ReactNode } from 'react'
import { BrandMark, productName } from '../brand/BrandMark.tsx'
import { PageTitle } from '../PageTitle.tsx'

/** The frame of the pages that are open without sign-in: one card in the middle. */
export function OpenPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="open-page">
      <PageTitle title={title} />
      <section className="open-card" aria-labelledby="open-title">
        <p className="open-brand">
          <BrandMark />
          {productName}
        </p>
        <h1 id="open-title" className="h4 mb-4">
          {title}
        </h1>
        {children}
      </section>
    </main>
  )
}
