import 'bootstrap/dist/css/bootstrap.min.css'
import './theme.css'
import './styles/parts.css'
import './styles/layout.css'
import './styles/pages.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { fetchCode } from '../client/load/useCode.ts'
import type { SignedInUser } from '../client/session/claims.ts'
import { sessionAtom } from '../client/session/sessionAtoms.ts'
import { App } from './App.tsx'
import { CurrentPage, fetchProtectedPage } from './CurrentPage.tsx'
import { createConsole } from './createConsole.ts'
import { printInLight } from './layout/theme.ts'
import { openPages } from './openPages.ts'

printInLight()
const root = document.getElementById('root')
if (!root) throw new Error('The page lacks its #root element')
const parts = createConsole()

function draw(place: HTMLElement): void {
  place.inert = false
  createRoot(place).render(
    <StrictMode>
      <App parts={parts}>
        <CurrentPage />
      </App>
    </StrictMode>,
  )
}

/** A page waits so long for its code, which mostly comes meanwhile, instead of showing a spinner first. */
const firstWait = new Promise((resolve) => setTimeout(resolve, 300))

/** Who has to change the password comes to no page before that. */
async function fetchProtected({ name, ask_change_password }: SignedInUser): Promise<void> {
  if (!ask_change_password) await fetchProtectedPage({ http: parts.http, userName: name, place: window.location })
}

const { pathname } = window.location
const openPage = openPages[pathname]
const session = parts.store.get(sessionAtom)
// An open page came drawn: it stays until its code is there. Where code does not come the page says so when it is drawn.
const code = openPage ? fetchCode(openPage) : session.state === 'loggedIn' && Promise.race([fetchProtected(session.user), firstWait])
if (code)
  code.then(
    () => draw(root),
    () => draw(root),
  )
else draw(root)
