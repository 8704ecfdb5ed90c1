import type { FieldTemplateProps } from '@rjsf/utils'

/** Draws the root field without a frame. */
export function BareFieldTemplate({ children }: FieldTemplateProps) {
  return children
}

/** Replaces parts of RJSF that we draw elsewhere. */
export function Nothing() {
  return null
}
