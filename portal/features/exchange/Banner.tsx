import { useState } from 'react'
import { useContents } from '../../shared/content/portalContent.ts'

/** The first banner, at an address that is known before anything was read. */
const address = '/api/portal/contents/1/pictures/0'

/** The picture below the coupons, when one is published. It keeps its place while it loads: nothing below may jump. */
export function Banner() {
  const loaded = useContents('banner')
  const [isMissing, setMissing] = useState(false)
  const title = loaded.state === 'ready' ? loaded.data[0]?.title : undefined
  return isMissing ? null : <img className="banner" src={address} loading="lazy" alt={title ?? ''} onError={() => setMissing(true)} />
}
