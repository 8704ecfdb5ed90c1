import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { HttpProvider } from '../client/http/HttpContext.tsx'
import type { HttpClient } from '../client/http/httpClient.ts'
import { SessionProvider } from '../client/signIn/SessionContext.tsx'
import type { SessionActions } from '../client/signIn/sessionActions.ts'
import { openPages } from './openPages.ts'

/** A page before any script has run. */
export interface DrawnPage {
  readonly path: string
  readonly title: string
  readonly html: string
}

async function drawOpenPage(path: string): Promise<DrawnPage> {
  const loaded = await openPages[path]?.()
  if (!loaded) throw new Error(`no open page at ${path}`)
  const Page = loaded.default
  const drawn = renderToStaticMarkup(
    // Nothing is sent and nobody signs in while a page is drawn.
    <HttpProvider client={{} as HttpClient}>
      <SessionProvider actions={{} as SessionActions}>
        <MemoryRouter initialEntries={[path]}>
          <Page />
        </MemoryRouter>
      </SessionProvider>
    </HttpProvider>,
  )
  // React writes the title where it stands, and moves it into the head in a browser only.
  const [element = '', title = ''] = /<title>([^<]*)<\/title>/.exec(drawn) ?? []
  // The script draws fields of its own, so nothing may be written into these: no person can, because the build makes all of it inert, and
  // no program should.
  return { path, title, html: drawn.replace(element, '').replaceAll('<input ', '<input readonly ') }
}

/**
 * The open pages, drawn for the build, which keeps them as files: on a slow telephone a page can be read a second before its script has
 * run. They are drawn as a visitor sees them first, before anything was asked of the server.
 */
export const drawnPages: readonly DrawnPage[] = await Promise.all(Object.keys(openPages).map(drawOpenPage))
