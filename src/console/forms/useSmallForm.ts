import { type FormEvent, useState } from 'react'
import type { HttpClient } from '../../client/http/httpClient.ts'
import { isHttpProblem } from '../../client/http/problem.ts'
import { showProblem } from '../../client/notices.ts'
import { useSend } from '../../client/send/useSend.ts'
import type { TextFieldProps } from './TextField.tsx'

export type FieldTexts<Name extends string> = { readonly [N in Name]?: string }

/** The state of a small hand-built form: messages show only after a submit attempt (specification, section 5). */
export interface SmallForm<Name extends string> {
  readonly values: Readonly<Record<Name, string>>
  readonly errors: FieldTexts<Name>
  readonly isSending: boolean
  /** What a {@link TextField} of this form is given: its value, what is wrong with it, and what takes the next value. */
  field(name: Name): Pick<TextFieldProps, 'value' | 'error' | 'onChange'>
  clear(...names: readonly Name[]): void
  handleSubmit(event: FormEvent): void
}

/**
 * @param check texts of the fields that must not be sent as they are
 * @param send  sends the values; a problem that names fields shows there, every other one as a notice
 */
export function useSmallForm<Name extends string>(
  initial: Readonly<Record<Name, string>>,
  check: (values: Readonly<Record<Name, string>>) => FieldTexts<Name>,
  send: (values: Readonly<Record<Name, string>>, http: HttpClient) => Promise<void>,
): SmallForm<Name> {
  const [values, setValues] = useState(initial)
  const [hasTried, setTried] = useState(false)
  const [refusals, setRefusals] = useState<FieldTexts<Name>>({})
  const sending = useSend((problem) => {
    if (isHttpProblem(problem) && problem.fields && Object.keys(problem.fields).every((name) => name in initial))
      setRefusals(problem.fields as FieldTexts<Name>)
    else showProblem(problem)
  })
  const found = check(values)

  const submit = async () => {
    const isComplete = Object.keys(found).length === 0
    setTried(!isComplete)
    setRefusals({})
    if (isComplete) await sending.send((http) => send(values, http))
  }

  const errors: FieldTexts<Name> = { ...refusals, ...(hasTried ? found : {}) }
  const set = (name: Name, value: string) => {
    setValues((before) => ({ ...before, [name]: value }))
    setRefusals((before) => ({ ...before, [name]: undefined }))
  }

  return {
    values,
    errors,
    isSending: sending.isSending,
    field: (name) => ({ value: values[name], error: errors[name], onChange: (value) => set(name, value) }),
    clear: (...names) => setValues((before) => ({ ...before, ...Object.fromEntries(names.map((name) => [name, ''])) })),
    handleSubmit: (event) => {
      event.preventDefault()
      void submit()
    },
  }
}
