import DOMPurify, { type Config } from 'dompurify'
import { useEffect, useRef } from 'react'
import { richTextAddress, richTextAttributes, richTextTags } from '../../../rules/richText.ts'

/** The same rules as on the server: nothing runs, and nothing is loaded from other sites. Targets such as `_blank` are not addresses. */
const rules: Config & { RETURN_DOM_FRAGMENT: true } = {
  RETURN_DOM_FRAGMENT: true,
  ALLOWED_TAGS: [...richTextTags],
  ALLOWED_ATTR: [...richTextAttributes],
  ALLOWED_URI_REGEXP: richTextAddress,
  ADD_URI_SAFE_ATTR: ['target', 'rel'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
}

/** Rich text, cleaned again in the browser and inserted as nodes, never as markup. */
export default function HtmlContent({ html }: { readonly html: string }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.replaceChildren(DOMPurify.sanitize(html, rules))
  }, [html])
  return <div ref={place} className="rich-text-content" />
}
