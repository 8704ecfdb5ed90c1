import { useMemo, useState } from 'react'
import type { ResolvedForm, ResolvedTab } from '../../../language/resolved.ts'
import { editableFields } from '../values/formDefinition.ts'

/** The step that is being filled in, of a form whose tabs follow one another. */
export interface FormSteps {
  readonly index: number
  readonly isLast: boolean
  readonly open: (index: number) => void
  /** Fields of this step and of those before, which are checked when it is left. */
  readonly fields: ReadonlySet<string>
}

/**
 * @param filled fields that somebody filled in before and comes back to: the last step with one of them is open first
 * @returns null for a form without steps
 */
export function useSteps({ layout }: Pick<ResolvedForm, 'layout'>, filled: readonly string[]): FormSteps | null {
  const [index, open] = useState(() => Math.max(0, ...filled.map((field) => stepOf(layout, field))))
  return useMemo(() => {
    if (layout.kind !== 'tabs' || layout.steps !== true) return null
    const fields = layout.tabs.slice(0, index + 1).flatMap(fieldsOfTab)
    return { index, isLast: index === layout.tabs.length - 1, open, fields: new Set(fields) }
  }, [layout, index])
}

/** The first field of a tab that can be filled in; undefined when there is none. */
export function firstFieldOf(form: Pick<ResolvedForm, 'layout' | 'schema'>, index: number): string | undefined {
  const tab = form.layout.kind === 'tabs' ? form.layout.tabs[index] : undefined
  const editable = editableFields(form)
  return tab && fieldsOfTab(tab).find((field) => editable.includes(field))
}

/** -1 for a field outside of all steps. */
function stepOf(layout: ResolvedForm['layout'], field: string): number {
  return layout.kind === 'tabs' && layout.steps === true ? layout.tabs.findIndex((tab) => fieldsOfTab(tab).includes(field)) : -1
}

function fieldsOfTab({ content }: Pick<ResolvedTab, 'content'>): readonly string[] {
  return content.kind === 'groups' ? content.groups.flatMap((group) => group.fields) : []
}
