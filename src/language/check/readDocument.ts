import type { DocumentKind } from '../catalog/catalog.ts'
import type { Dashboard } from '../documents/dashboard.ts'
import type { Dictionary, Menu } from '../documents/dictionary.ts'
import type { Entity } from '../documents/entity.ts'
import type { Preset } from '../documents/preset.ts'
import type { Screen } from '../documents/screen.ts'
import { expandDocument, type Shared } from '../expand/expandDocument.ts'
import { checkPreset } from '../expand/presets.ts'
import type { Diagnostic } from '../findings/diagnostic.ts'
import { rememberLast } from '../findings/rememberLast.ts'
import { type Finding, locate, locateWritten, type Origin, type Source } from '../findings/source.ts'
import type { DocumentFile } from './checkedFiles.ts'
import { checkLimits } from './limits.ts'
import { schemaReference } from './rules/documents/schemaReference.ts'
import { isUri, uriOfPath } from './rules/documents/uriMatchesPath.ts'
import { checkStructure } from './structure.ts'
import { checkSyntax, plainValue } from './syntax.ts'

export type TypedDocument =
  | { readonly kind: 'entity'; readonly value: Entity }
  | { readonly kind: 'screen'; readonly value: Screen }
  | { readonly kind: 'dictionary'; readonly value: Dictionary }
  | { readonly kind: 'menu'; readonly value: Menu }
  | { readonly kind: 'preset'; readonly value: Preset }
  | { readonly kind: 'dashboard'; readonly value: Dashboard }

/** A file after the steps that need no other file: limits, syntax, structure. */
export interface ReadDocument {
  readonly source: Source
  readonly kind: DocumentKind
  /** Name that the file seems to define, even when it is broken; null when unknown. */
  readonly name: string | null
  /** Null when the file is broken. */
  readonly document: TypedDocument | null
  /** Presets and screens from which it takes parts. */
  readonly uses: ReadonlySet<string>
  readonly diagnostics: readonly Diagnostic[]
}

/** Kind of document by the path below `schemas/`; null for a path where no document belongs. */
export function kindOfPath(path: string): DocumentKind | null {
  if (path === 'menu.json') return 'menu'
  if (/^entities\/.+\.json$/.test(path)) return 'entity'
  if (/^screens\/[^/]+\/[^/]+\.json$/.test(path)) return 'screen'
  if (/^presets\/[^/]+\.json$/.test(path)) return 'preset'
  if (/^dashboards\/[^/]+\.json$/.test(path)) return 'dashboard'
  return /^dictionaries\/[^/]+\.json$/.test(path) ? 'dictionary' : null
}

/** A file parsed as JSON, before it is checked against the language. */
export interface RawDocument {
  readonly source: Source
  readonly kind: DocumentKind
  /** Undefined when the text is not JSON. */
  readonly value: unknown
  readonly diagnostics: readonly Diagnostic[]
}

/** Editors of Windows begin a file with this mark. It means nothing, and nobody sees it. */
const byteOrderMark = /^\ufeff/

export function readJson({ path, text: written, unread }: DocumentFile, kind: DocumentKind): RawDocument {
  const text = written.replace(byteOrderMark, '')
  const source = { path, text }
  if (unread !== undefined) return { source, kind, value: undefined, diagnostics: [unreadFile(path, unread)] }
  const limit = checkLimits(path, text)
  if (limit !== null) return { source, kind, value: undefined, diagnostics: [limit] }
  const plain = plainValue(text)
  if (plain !== undefined) return { source, kind, value: plain, diagnostics: [] }
  return { source, kind, value: undefined, diagnostics: checkSyntax(source) }
}

function unreadFile(file: string, message: string): Diagnostic {
  return { file, line: 1, column: 1, pointer: '', severity: 'error', code: 'unread-file', message }
}

/** The documents from which others may take parts, with their files. */
export interface Sources extends Shared {
  /** By preset name or screen uri. */
  readonly sources: ReadonlyMap<string, Source>
  /** What people call things, with their names: titles of entities under '', titles of fields under the name of their entity. */
  readonly titles: ReadonlyMap<string, ReadonlyMap<string, string>>
}

const expanded = rememberLast(expandDocument)

/** Finds where parts of the expanded document were written. For that it is expanded again, because the places of all documents are large. */
function originIn(kind: 'entity' | 'screen', value: unknown, shared: Sources): Origin {
  return (written) => {
    const { place, from } = expanded(kind, value, shared).origin(written)
    const source = from === null ? undefined : shared.sources.get(from.name)
    return { place, from: from === null || source === undefined ? null : { source, place: from.place } }
  }
}

