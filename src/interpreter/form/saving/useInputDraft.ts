import { useState } from 'react'
import { randomKey } from '../../../client/randomKey.ts'
import type { UserScope } from '../../../language/predicate/predicate.ts'
import type { FormDefinition } from '../values/formDefinition.ts'
import { type FormStart, restoreDraft } from '../values/formDraft.ts'
import type { FormValues } from '../values/formScope.ts'
import { valuesOfNew } from '../values/formValues.ts'
import { useFormDraft } from './useFormDraft.ts'

interface InputDraftOptions {
  readonly key: string
  readonly entered: FormValues | undefined
  readonly user: UserScope
}

/** What the small form of an action starts with: what was typed before the page was reloaded or the session ended, or what it was given. */
export function useInputDraft(definition: FormDefinition, { key, entered, user }: InputDraftOptions) {
  const draft = useFormDraft(definition, key)
  const [plain] = useState((): FormStart & { readonly requestKey: string } => {
    const values = valuesOfNew(definition, entered ?? {}, user)
    return { base: values, values, rowVersion: null, requestKey: randomKey() }
  })
  const [restored, setRestored] = useState(() => restoreDraft(definition, plain, draft.stored))
  return {
    values: restored?.values ?? plain.values,
    isRestored: restored !== null,
    /** That of the draft, because what it holds may have been sent before its answer was lost. */
    requestKey: restored?.requestKey ?? plain.requestKey,
    keep: (values: FormValues) => draft.keep({ ...plain, requestKey: restored?.requestKey ?? plain.requestKey }, values),
    /** Sent, or given up. */
    clear: draft.clear,
    discard: () => {
      draft.clear()
      setRestored(null)
    },
  }
}
