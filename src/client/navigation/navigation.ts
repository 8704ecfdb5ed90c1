import { type Location, type Navigator, type Path, parsePath, type To, type UNSAFE_createBrowserHistory } from 'react-router-dom'

type BrowserHistory = ReturnType<typeof UNSAFE_createBrowserHistory>
type Place = Pick<Path, 'pathname' | 'search'>
type Action = 'POP' | 'PUSH' | 'REPLACE'

/** A way that somebody wants to go. `POP` is a step of the browser, back or forward. */
export interface Departure {
  readonly from: Place
  readonly to: Place
  readonly action: Action
}

/** Whether a departure has to wait; `goOn` takes it up again, now or later, and asks no more. */
export type Guard = (departure: Departure, goOn: () => void) => boolean

/** The addresses that the page goes through; one per page. */
export interface Navigation extends Navigator {
  readonly current: () => Location
  /** @returns what ends it */
  readonly subscribe: (listener: () => void) => () => void
  /** Lets `guard` hold departures back. Of several the youngest is asked. @returns what ends it */
  readonly guard: (guard: Guard) => () => void
}

/**
 * The history of the browser as a plain router takes it, with guards. The router's own way of holding back comes with loaders and actions,
 * which nothing here uses, and which are more code than all the rest of it.
 */
export function createNavigation(history: BrowserHistory): Navigation {
  const guards: Guard[] = []
  const listeners = new Set<() => void>()
  let current: Location = history.location
  /** What to do at the next step of the browser when it is one of ours, and nobody's wish. */
  let ownStep: (() => void) | null = null

  function arrive(): void {
    current = history.location
    for (const listener of listeners) listener()
  }
  const isHeld = (to: Place, action: Action, goOn: () => void) => guards.at(-1)?.({ from: current, to, action }, goOn) ?? false

  function enter(action: 'PUSH' | 'REPLACE', to: To, state: unknown): void {
    const goOn = () => {
      if (action === 'PUSH') history.push(to, state)
      else history.replace(to, state)
      arrive()
    }
    if (!isHeld(placeOf(to, current), action, goOn)) goOn()
  }

  history.listen(({ location, delta }) => {
    const step = ownStep
    ownStep = null
    if (step) return step()
    let takenBack = () => {}
    const isTakenBack = new Promise<void>((resolve) => {
      takenBack = resolve
    })
    const goOn = async () => {
      await isTakenBack
      ownStep = arrive
      history.go(delta ?? 0)
    }
    // The browser has taken this step already: what waits is undone first. A step of unknown length, to an address that somebody typed
    // behind a `#`, cannot be.
    if (!delta || !isHeld(location, 'POP', goOn)) return arrive()
    ownStep = takenBack
    history.go(-delta)
  })

  return {
    createHref: history.createHref,
    encodeLocation: history.encodeLocation,
    go: history.go,
    push: (to, state) => enter('PUSH', to, state),
    replace: (to, state) => enter('REPLACE', to, state),
    current: () => current,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    guard: (guard) => {
      guards.push(guard)
      return () => guards.splice(guards.indexOf(guard), 1)
    },
  }
}

function placeOf(to: To, here: Place): Place {
  const { pathname = here.pathname, search = '' } = typeof to === 'string' ? parsePath(to) : to
  return { pathname, search }
}
