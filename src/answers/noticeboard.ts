import Type from 'typebox'
import { type AnswerOf, listOf, Moment, Nothing, orNull, pageOf, Whole, wordOf } from './shapes.ts'

/** An announcement as its readers see it. */
const announcement = {
  id: Whole,
  isPinned: Type.Boolean(),
  /** Dictionary AnnouncementCategory. */
  category: Type.String(),
  title: Type.String(),
  startAt: Moment,
  /** HTML, cleaned by the server. */
  content: Type.String(),
  /** By who asks. */
  isRead: Type.Boolean(),
}

const AnnouncementRow = Type.Object(announcement)
export type AnnouncementRow = AnswerOf<typeof AnnouncementRow>

/** `GET /api/noticeboard/announcements/{pageIndex}/{pageSize}` */
export const AnnouncementPage = Type.Object({ ...pageOf(AnnouncementRow).properties, totals: Nothing })
export type AnnouncementPage = AnswerOf<typeof AnnouncementPage>

/** `GET /api/noticeboard/announcements/{id}` */
export const Announcement = Type.Object({
  ...announcement,
  /** Data address of a picture. */
  image: orNull(Type.String()),
})
export type Announcement = AnswerOf<typeof Announcement>

/** One card of 待辦事項: what waits, how much of it, and the screen with its filter. */
const TodoCard = Type.Object({ key: Type.String(), title: Type.String(), count: Whole, uri: Type.String() })
export type TodoCard = AnswerOf<typeof TodoCard>

/** `GET /api/noticeboard/todo` */
export const TodoCards = listOf(TodoCard)

/** What a document tells the user of a record, and the address of the record within the console. */
const Notice = Type.Object({
  id: Whole,
  title: Type.String(),
  text: orNull(Type.String()),
  address: Type.String(),
  createdAt: Moment,
  isRead: Type.Boolean(),
})
export type Notice = AnswerOf<typeof Notice>

/** `GET /api/noticeboard/notices/{pageIndex}/{pageSize}`, newest first. */
export const NoticePage = Type.Object({ ...pageOf(Notice).properties, totals: Nothing, unreadCount: Whole })
export type NoticePage = AnswerOf<typeof NoticePage>

/** A file that an export job makes or has made; when it is done, `path` answers it. */
const ExportFile = Type.Object({
  id: Whole,
  fileName: Type.String(),
  createdAt: Moment,
  path: Type.String(),
  state: wordOf('waiting', 'running', 'done', 'failed'),
  /** Rows of the list when the export was asked for. */
  totalCount: Whole,
  /** Rows written so far. */
  doneCount: Whole,
})
export type ExportFile = AnswerOf<typeof ExportFile>

/** `GET /api/noticeboard/files` */
export const ExportFiles = listOf(ExportFile)
