import { type ReactNode, useState } from 'react'
import Button from 'react-bootstrap/Button'

/** Number of tags drawn at first; more would be unreadable. */
export const tagsMax = 50

/** The first of many tags; a button shows the rest. */
export function LongTags({ tags }: { readonly tags: readonly ReactNode[] }) {
  const [isWhole, setIsWhole] = useState(false)
  if (isWhole) return tags
  return (
    <>
      {tags.slice(0, tagsMax)}
      <Button size="sm" variant="link" className="p-0 d-print-none" onClick={() => setIsWhole(true)}>
        顯示全部 {tags.length.toLocaleString('en-US')} 個
      </Button>
    </>
  )
}
