import { AnnouncementList } from './AnnouncementList.tsx'
import { FileList } from './FileList.tsx'
import { TodoCards } from './TodoCards.tsx'

/** 公告欄, the first page after sign-in: what waits to be done, the announcements, finished files (domain 4.2). */
export default function NoticeboardPage() {
  return (
    <>
      <h1 className="h4 mb-3">公告欄</h1>
      <TodoCards />
      <AnnouncementList />
      <FileList />
    </>
  )
}
