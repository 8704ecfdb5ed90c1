import type { FieldTemplateProps } from '@rjsf/utils'

/** The root field without anything around it. */
export function BareFieldTemplate({ children }: FieldTemplateProps) {
  return children
}

/** Stands for parts of RJSF that are drawn elsewhere. */
export function Nothing() {
  return null
}
