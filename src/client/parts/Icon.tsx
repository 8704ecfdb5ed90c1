import { type OwnIcon, ownPath } from './ownIcons.ts'

/** A Material Symbol, in the colour and size of the surrounding text. Screen readers read `label`; without it the icon is decoration. */
export function Icon({ name, className = '', label }: { name: OwnIcon; className?: string; label?: string }) {
  const classes = `icon ${className}`.trim()
  return (
    <svg className={classes} viewBox="0 -960 960 960" focusable="false" role="img" aria-label={label} aria-hidden={!label}>
      <path d={ownPath(name)} />
    </svg>
  )
}
