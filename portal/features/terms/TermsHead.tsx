import type { PortalContent } from '../../../src/answers/content.ts'
import { formatDate } from '../../../src/client/format.ts'

/** The version in force, and its start date. */
export function TermsHead({ terms }: { terms: PortalContent }) {
  return (
    <p className="terms-version">
      版本 {terms.version}
      {terms.publishedAt && <>　發佈日期 {formatDate(terms.publishedAt)}</>}
    </p>
  )
}
