import { useContents } from '../../shared/content/portalContent.ts'
import { StoredPicture } from '../../shared/content/StoredPicture.tsx'

const sizes = '(max-width: 1024px) calc(100vw - 32px), 764px'

/** The first published picture below the coupons. Its place is reserved while it loads, so that nothing below jumps. */
export function Banner() {
  const loaded = useContents('banner')
  if (loaded.state === 'loading') return <div className="banner" />
  const content = loaded.state === 'ready' ? loaded.data.find(({ picture }) => picture) : undefined
  return content ? <StoredPicture className="banner" picture={content.picture} sizes={sizes} alt={content.title} /> : null
}
