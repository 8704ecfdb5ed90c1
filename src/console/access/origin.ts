export const homePath = '/noticeboard'

/** Pages open without sign-in; nobody is sent back to them. */
const openPaths: readonly string[] = ['/login', '/page500', '/change_password', '/forget_password']

interface Place {
  readonly pathname: string
  readonly search: string
}

/** Router state that remembers the place a user was kept from, or came from. */
export function originState({ pathname, search }: Place): { readonly from: string } {
  return { from: pathname + search }
}

/** The remembered place when it is a protected path of this origin, else the notice board. Router state survives in the browser's
 * history, where other scripts of the page could write, so it is checked like input. */
export function originOf(state: unknown): string {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : undefined
  if (typeof from !== 'string' || !from.startsWith('/') || !URL.canParse(from, window.location.origin)) return homePath
  const { origin, pathname, search } = new URL(from, window.location.origin)
  return origin === window.location.origin && !openPaths.includes(pathname) ? pathname + search : homePath
}
