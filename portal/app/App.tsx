import { RouterProvider } from 'react-router-dom'
import { HttpProvider } from '../../src/client/http/HttpContext.tsx'
import { NoticeContainer } from '../../src/client/NoticeContainer.tsx'
import { MemberProvider } from '../shared/member/MemberContext.tsx'
import type { PortalParts } from './createPortal.ts'

/** The portal: its shared parts around the router. */
export function App({ parts }: { parts: PortalParts }) {
  return (
    <HttpProvider client={parts.http}>
      <MemberProvider session={parts.member}>
        <RouterProvider router={parts.router} />
      </MemberProvider>
      <NoticeContainer app="portal" />
    </HttpProvider>
  )
}
