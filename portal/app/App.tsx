import { BrowserRouter } from 'react-router-dom'
import { HttpProvider } from '../../src/client/http/HttpContext.tsx'
import { NoticeContainer } from '../../src/client/NoticeContainer.tsx'
import { MemberProvider } from '../shared/member/MemberContext.tsx'
import { CurrentPage } from './CurrentPage.tsx'
import type { PortalParts } from './createPortal.ts'

/** The portal: its shared parts around the router. */
export function App({ parts }: { parts: PortalParts }) {
  return (
    <HttpProvider client={parts.http}>
      <MemberProvider session={parts.member}>
        {/* The plain router, because loaders and actions of a data router would be a tenth of the portal's code. */}
        <BrowserRouter>
          <CurrentPage />
        </BrowserRouter>
      </MemberProvider>
      <NoticeContainer app="portal" />
    </HttpProvider>
  )
}
