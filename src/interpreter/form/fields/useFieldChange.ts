import type { FieldProps } from '@rjsf/utils'
import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useEvent } from '../../shared/parts/useStable.ts'
import { useFormFrame } from '../frame/FormFrameContext.ts'
import { useTyping } from '../frame/TypingContext.ts'
import { fieldId } from '../values/formDefinition.ts'
import type { FormValues } from '../values/formScope.ts'
import { lonelyTexts } from '../values/lonelyTexts.ts'
import type { FieldStore } from './fieldStore.ts'

/** Takes changes of fields. RJSF is told at once, or, of texts on which nothing depends, when it asks: with the next change, or on submit. */
export function useFieldChange(entered: RefObject<FormValues>, store: FieldStore, onChange: FieldProps['onChange']) {
  const { definition, formId } = useFormFrame()
  const { isJudged, note } = useTyping()
  const untold = useRef<string | null>(null)
  const tell = useEvent((name: string) => {
    untold.current = null
    onChange(entered.current, [], undefined, fieldId(formId, name))
  })
  useEffect(() => {
    const form = document.getElementById(formId)
    const tellAll = () => {
      const name = untold.current
      if (name !== null) flushSync(() => tell(name))
    }
    // Before RJSF, which listens at the root of the page.
    form?.addEventListener('submit', tellAll)
    return () => form?.removeEventListener('submit', tellAll)
  }, [formId, tell])
  return useCallback(
    (name: string, value: unknown) => {
      entered.current = { ...entered.current, [name]: value }
      if (isJudged() || !lonelyTexts(definition).has(name)) {
        store.enter(name, value)
        return tell(name)
      }
      store.type(name, value)
      untold.current = name
      note(entered.current)
    },
    [entered, store, definition, isJudged, note, tell],
  )
}
