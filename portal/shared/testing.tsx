import { act, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { HttpProvider } from '../../src/client/http/HttpContext.tsx'
import type { HttpClient } from '../../src/client/http/httpClient.ts'
import { NoticeContainer } from '../../src/client/NoticeContainer.tsx'
import { parseAccessToken } from '../../src/client/session/claims.ts'
import { createStoredSession } from '../../src/client/session/storedSession.ts'
import { createAccessToken } from '../../src/client/testing/accessToken.ts'
import { createMemoryStorage } from '../../src/client/testing/memoryStorage.ts'
import { MemberProvider } from './member/MemberContext.tsx'
import { createMemberSession, type MemberSession } from './member/memberSession.ts'

/** An HTTP client with planned answers; any other call fails. */
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

/** Renders a hook in the portal's HTTP context; `current()` is its latest result. */
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
    /** Runs code that changes the hook's state, and waits for the update. */
    act: (work: () => unknown) =>
      act(async () => {
        await work()
      }),
  }
}

/** A promise that the test resolves or rejects. */
export function openPromise<T>() {
  let resolve: (value: T) => void = () => undefined
  let reject: (reason: unknown) => void = () => undefined
  const promise = new Promise<T>((keep, fail) => {
    resolve = keep
    reject = fail
  })
  return { promise, resolve, reject }
}

interface PortalSurroundings {
  readonly http: HttpClient
  readonly session?: MemberSession
  readonly path: string
}

/** Draws a part of the portal at a path. After a navigation, the element `place` contains the path and the page to return to. */
export function renderPortal(part: ReactNode, { http, session = memberSession(null), path }: PortalSurroundings) {
  return render(
    <HttpProvider client={http}>
      <MemberProvider session={session}>
        <MemoryRouter initialEntries={[path]}>
          <Page path={path}>{part}</Page>
          <Place />
        </MemoryRouter>
        <NoticeContainer app="portal" />
      </MemberProvider>
    </HttpProvider>,
  )
}

function Page({ path, children }: { path: string; children: ReactNode }) {
  return useLocation().pathname === path ? children : null
}

function Place() {
  const { pathname, state } = useLocation()
  return <output data-testid="place">{`${pathname} ${JSON.stringify(state)}`}</output>
}

/** A session of the member with this account number, or of nobody. */
export function memberSession(sub: string | null): MemberSession {
  const stored = createStoredSession(createMemoryStorage())
  if (sub !== null) {
    const accessToken = createAccessToken({ sub })
    stored.saveTokens({ access_token: accessToken, refresh_token: 'r', expires_in: 600 } as never)
    stored.saveUser(parseAccessToken(accessToken).user)
  }
  return createMemberSession(stored, '')
}

/** jsdom has no modal dialogs; this implements only opening and closing. */
export function stubDialogs(): void {
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true
  }
  HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
    this.open = false
  }
}
