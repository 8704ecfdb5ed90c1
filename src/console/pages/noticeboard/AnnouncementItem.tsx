import { useId, useState } from 'react'
import type { AnnouncementRow } from '../../../answers/noticeboard.ts'
import { formatDateTime } from '../../../client/format.ts'
import { Icon } from '../../../client/parts/Icon.tsx'
import { AnnouncementContent } from './AnnouncementContent.tsx'

/** One announcement: 展開 reads its content, which marks it as read. */
export function AnnouncementItem({ row, category }: { row: AnnouncementRow; category: string }) {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const contentId = useId()
  const isRead = row.isRead || wasOpened

  const handleToggle = () => {
    setOpen(!isOpen)
    setWasOpened(true)
  }

  return (
    <li className="list-group-item announcement">
      <div className="announcement-head">
        {isRead ? <span className="announcement-read" /> : <span className="announcement-unread" role="img" aria-label="未讀" />}
        {row.isPinned && (
          <span className="badge text-bg-warning">
            <Icon name="keep" /> 置頂
          </span>
        )}
        <span className="badge text-bg-secondary">{category}</span>
        <h3 className={`announcement-title ${isRead ? '' : 'fw-bold'}`}>{row.title}</h3>
        <time className="text-body-secondary" dateTime={row.startAt}>
          {formatDateTime(row.startAt)}
        </time>
        <button
          type="button"
          className="btn btn-sm btn-outline-primary d-print-none"
          aria-expanded={isOpen}
          aria-controls={contentId}
          aria-label={`${isOpen ? '收合' : '展開'} ${row.title}`}
          onClick={handleToggle}
        >
          {isOpen ? '收合' : '展開'}
        </button>
      </div>
      <div id={contentId}>{isOpen && <AnnouncementContent id={row.id} />}</div>
    </li>
  )
}