/** Inserts what the document names with `use`, and checks the result against the language. */
export function readDocument({ source: written, kind, value, diagnostics }: RawDocument, shared: Sources): ReadDocument {
  const broken = { source: written, kind, name: nameInText(written.text, kind), document: null, uses: new Set<string>() }
  if (value === undefined) return { ...broken, diagnostics }
  const isExpanded = kind === 'entity' || kind === 'screen'
  const { findings: missing, value: whole, uses } = isExpanded ? expanded(kind, value, shared) : { findings: [], value, uses: broken.uses }
  const source = isExpanded ? { ...written, origin: originIn(kind, value, shared) } : written
  const unexpanded = missing.map((finding) => locateWritten(source, finding))
  // If something could not be inserted, the structure is not checked, because much else would seem to be missing.
  const structure =
    unexpanded.length > 0
      ? unexpanded
      : checkStructure(kind, whole).map((finding) => locate(source, withNameOfTitle(finding, whole, shared.titles)))
  if (structure.length > 0) return { ...broken, source, diagnostics: structure }
  const typed = { kind, value: whole } as TypedDocument
  const document = typed.kind === 'screen' ? { kind: typed.kind, value: atItsPlace(source.path, typed.value) } : typed
  const findings = [
    ...schemaReference(source.path, kind, document.value),
    ...(document.kind === 'preset' ? checkPreset(document.value) : []),
  ]
  return { source, kind, name: nameOf(typed), document, uses, diagnostics: findings.map((finding) => locate(source, finding)) }
}

/**
 * A screen with the address that its place gives it, by which all others name it: what they say of the address is right, also when what the
 * screen says itself (`ReadDocument.name`) is not.
 */
function atItsPlace(path: string, screen: Screen): Screen {
  const uri = uriOfPath(path)
  return screen.uri === uri || !isUri(uri) ? screen : { ...screen, uri }
}

/** Suggests the name of a field or entity where its title was written: `"卡號"` for `"cardNo"`. */
function withNameOfTitle(finding: Finding, whole: unknown, titles: Sources['titles']): Finding {
  if (finding.code !== 'wrong-form' || finding.suggestion !== undefined) return finding
  const written = finding.place.reduce<unknown>(memberOf, whole)
  const entity = memberOf(whole, 'entity')
  const named = finding.place.at(-1) === 'entity' ? '' : typeof entity === 'string' ? entity : String(memberOf(whole, 'name'))
  const suggestion = typeof written === 'string' ? titles.get(named)?.get(written) : undefined
  return suggestion === undefined ? finding : { ...finding, suggestion }
}

function memberOf(value: unknown, key: string | number): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
  return (value as Record<string | number, unknown>)[key]
}

/** The titles of the entities and their fields, as far as the files can be read. */
export function titlesOf(raw: readonly RawDocument[]): Sources['titles'] {
  const entities = raw.flatMap(({ kind, value }) => {
    const name = kind === 'entity' ? memberOf(value, 'name') : undefined
    return typeof name === 'string' ? [[name, value as object] as const] : []
  })
  return new Map([['', titled(entities)], ...entities.map(([name, value]) => [name, fieldTitlesOf(value)] as const)])
}

const fieldTitles = new WeakMap<object, ReadonlyMap<string, string>>()

function fieldTitlesOf(entity: object): ReadonlyMap<string, string> {
  const properties = memberOf(entity, 'properties')
  const titles = fieldTitles.get(entity) ?? titled(typeof properties === 'object' && properties !== null ? Object.entries(properties) : [])
  fieldTitles.set(entity, titles)
  return titles
}

/** Names by their titles. */
function titled(entries: readonly (readonly [name: string, value: unknown])[]): ReadonlyMap<string, string> {
  return new Map(
    entries.flatMap(([name, value]) => {
      const title = memberOf(value, 'title')
      return typeof title === 'string' ? [[title, name] as const] : []
    }),
  )
}

function nameOf(document: TypedDocument): string {
  if (document.kind === 'menu') return 'menu'
  return document.kind === 'screen' ? document.value.uri : document.value.name
}

/** Reads the name from a text that may not even be JSON, so that documents naming it get no findings. */
export function nameInText(text: string, kind: DocumentKind): string | null {
  if (kind === 'menu') return 'menu'
  return new RegExp(`"${kind === 'screen' ? 'uri' : 'name'}"\\s*:\\s*"([^"\\\\]{1,100})"`).exec(text)?.[1] ?? null
}
