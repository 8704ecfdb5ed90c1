import { RouterProvider } from 'react-router-dom'
import { HttpProvider } from '../../src/client/http/HttpContext.tsx'
import { NoticeContainer } from '../../src/client/NoticeContainer.tsx'
import type { PortalParts } from './createPortal.ts'

/** The portal: its shared parts around the router. */
export function App({ parts }: { parts: PortalParts }) {
  return (
    <HttpProvider client={parts.http}>
      <RouterProvider router={parts.router} />
      <NoticeContainer app="portal" />
    </HttpProvider>
  )
}
