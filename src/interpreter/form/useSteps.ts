import { useMemo, useState } from 'react'
import type { ResolvedForm } from '../../language/resolved.ts'

/** The step that is being filled in, of a form whose tabs follow one another. */
export interface FormSteps {
  readonly index: number
  readonly isLast: boolean
  readonly open: (index: number) => void
  /** Fields of this step and of those before, which are checked when it is left. */
  readonly fields: ReadonlySet<string>
}

/** @returns null for a form without steps */
export function useSteps({ layout }: Pick<ResolvedForm, 'layout'>): FormSteps | null {
  const [index, open] = useState(0)
  return useMemo(() => {
    if (layout.kind !== 'tabs' || layout.steps !== true) return null
    const fields = layout.tabs
      .slice(0, index + 1)
      .flatMap(({ content }) => (content.kind === 'groups' ? content.groups.flatMap((group) => group.fields) : []))
    return { index, isLast: index === layout.tabs.length - 1, open, fields: new Set(fields) }
  }, [layout, index])
}
