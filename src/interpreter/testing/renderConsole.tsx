import { type RenderResult, render } from '@testing-library/react'
import { createStore, Provider } from 'jotai'
import type { ReactNode } from 'react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { DialogProvider } from '../../client/dialogs/DialogProvider.tsx'
import { HttpProvider } from '../../client/http/HttpContext.tsx'
import type { SignedInUser } from '../../client/session/claims.ts'
import { enterSessionAtom } from '../../client/session/sessionAtoms.ts'
import type { FakeHttp } from './fakeHttp.ts'

const user: SignedInUser = {
  sub: '1',
  name: 'amy',
  fullname: '陳小美',
  email: 'amy@example.com',
  jobtitle: '專員',
  phone_number: '',
  roles: ['OPERATOR'],
  ask_change_password: false,
  ask_warn_password: false,
  limitDate: '----/--/--',
  userType: '1',
  companyNo: '',
  companyName: '',
  companyType: '',
  rewardPointId: '',
  isEnabled: true,
}

interface ConsoleOptions {
  readonly http: FakeHttp
  readonly permissions?: readonly string[]
  readonly user?: Partial<SignedInUser>
  /** Address of the browser, including the query. */
  readonly address?: string
}

/** Draws a part of the console for a signed-in user, with a fake server. */
export function renderConsole(ui: ReactNode, { http, permissions = [], user: own = {}, address = '/' }: ConsoleOptions): RenderResult {
  const store = createStore()
  store.set(enterSessionAtom, { ...user, ...own }, permissions)
  return render(
    <MemoryRouter initialEntries={[address]}>
      <Provider store={store}>
        <HttpProvider client={http}>
          <DialogProvider>
            {ui}
            <Address />
          </DialogProvider>
        </HttpProvider>
      </Provider>
    </MemoryRouter>,
  )
}

/** Shows the address, so that a test can read what the list wrote there. */
function Address() {
  const { pathname, search } = useLocation()
  return <output data-testid="address">{decodeURIComponent(pathname + search)}</output>
}
