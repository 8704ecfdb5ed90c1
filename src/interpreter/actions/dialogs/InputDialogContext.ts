import { type ComponentType, createContext, type ReactNode } from 'react'
import type { HttpClient } from '../../../client/http/httpClient.ts'
import type { ResolvedInput } from '../../../language/resolved.ts'

/** Props of the input dialog that actions use (`form/InputDialog.tsx`). */
export interface InputDialogProps {
  readonly input: ResolvedInput
  readonly title: string
  /** Name of the record that the action is about; empty for several records. */
  readonly subject: string
  /** The action's question, shown above the fields. */
  readonly confirmText?: string
  /** What the input is about, shown above the question. */
  readonly above?: ReactNode
  /** Name under which what is typed is kept over a reload and the end of a session. */
  readonly draftKey: string
  readonly onCancel: () => void
  /** `requestKey`: the same as long as the dialog is open. */
  readonly onSubmit: (http: HttpClient, values: Record<string, unknown>, requestKey: string) => Promise<void>
}

/**
 * Provides the input dialog to actions. Forms draw actions and child lists in their footers and tabs, so actions cannot import forms: that
 * would be a cycle.
 */
export const InputDialogContext = createContext<ComponentType<InputDialogProps> | null>(null)
