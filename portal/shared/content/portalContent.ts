import { contentType } from '../../../src/rules/codes.generated.ts'
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

export function useContents(type: keyof typeof contentType): Loaded<readonly PortalContent[]> {
  return useLoaded(`/api/portal/contents/${contentType[type]}`)
}
