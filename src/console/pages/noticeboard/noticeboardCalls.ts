import type { Announcement, AnnouncementPage, ExportFile, NoticePage, TodoCard } from '../../../answers/noticeboard.ts'
import type { HttpClient } from '../../../client/http/httpClient.ts'

const root = '/api/noticeboard'

/** Filters of the board that are set. */
export type BoardQuery = Readonly<Partial<Record<'category' | 'title' | 'startAtFrom' | 'startAtTo', string>>>

export function listAnnouncements(
  http: HttpClient,
  page: { pageIndex: number; pageSize: number; filters: BoardQuery },
  signal: AbortSignal,
): Promise<AnnouncementPage> {
  const { pageIndex, pageSize, filters } = page
  return http.get(`${root}/announcements/${pageIndex}/${pageSize}`, { params: filters, signal })
}

/** Reads one announcement and remembers that the user has; a failure to remember only leaves it marked as unread. */
export async function openAnnouncement(http: HttpClient, id: number, signal: AbortSignal): Promise<Announcement> {
  const announcement = await http.get<Announcement>(`${root}/announcements/${id}`, { signal })
  if (!announcement.isRead) await http.post(`${root}/announcements/${id}/read`, undefined, { quiet: true }).catch(() => undefined)
  return announcement
}

export function listTodoCards(http: HttpClient, signal: AbortSignal): Promise<readonly TodoCard[]> {
  return http.get(`${root}/todo`, { signal })
}

export function listNotices(http: HttpClient, pageSize: number, signal: AbortSignal): Promise<NoticePage> {
  return http.get(`${root}/notices/0/${pageSize}`, { signal, quiet: true })
}

/** A failure to remember only leaves it marked as unread. */
export async function markNoticeRead(http: HttpClient, id: number): Promise<void> {
  await http.post(`${root}/notices/${id}/read`, undefined, { quiet: true }).catch(() => undefined)
}

/** @param until id of the newest one that is shown */
export async function markNoticesRead(http: HttpClient, until: number): Promise<void> {
  await http.post(`${root}/notices/read`, { until })
}

export function listFiles(http: HttpClient, signal: AbortSignal): Promise<readonly ExportFile[]> {
  return http.get(`${root}/files`, { signal, quiet: true })
}
