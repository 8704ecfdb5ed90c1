import { iconPath } from './icons.ts'

/**
 * A material symbol by name, drawn in the colour and size of the text around it. An unknown name draws a plain square: a wrong
 * icon must not break a menu. With `label` it speaks, without it is decoration.
 */
export function Icon({ name, className = '', label }: { name: string; className?: string; label?: string }) {
  const classes = `icon ${className}`.trim()
  return (
    <svg className={classes} viewBox="0 -960 960 960" focusable="false" data-icon={name} role="img" aria-label={label} aria-hidden={!label}>
      <path d={iconPath(name)} />
    </svg>
  )
}
