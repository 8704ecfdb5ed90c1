import type { Diagnostic } from './diagnostic.ts'
import { rememberLast } from './rememberLast.ts'
import { writtenPlaces } from './writtenPlaces.ts'

export type Place = readonly (string | number)[]

/** A problem at a place of a document, before the place is turned into line and column. */
export interface Finding {
  readonly place: Place
  readonly code: string
  readonly message: string
  readonly suggestion?: string
  readonly severity?: Diagnostic['severity']
  /** Points at the key itself or at its value. */
  readonly at?: 'key' | 'value'
}

/** The text of a document. */
export interface Source {
  readonly path: string
  readonly text: string
  /** Set for a document that takes parts from elsewhere: finds where its author wrote a part of the expanded document. */
  readonly origin?: Origin
}

/** `from` is the place in the preset or screen from which the part was inserted; null for what the author wrote. */
export type Origin = (place: Place) => { readonly place: Place; readonly from: { readonly source: Source; readonly place: Place } | null }

/**
 * Turns a finding about the expanded document into line and column of the place where its author wrote it, or named what it was inserted
 * from; the message then tells the place in the other file. For a place that does not exist, the nearest existing parent is used.
 */
export function locate(source: Source, finding: Finding): Diagnostic {
  const { place, from } = source.origin?.(finding.place) ?? { place: finding.place, from: null }
  if (from === null) return locateWritten(source, { ...finding, place })
  const { line, column } = positionAt(from.source.text, offsetOf(from.source, { ...finding, place: from.place }))
  const message = `來自 ${from.source.path}:${line}:${column}：${finding.message}`
  return locateWritten(source, { ...finding, place, message })
}

/** The same for a place in the file as written. */
export function locateWritten(source: Source, finding: Finding): Diagnostic {
  const { line, column } = positionAt(source.text, offsetOf(source, finding))
  return {
    file: source.path,
    line,
    column,
    pointer: toPointer(finding.place),
    severity: finding.severity ?? 'error',
    code: finding.code,
    message: finding.message,
    ...(finding.suggestion !== undefined && { suggestion: finding.suggestion }),
  }
}

function toPointer(place: Place): string {
  return place.map((segment) => `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

export function positionAt(text: string, offset: number): { readonly line: number; readonly column: number } {
  let line = 1
  let begin = 0
  for (let end = text.indexOf('\n'); end >= 0 && end < offset; end = text.indexOf('\n', begin)) {
    line += 1
    begin = end + 1
  }
  return { line, column: Math.min(offset, text.length) - begin + 1 }
}

/** A finding in an inserted part has a place in two files, and the next one often in the same. */
const places = rememberLast(writtenPlaces, 4)

function offsetOf(source: Source, finding: Finding): number {
  let found = places(source.text)
  for (const [index, segment] of finding.place.entries()) {
    const inner = typeof segment === 'number' ? found?.parts?.[segment] : found?.members?.get(segment)
    if (inner === undefined) return found?.offset ?? 0
    if (index === finding.place.length - 1 && finding.at === 'key') return inner.key ?? inner.offset
    found = inner
  }
  return found?.offset ?? 0
}
