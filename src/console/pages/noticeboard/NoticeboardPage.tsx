import { late } from '../../../client/load/late.tsx'
import { useOffered } from '../../../interpreter/dashboard/useOffered.ts'
import { AnnouncementList } from './AnnouncementList.tsx'
import { FileList } from './FileList.tsx'
import { NoticeList } from './NoticeList.tsx'
import { TodoCards } from './TodoCards.tsx'

const LateBoard = late(async () => (await import('../../../interpreter/dashboard/DashboardBoard.tsx')).default, { Waiting: BoardPlace })

/** 公告欄, the first page after sign-in: work to do, notices of records, the dashboard of one's role, announcements, finished files (domain 4.2). */
export default function NoticeboardPage() {
  // The code that draws the dashboard comes while the server is asked which one there is.
  const offered = useOffered()
  return (
    <>
      <h1 className="h4 mb-3">公告欄</h1>
      <TodoCards />
      <NoticeList />
      <LateBoard offered={offered} />
      <AnnouncementList />
      <FileList />
    </>
  )
}

function BoardPlace() {
  return <div className="dashboard-place" />
}
