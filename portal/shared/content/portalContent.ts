import type { PortalContent } from '../../../src/answers/content.ts'
import { contentType } from '../../../src/rules/codes.generated.ts'
import { type Loaded, useLoaded } from '../useLoaded.ts'

export function useContents(type: keyof typeof contentType): Loaded<readonly PortalContent[]> {
  return useLoaded(`/api/portal/contents/${contentType[type]}`)
}
