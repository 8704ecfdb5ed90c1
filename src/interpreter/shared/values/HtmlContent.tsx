import DOMPurify, { type Config } from 'dompurify'
import { useEffect, useRef } from 'react'
import { richTextAddress, richTextAttributes, richTextTags } from '../../../rules/richText.ts'

/** By the list of the server: nothing runs, and nothing is fetched from anywhere. Words like `_blank` are no addresses. */
const rules: Config & { RETURN_DOM_FRAGMENT: true } = {
  RETURN_DOM_FRAGMENT: true,
  ALLOWED_TAGS: [...richTextTags],
  ALLOWED_ATTR: [...richTextAttributes],
  ALLOWED_URI_REGEXP: richTextAddress,
  ADD_URI_SAFE_ATTR: ['target', 'rel'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
}

/** Rich text as it was written, cleaned once more in the browser and put in as nodes, never as markup. */
export default function HtmlContent({ html }: { readonly html: string }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.replaceChildren(DOMPurify.sanitize(html, rules))
  }, [html])
  return <div ref={place} className="rich-text-content" />
}
