import type { ReactNode } from 'react'
import type { PortalContent } from '../../../src/answers/content.ts'
import { useContents } from '../../shared/content/portalContent.ts'
import { LoadedPart } from '../../shared/LoadedPart.tsx'

/** The published terms of a type; an installation may have none yet. */
export function TermsContent({ type, children }: { type: 'policy' | 'privacy'; children: (terms: PortalContent) => ReactNode }) {
  const loaded = useContents(type)
  return (
    <LoadedPart loaded={loaded}>
      {([terms]) => (terms ? <article className="card terms">{children(terms)}</article> : <p className="card">目前沒有已發佈的條款。</p>)}
    </LoadedPart>
  )
}
