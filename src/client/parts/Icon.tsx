import { type OwnIcon, ownPath, pathOf } from './ownIcons.ts'

/** An icon of the table, or the text of its file. */
type Drawing = { readonly name: OwnIcon; readonly file?: never } | { readonly name?: never; readonly file: string }

/** A Material Symbol, in the colour and size of the surrounding text. Screen readers read `label`; without it the icon is decoration. */
export function Icon({ name, file, className = '', label }: Drawing & { readonly className?: string; readonly label?: string }) {
  const classes = `icon ${className}`.trim()
  return (
    <svg className={classes} viewBox="0 -960 960 960" focusable="false" role="img" aria-label={label} aria-hidden={!label}>
      <path d={file === undefined ? ownPath(name) : pathOf(file)} />
    </svg>
  )
}
