import { type FormEvent, useState } from 'react'

/** Errors of a form by field, in the order of its fields. */
export type Problems = Readonly<Partial<Record<string, string>>>

/**
 * Shows errors only after the user tried to send (specification, section 5).
 *
 * @param found current errors
 * @returns errors to show, and the submit handler: a form with errors is not sent, and its first wrong field gets the focus
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
