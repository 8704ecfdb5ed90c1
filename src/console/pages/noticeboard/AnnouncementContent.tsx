import { LoadProblem } from '../../../client/load/LoadProblem.tsx'
import { late } from '../../../client/load/late.tsx'
import { useLoad } from '../../../client/load/useLoad.ts'
import { Spinner } from '../../../client/parts/Spinner.tsx'
import { openAnnouncement } from './noticeboardCalls.ts'

const HtmlContent = late(async () => (await import('../../../interpreter/shared/values/HtmlContent.tsx')).default, { Waiting: Spinner })

export function AnnouncementContent({ id }: { id: number }) {
  const { state, data, failure, reload } = useLoad((http, signal) => openAnnouncement(http, id, signal), [id])
  if (state === 'error') return <LoadProblem failure={failure} onRetry={reload} />
  if (data === null) return <Spinner />
  return (
    <div className="announcement-content">
      {data.image && <img src={data.image} alt={`${data.title} 的圖片`} />}
      <HtmlContent html={data.content} />
    </div>
  )
}
