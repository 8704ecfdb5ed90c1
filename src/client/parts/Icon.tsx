import { iconPath } from './icons.ts'

/**
 * A Material Symbol by name, in the colour and size of the surrounding text. An unknown name draws a plain square, because a wrong icon
 * must not break a menu. Screen readers read `label`; without it the icon is decoration.
 */
export function Icon({ name, className = '', label }: { name: string; className?: string; label?: string }) {
  const classes = `icon ${className}`.trim()
  return (
    <svg className={classes} viewBox="0 -960 960 960" focusable="false" data-icon={name} role="img" aria-label={label} aria-hidden={!label}>
      <path d={iconPath(name)} />
    </svg>
  )
}
