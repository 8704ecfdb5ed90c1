import type { Picture } from '../../../src/answers/pictures.ts'

interface StoredPictureProps {
  /** Null for none: nothing is drawn. */
  readonly picture: Picture | null | undefined
  /** How wide it is drawn, as in `<img sizes>`. The browser chooses the copy by this and the points of the screen. */
  readonly sizes: string
  /** Default: '', a picture that says nothing that the text beside it does not. */
  readonly alt?: string
  readonly className?: string
  /** Seen at once, without scrolling: fetched first. Others are fetched when they come near. */
  readonly isFirst?: boolean
}

/** A picture that staff uploaded, in the size in which it is drawn. */
export function StoredPicture({ picture, sizes, alt = '', className, isFirst = false }: StoredPictureProps) {
  if (!picture) return null
  const { src, srcSet, width, height } = picture
  return (
    <img
      className={className}
      alt={alt}
      width={width}
      height={height}
      loading={isFirst ? 'eager' : 'lazy'}
      decoding="async"
      {...(srcSet !== '' && { sizes, srcSet })}
      src={src}
    />
  )
}
