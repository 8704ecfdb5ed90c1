import DOMPurify from 'dompurify'
import { useEffect, useRef } from 'react'

/** Rich text as it was written, cleaned once more in the browser and put in as nodes, never as markup. */
export default function HtmlContent({ html }: { readonly html: string }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.replaceChildren(
      DOMPurify.sanitize(html, { RETURN_DOM_FRAGMENT: true, FORBID_ATTR: ['style'], FORBID_TAGS: ['style', 'form'] }),
    )
  }, [html])
  return <div ref={place} className="rich-text-content" />
}
