import { getNodeValue } from 'jsonc-parser'
import type { DocumentKind } from '../catalog.ts'
import type { Diagnostic } from '../diagnostic.ts'
import type { Dictionary, Menu } from '../documents/dictionary.ts'
import type { Entity } from '../documents/entity.ts'
import type { Screen } from '../documents/screen.ts'
import { checkLimits } from './limits.ts'
import { schemaReference } from './rules/schemaReference.ts'
import { createSource, locate, type Source } from './source.ts'
import { checkStructure } from './structure.ts'
import { checkSyntax } from './syntax.ts'

export type TypedDocument =
  | { readonly kind: 'entity'; readonly value: Entity }
  | { readonly kind: 'screen'; readonly value: Screen }
  | { readonly kind: 'dictionary'; readonly value: Dictionary }
  | { readonly kind: 'menu'; readonly value: Menu }

/** A file after the steps that need no other file: limits, syntax, structure. */
export interface ReadDocument {
  readonly source: Source
  readonly kind: DocumentKind
  /** What the file seems to define, even when it is broken; null when not even that can be told. */
  readonly name: string | null
  /** Null when the file is broken. */
  readonly document: TypedDocument | null
  readonly diagnostics: readonly Diagnostic[]
}

/** The kind of document a path below `schemas/` stands for; null for a place where no document belongs. */
export function kindOfPath(path: string): DocumentKind | null {
  if (path === 'menu.json') return 'menu'
  if (/^entities\/.+\.json$/.test(path)) return 'entity'
  if (/^screens\/[^/]+\/[^/]+\.json$/.test(path)) return 'screen'
  return /^dictionaries\/[^/]+\.json$/.test(path) ? 'dictionary' : null
}

export function readDocument(path: string, text: string, kind: DocumentKind): ReadDocument {
  const limit = checkLimits(path, text)
  if (limit !== null) return { source: { path, text, tree: undefined, errors: [] }, kind, name: null, document: null, diagnostics: [limit] }
  const source = createSource(path, text)
  const syntax = checkSyntax(source)
  if (syntax.length > 0 || source.tree === undefined)
    return { source, kind, name: nameInText(text, kind), document: null, diagnostics: syntax }
  const value: unknown = getNodeValue(source.tree)
  const structure = checkStructure(kind, value).map((finding) => locate(source, finding))
  if (structure.length > 0) return { source, kind, name: nameInText(text, kind), document: null, diagnostics: structure }
  const document = { kind, value } as TypedDocument
  const diagnostics = schemaReference(path, kind, document.value).map((finding) => locate(source, finding))
  return { source, kind, name: nameOf(document), document, diagnostics }
}

function nameOf(document: TypedDocument): string {
  if (document.kind === 'menu') return 'menu'
  return document.kind === 'screen' ? document.value.uri : document.value.name
}

/** Reads the name out of a text that may not even be JSON, so that others are not blamed for naming it. */
function nameInText(text: string, kind: DocumentKind): string | null {
  if (kind === 'menu') return 'menu'
  return new RegExp(`"${kind === 'screen' ? 'uri' : 'name'}"\\s*:\\s*"([^"\\\\]{1,100})"`).exec(text)?.[1] ?? null
}
