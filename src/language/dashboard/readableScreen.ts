import type { Entity } from '../documents/entity.ts'
import type { ResolvedScreen } from '../resolved.ts'
import { showsFields } from './resolve.ts'
import type { ResolvedSource } from './resolved.ts'

/**
 * The screen through which somebody reads a source: the first that they may open and that shows them its fields.
 *
 * @param open gives a screen restricted to the reader; null when the reader may not open it
 */
export function readableScreen(
  source: ResolvedSource,
  entity: Entity,
  open: (uri: string) => ResolvedScreen | null,
): ResolvedScreen | null {
  for (const uri of source.screens) {
    const screen = open(uri)
    if (screen !== null && showsFields(screen, entity, source.fields)) return screen
  }
  return null
}
