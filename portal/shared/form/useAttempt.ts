import { type FormEvent, useState } from 'react'

/** What is wrong with a form, by field, in the order of its fields. */
export type Problems = Readonly<Partial<Record<string, string>>>

/**
 * Messages that show only after somebody tried to send (specification, section 5).
 *
 * @param found what is wrong now
 * @returns what to show of it, and what handles the form's submit: a wrong form is not sent, its first wrong field gets the focus
 */
export function useAttempt(found: Problems, send: () => Promise<void>) {
  const [isTried, setTried] = useState(false)
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const [first] = Object.keys(found)
    if (first === undefined) void send()
    else document.getElementById(first)?.focus()
  }
  return { shown: isTried ? found : {}, handleSubmit, forgetAttempt: () => setTried(false) }
}
