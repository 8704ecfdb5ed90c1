import type { HttpClient } from '../../../client/http/httpClient.ts'

/** An announcement in the list (domain 4.2). */
export interface AnnouncementRow {
  readonly id: number
  readonly isPinned: boolean
  /** Dictionary AnnouncementCategory. */
  readonly category: string
  readonly title: string
  readonly startAt: string
  readonly isRead: boolean
}

export interface AnnouncementPage {
  readonly totalCount: number
  readonly rows: readonly AnnouncementRow[]
}

export interface Announcement extends AnnouncementRow {
  readonly content: string
  /** Data address of a picture, or null. */
  readonly image: string | null
}

/** Work that waits for the user; `uri` may carry the filter as a query. */
export interface TodoCard {
  readonly key: string
  readonly title: string
  readonly count: number
  readonly uri: string
}

/** A file that an export job makes or has made; when it is done, `path` answers it. */
export interface ExportFile {
  readonly id: number
  readonly fileName: string
  readonly createdAt: string
  readonly path: string
  readonly state: 'waiting' | 'running' | 'done' | 'failed'
  readonly totalCount: number
  /** Rows written so far. */
  readonly doneCount: number
}

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

export function listFiles(http: HttpClient, signal: AbortSignal): Promise<readonly ExportFile[]> {
  return http.get(`${root}/files`, { signal, quiet: true })
}
