import { act, render } from '@testing-library/react'
import { HttpProvider } from '../../src/client/http/HttpContext.tsx'
import type { HttpClient } from '../../src/client/http/httpClient.ts'

/** An HTTP client whose calls answer as planned; a call that was not planned for fails. */
export function plannedHttp(calls: Partial<HttpClient>): HttpClient {
  const unplanned = () => Promise.reject(new Error('this call was not planned'))
  const none = {
    get: unplanned,
    post: unplanned,
    put: unplanned,
    delete: unplanned,
    download: unplanned,
    upload: unplanned,
    send: unplanned,
  }
  return { ...none, events: () => undefined, ...calls } as HttpClient
}

/** Draws a hook inside the portal's HTTP context; `current()` is what it returned last. */
export function renderPortalHook<T>(useHook: () => T, http: HttpClient = plannedHttp({})) {
  const seen: { value?: { readonly hook: T } } = {}
  function Probe() {
    seen.value = { hook: useHook() }
    return null
  }
  render(
    <HttpProvider client={http}>
      <Probe />
    </HttpProvider>,
  )
  return {
    current(): T {
      if (!seen.value) throw new Error('the hook was not drawn')
      return seen.value.hook
    },
    /** Runs what changes the hook's state, and waits for it. */
    act: (work: () => unknown) =>
      act(async () => {
        await work()
      }),
  }
}

/** A promise that the test keeps or breaks. */
export function openPromise<T>() {
  let resolve: (value: T) => void = () => undefined
  let reject: (reason: unknown) => void = () => undefined
  const promise = new Promise<T>((keep, fail) => {
    resolve = keep
    reject = fail
  })
  return { promise, resolve, reject }
}
