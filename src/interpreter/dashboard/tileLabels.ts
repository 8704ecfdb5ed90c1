import type { TileData } from '../../answers/dashboards.ts'
import type { Tone } from '../../language/documents/vocabulary.ts'
import type { ColumnLabels } from '../shared/labels/columnLabels.ts'

/** The labels that came with the numbers of a tile, by field. */
export function tileLabels({ labels = {} }: TileData): ReadonlyMap<string, ColumnLabels> {
  return new Map(
    Object.entries(labels).map(([field, options]) => [
      field,
      new Map(
        Object.entries(options).map(
          ([key, { value, tone }]) => [key, { value, ...(tone !== undefined && { tone: tone as Tone }) }] as const,
        ),
      ),
    ]),
  )
}
