import type { Departures } from '../../client/http/httpClientOptions.ts'
import { reloadPage } from '../../client/http/lostWrite.ts'
import { showProblem } from '../../client/notices.ts'
import { originState } from './origin.ts'

/** Where failed calls lead in the console (specification, section 8). */
export function createDepartures(page: { navigate: (to: string, state?: unknown) => void; forget: () => void }): Departures {
  let isUnloading = false
  window.addEventListener('pagehide', () => {
    isUnloading = true
  })
  return {
    reload: (isWriteLost) => reloadPage(sessionStorage, isWriteLost),
    toLogin: (problem) => {
      const from = originState(window.location)
      page.forget()
      page.navigate('/login', from)
      showProblem(problem)
    },
    toPage500: (problem) => {
      // A browser breaks off the calls of a page that is being left; the server is not to blame.
      if (isUnloading) return
      page.navigate('/page500', originState(window.location))
      showProblem(problem)
    },
  }
}
