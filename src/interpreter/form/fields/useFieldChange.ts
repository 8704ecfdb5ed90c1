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

/** Without a key for so long, somebody has stopped typing. */
const pauseMs = 300

/**
 * Takes changes of fields. RJSF is told at once, or, of texts on which nothing depends, when nobody is kept waiting by it: in a pause, with
 * the next other change, or on submit.
 */
export function useFieldChange(entered: RefObject<FormValues>, store: FieldStore, onChange: FieldProps['onChange']) {
  const { definition, formId } = useFormFrame()
  const { isJudged, note } = useTyping()
  const untold = useRef<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const tell = useEvent((name: string) => {
    clearTimeout(timer.current)
    untold.current = null
    onChange(entered.current, [], undefined, fieldId(formId, name))
  })
  const tellRest = useEvent(() => {
    if (untold.current !== null) tell(untold.current)
  })
  useEffect(() => {
    const form = document.getElementById(formId)
    const tellNow = () => flushSync(tellRest)
    // Before RJSF, which listens at the root of the page.
    form?.addEventListener('submit', tellNow)
    return () => {
      form?.removeEventListener('submit', tellNow)
      clearTimeout(timer.current)
    }
  }, [formId, tellRest])
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
      clearTimeout(timer.current)
      timer.current = setTimeout(tellRest, pauseMs)
    },
    [entered, store, definition, isJudged, note, tell, tellRest],
  )
}
