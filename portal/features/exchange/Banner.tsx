import { useContents } from '../../shared/content/portalContent.ts'

/** The picture on top of the exchange, when one is published. */
export function Banner() {
  const loaded = useContents('banner')
  const [banner] = loaded.state === 'ready' ? loaded.data : []
  // Keeps its place while it loads: nothing below may jump.
  if (loaded.state === 'loading') return <div className="banner" />
  return banner?.image ? <img className="banner" src={banner.image} alt={banner.title} /> : null
}
