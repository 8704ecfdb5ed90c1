import { useState } from 'react'
import { useContents } from '../../shared/content/portalContent.ts'

/** The first banner, at an address that is known before the contents are loaded. */
const address = '/api/portal/contents/1/pictures/0'

/** The published picture below the coupons. Its place is reserved while it loads, so that nothing below jumps. */
export function Banner() {
  const loaded = useContents('banner')
  const [isMissing, setMissing] = useState(false)
  const title = loaded.state === 'ready' ? loaded.data[0]?.title : undefined
  return isMissing ? null : <img className="banner" src={address} loading="lazy" alt={title ?? ''} onError={() => setMissing(true)} />
}
