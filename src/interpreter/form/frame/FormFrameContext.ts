import { createContext, type ReactNode, useContext } from 'react'
import type { ResolvedTab } from '../../../language/resolved.ts'
import type { FormDefinition } from '../values/formDefinition.ts'
import type { FormScope } from '../values/formScope.ts'
import type { FormSteps } from './useSteps.ts'

/** Values shared by all parts of an open form. The context changes only when one of these does, never while typing. */
export interface FormFrame {
  readonly formId: string
  readonly definition: FormDefinition
  readonly scope: FormScope
  /** True while saving: nothing can be entered. */
  readonly disabled: boolean
  /** The stored record of an edit or view form, including fields that cannot be entered. */
  readonly record: Readonly<Record<string, unknown>> | null
  /** Draws tabs without fields; null without a stored record. */
  readonly renderPanel: ((content: Exclude<ResolvedTab['content'], { kind: 'groups' }>) => ReactNode) | null
  /** Null for a form without steps. */
  readonly steps: FormSteps | null
  /** Opens the tab and card of a field, and focuses it, or a cell of its rows (`0_quantity`). */
  readonly reveal: (field: string, cell?: string) => void
  /** The layout sets its opener here, because only it knows which tabs and cards are open. */
  readonly opener: { open: FormFrame['reveal'] | null }
}

export const FormFrameContext = createContext<FormFrame | null>(null)

/** @throws Error outside a form, when a part of a form is used on its own */
export function useFormFrame(): FormFrame {
  const frame = useContext(FormFrameContext)
  if (!frame) throw new Error('This part can only be used inside a form')
  return frame
}
