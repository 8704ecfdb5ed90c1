import { Provider } from 'jotai'
import type { ReactNode } from 'react'
import { DialogProvider } from '../client/dialogs/DialogProvider.tsx'
import { HttpProvider } from '../client/http/HttpContext.tsx'
import { LoaderOverlay } from '../client/loader/LoaderOverlay.tsx'
import { NoticeContainer } from '../client/NoticeContainer.tsx'
import { NavigationProvider } from '../client/navigation/NavigationProvider.tsx'
import { SessionProvider } from '../client/signIn/SessionContext.tsx'
import type { ConsoleParts } from './createConsole.ts'
import { useTheme } from './layout/theme.ts'

/** The console: its shared parts around its pages. */
export function App({ parts, children }: { parts: ConsoleParts; children: ReactNode }) {
  return (
    <Provider store={parts.store}>
      <HttpProvider client={parts.http}>
        <SessionProvider actions={parts.actions}>
          <DialogProvider>
            <NavigationProvider navigation={parts.navigation}>{children}</NavigationProvider>
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
