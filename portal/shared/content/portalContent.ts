import { type Loaded, useLoaded } from '../useLoaded.ts'

/** A published text of 兌換網站內容管理. */
export interface PortalContent {
  readonly title: string
  /** HTML, cleaned by the server. */
  readonly body: string
  /** Address of a picture. */
  readonly image: string | null
  readonly displayOrder: number
  readonly version: string
  /** ISO UTC. */
  readonly publishedAt: string | null
}

/** Keys of the dictionary ContentType. */
export const contentTypes = {
  banner: '1',
  policy: '2',
  privacy: '3',
  precautions: '4',
  steps: '5',
  questions: '6',
  exchangeNotes: '7',
} as const

export function useContents(type: keyof typeof contentTypes): Loaded<readonly PortalContent[]> {
  return useLoaded(`/api/portal/contents/${contentTypes[type]}`)
}
