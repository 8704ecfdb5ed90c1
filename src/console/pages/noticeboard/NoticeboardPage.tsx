import { lazy, Suspense } from 'react'
import { AnnouncementList } from './AnnouncementList.tsx'
import { FileList } from './FileList.tsx'
import { TodoCards } from './TodoCards.tsx'
import { useIsPainted } from './useIsPainted.ts'

const DashboardBoard = lazy(() => import('../../../interpreter/dashboard/DashboardBoard.tsx'))

/** 公告欄, the first page after sign-in: work to do, the dashboard of one's role, announcements, finished files (domain 4.2). */
export default function NoticeboardPage() {
  const isPainted = useIsPainted()
  return (
    <>
      <h1 className="h4 mb-3">公告欄</h1>
      <TodoCards />
      <Suspense fallback={<div className="dashboard-place" />}>
        {isPainted ? <DashboardBoard /> : <div className="dashboard-place" />}
      </Suspense>
      <AnnouncementList />
      <FileList />
    </>
  )
}
