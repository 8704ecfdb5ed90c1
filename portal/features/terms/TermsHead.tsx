import type { PortalContent } from '../../../src/answers/content.ts'
import { formatDate } from '../../../src/client/format.ts'

/** Which version is in force, and since when. */
export function TermsHead({ terms }: { terms: PortalContent }) {
  return (
    <p className="terms-version">
      版本 {terms.version}
      {terms.publishedAt && <>　發佈日期 {formatDate(terms.publishedAt)}</>}
    </p>
  )
}
