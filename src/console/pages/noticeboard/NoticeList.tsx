import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { Notice } from '../../../answers/noticeboard.ts'
import { formatDateTime } from '../../../client/format.ts'
import { useLoad } from '../../../client/load/useLoad.ts'
import { useSend } from '../../../client/send/useSend.ts'
import { useSendOnly } from '../../../client/send/useSendOnly.ts'
import { listNotices, markNoticeRead, markNoticesRead } from './noticeboardCalls.ts'

/** Shown at first, and further ones with each press of the button. */
const step = 5
/** The server answers no more at once. */
const most = 100

/** 我的通知: what documents tell this user of records, newest first, each with a link to its record; nothing at all when there is none. */
export function NoticeList() {
  const [size, setSize] = useState(step)
  const { data, reload } = useLoad((http, signal) => listNotices(http, size, signal), [size])
  const { isSending, send } = useSend()
  if (data === null || data.rows.length === 0) return null
  const newest = data.rows[0]?.id ?? 0
  const readAll = () => void send((http) => markNoticesRead(http, newest)).then(reload)
  return (
    <section aria-labelledby="notices-title" className="card mb-4">
      <div className="card-header d-flex flex-wrap align-items-center gap-2">
        <h2 id="notices-title" className="h6 mb-0">
          我的通知
        </h2>
        {data.unreadCount > 0 && <span className="text-body-secondary">{data.unreadCount.toLocaleString('en-US')} 則未讀</span>}
        {data.unreadCount > 0 && (
          <button type="button" className="btn btn-sm btn-outline-secondary ms-auto d-print-none" disabled={isSending} onClick={readAll}>
            全部標為已讀
          </button>
        )}
      </div>
      <ul className="list-group list-group-flush">
        {data.rows.map((notice) => (
          <NoticeItem key={notice.id} notice={notice} />
        ))}
      </ul>
      {data.totalCount > data.rows.length && size < most && (
        <div className="card-footer text-center d-print-none">
          <button type="button" className="btn btn-sm btn-link" onClick={() => setSize(Math.min(size + 4 * step, most))}>
            較早的通知
          </button>
        </div>
      )}
    </section>
  )
}

function NoticeItem({ notice: { id, title, text, address, createdAt, isRead } }: { readonly notice: Notice }) {
  const { send } = useSendOnly()
  return (
    <li className="list-group-item announcement">
      <div className="announcement-head">
        {isRead ? <span className="announcement-read" /> : <span className="announcement-unread" role="img" aria-label="未讀" />}
        <h3 className={`announcement-title ${isRead ? '' : 'fw-bold'}`}>
          <Link to={address} onClick={() => void send((http) => markNoticeRead(http, id))}>
            {title}
          </Link>
        </h3>
        <time className="text-body-secondary" dateTime={createdAt}>
          {formatDateTime(createdAt)}
        </time>
      </div>
      {text !== null && <p className="mb-0 mt-1 text-body-secondary text-break notice-text">{text}</p>}
    </li>
  )
}
