import type { AnnouncementPage } from '../../../src/answers/noticeboard.ts'
import { formatDate } from '../../../src/client/format.ts'
import { RichText } from '../../shared/content/RichText.tsx'
import { parseRichText } from '../../shared/content/richText.ts'
import { LoadedPart } from '../../shared/LoadedPart.tsx'
import { useLoaded } from '../../shared/useLoaded.ts'

/** Current announcements for corporate members. */
export function AnnouncementsPart() {
  const loaded = useLoaded<AnnouncementPage>('/api/noticeboard/announcements/0/20', { isOwn: true })
  return (
    <LoadedPart loaded={loaded}>
      {({ rows }) =>
        rows.length === 0 ? (
          <p className="no-rows">目前沒有公告。</p>
        ) : (
          <div className="announcements">
            {rows.map(({ id, title, startAt, content, isPinned }) => (
              <details key={id} open={isPinned}>
                <summary>
                  <span>{title}</span>
                  <time dateTime={startAt}>{formatDate(startAt)}</time>
                </summary>
                <RichText nodes={parseRichText(content)} />
              </details>
            ))}
          </div>
        )
      }
    </LoadedPart>
  )
}
