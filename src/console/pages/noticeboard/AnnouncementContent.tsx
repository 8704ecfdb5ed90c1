import { lazy, Suspense, useCallback } from 'react'
import type { HttpClient } from '../../../client/http/httpClient.ts'
import { Spinner } from '../../../client/parts/Spinner.tsx'
import { ReadProblem } from '../../reading/ReadProblem.tsx'
import { useRead } from '../../reading/useRead.ts'
import { openAnnouncement } from './noticeboardCalls.ts'

const HtmlContent = lazy(() => import('../../../interpreter/shared/values/HtmlContent.tsx'))

export function AnnouncementContent({ id }: { id: number }) {
  const read = useCallback((http: HttpClient, signal: AbortSignal) => openAnnouncement(http, id, signal), [id])
  const { state, value, text, retry } = useRead(read)
  if (state === 'error') return <ReadProblem text={text} onRetry={retry} />
  if (!value) return <Spinner />
  return (
    <Suspense fallback={<Spinner />}>
      <div className="announcement-content">
        {value.image && <img src={value.image} alt={`${value.title} 的圖片`} />}
        <HtmlContent html={value.content} />
      </div>
    </Suspense>
  )
}
