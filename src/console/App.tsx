import { Provider } from 'jotai'
import { RouterProvider } from 'react-router-dom'
import { DialogProvider } from '../client/dialogs/DialogProvider.tsx'
import { HttpProvider } from '../client/http/HttpContext.tsx'
import { LoaderOverlay } from '../client/loader/LoaderOverlay.tsx'
import { NoticeContainer } from '../client/NoticeContainer.tsx'
import { SessionProvider } from '../client/session/SessionContext.tsx'
import type { ConsoleParts } from './createConsole.ts'
import { useTheme } from './layout/theme.ts'

/** The console: its shared parts around the router. */
export function App({ parts }: { parts: ConsoleParts }) {
  return (
    <Provider store={parts.store}>
      <HttpProvider client={parts.http}>
        <SessionProvider actions={parts.actions}>
          <DialogProvider>
            <RouterProvider router={parts.router} />
          </DialogProvider>
        </SessionProvider>
      </HttpProvider>
      <LoaderOverlay />
      <Notices />
    </Provider>
  )
}

function Notices() {
  const [theme] = useTheme()
  return <NoticeContainer app="console" theme={theme} />
}
