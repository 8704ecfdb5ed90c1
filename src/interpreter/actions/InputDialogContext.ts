import { type ComponentType, createContext } from 'react'
import type { HttpClient } from '../../client/http/httpClient.ts'
import type { ResolvedInput } from '../../language/resolved.ts'

/** The input dialog as actions use it (`form/InputDialog.tsx`). */
export interface InputDialogProps {
  readonly input: ResolvedInput
  readonly title: string
  /** The record that the action is about; empty for several. */
  readonly subject: string
  /** The action's question, shown above the fields. */
  readonly confirmText?: string
  readonly onCancel: () => void
  readonly onSubmit: (http: HttpClient, values: Record<string, unknown>) => Promise<void>
}

/**
 * Where actions get the input dialog from; the screen provides it. Forms draw actions and child lists in their footers and tabs,
 * so actions cannot import forms in turn.
 */
export const InputDialogContext = createContext<ComponentType<InputDialogProps> | null>(null)
