import type { Catalog } from '../catalog/catalog.ts'
import type { Known } from '../catalog/known.ts'
import { checkSteps } from '../check/checkDocuments.ts'
import type { DocumentFile } from '../check/checkedFiles.ts'
import { kindOfPath } from '../check/readDocument.ts'
import { plainValue } from '../check/syntax.ts'
import type { Entity, Property } from '../documents/entity.ts'
import { type Diagnostic, isError } from '../findings/diagnostic.ts'
import { formatDiagnostic } from '../findings/formatDiagnostic.ts'
import { entityRenames } from './renames.ts'

/** A field that a change takes away or calls otherwise, with the places of the former documents that name it. */
export interface LostField {
  /** The entity after the change. */
  readonly entity: Named
  readonly field: string
  readonly title: string
  /** JSON pointers, by path of the file below `schemas/`. */
  readonly uses: ReadonlyMap<string, readonly string[]>
}

type Named = Pick<Entity, 'name' | 'title' | 'properties'>

/** Documents with the texts from which they were read. */
export interface WrittenDocuments {
  readonly catalog: Catalog
  readonly files: readonly DocumentFile[]
}

/**
 * Finds where documents name the fields that a change loses. The checker knows every kind of place, so it is asked what would be wrong if the
 * field, and nothing else, were missing.
 *
 * @param after as its authors write it: also an entity counts that cannot be taken yet, because it or others still name the field
 */
export function lostFields(before: WrittenDocuments, after: WrittenDocuments, known: Known): readonly LostField[] {
  const steps = lostFieldSteps(before, after, known)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** The same as {@link lostFields}, stopping after each document that is checked. */
export function* lostFieldSteps(before: WrittenDocuments, after: WrittenDocuments, known: Known): Steps<readonly LostField[]> {
  const lost = goneFields(before, after)
  if (lost.length === 0) return []
  // A newer version of this product may find more in what an older one accepted.
  const old = new Set((yield* errorsOf(before.files, known)).map(formatDiagnostic))
  const found: LostField[] = []
  for (const { path, entity, field, property } of lost) {
    const newErrors: FindErrors = function* (changed) {
      return (yield* errorsOf(changed, known)).filter((one) => !old.has(formatDiagnostic(one)))
    }
    const uses = yield* usesOf({ path, field, property }, before.files, newErrors)
    found.push({ entity, field, title: property.title ?? field, uses })
  }
  return found
}

/** What people are told of a field that is lost. */
export function lostFieldText({ entity, field, title }: LostField): string {
  const by = Object.entries(entity.properties).find(([, property]) => property.renamedFrom === field)?.[0]
  const what = by === undefined ? `不再有「${title}」（${field}）` : `的「${title}」（${field}）改名為 ${by}`
  return `實體「${entity.title}」（${entity.name}）${what}`
}

interface Gone extends Lost {
  readonly entity: Named
}

function goneFields(before: WrittenDocuments, after: WrittenDocuments): readonly Gone[] {
  const renames = entityRenames(before.catalog, after.catalog)
  return [...before.catalog.files].flatMap(([path, { kind, name, text }]) => {
    const was = kind === 'entity' ? before.catalog.entities.get(name) : undefined
    const taken = after.catalog.entities.get(renames.get(name) ?? name)
    const entity = was && (taken ?? asWritten(was, text, after.files.find((file) => file.path === path)?.text))
    if (was === undefined || entity === undefined || was === entity) return []
    return Object.entries(was.properties).flatMap(([field, property]): readonly Gone[] =>
      property['x-borrowed'] !== undefined || Object.hasOwn(entity.properties, field) ? [] : [{ path, entity, field, property }],
    )
  })
}

/** A broken entity as far as it can be read: what presets gave it before, and the fields that its text has now. */
function asWritten(was: Entity, before: string, now: string | undefined): Named | undefined {
  const [old, written] = [plainValue(before), plainValue(now ?? '')] as readonly Partial<Entity>[]
  if (typeof written?.properties !== 'object' || written.properties === null) return undefined
  const given = Object.entries(was.properties).filter(([field]) => !Object.hasOwn(old?.properties ?? {}, field))
  return { name: was.name, title: was.title, properties: { ...Object.fromEntries(given), ...written.properties } }
}

interface Lost {
  /** Path of the entity. */
  readonly path: string
  readonly field: string
  readonly property: Property
}

type Steps<Result> = Generator<undefined, Result>
type FindErrors = (files: readonly DocumentFile[]) => Steps<readonly Diagnostic[]>

function* usesOf(lost: Lost, files: readonly DocumentFile[], findErrors: FindErrors): Steps<LostField['uses']> {
  const found = yield* findErrors(without(lost, files, new Map()))
  const inside = byFile(found.filter(({ file }) => kindOfPath(file) === 'entity'))
  // A broken entity hides what is wrong in its screens, so for a second look the entities name something else.
  const hidden = inside.size === 0 ? [] : yield* findErrors(without(lost, files, inside))
  return byFile([...found, ...hidden])
}

function byFile(found: readonly Diagnostic[]): ReadonlyMap<string, readonly string[]> {
  const pointers = new Map<string, readonly string[]>()
  for (const { file, pointer } of found) pointers.set(file, [...new Set([...(pointers.get(file) ?? []), pointer])])
  return pointers
}

function* errorsOf(files: readonly DocumentFile[], known: Known): Steps<readonly Diagnostic[]> {
  const { diagnostics } = yield* checkSteps(files, known)
  return diagnostics.filter(isError)
}

type Members = Readonly<Record<string, unknown>>

/** @param named where entities name the field, by path: there they name a stand-in that is the same */
function without(lost: Lost, files: readonly DocumentFile[], named: LostField['uses']): readonly DocumentFile[] {
  return files.map(({ path, text }) => {
    const places = named.get(path) ?? []
    if (path !== lost.path && places.length === 0) return { path, text }
    // Editors of Windows begin a file with a mark that is no JSON.
    const entity = JSON.parse(text.replace(/^\ufeff/, '')) as Members
    const changed = places.reduce<unknown>((whole, pointer) => renamedAt(whole, pointer.split('/').slice(1), lost.field), entity) as Members
    return { path, text: JSON.stringify(path === lost.path ? withoutField(changed, lost, named.size > 0) : changed) }
  })
}

/** The name that stands in for the field where entities name it. */
const standIn = 'fieldThatIsLost'

function withoutField(entity: Members, { field, property }: Lost, hasStandIn: boolean): Members {
  const { [field]: own, ...others } = (entity.properties ?? {}) as Members
  // What comes from a preset is taken out with null.
  const properties = own === undefined ? { ...others, [field]: null } : others
  return { ...entity, properties: hasStandIn ? { ...properties, [standIn]: { ...property, renamedFrom: undefined } } : properties }
}

/** Names the stand-in instead of the field at a place, in its key and in all that it holds. */
function renamedAt(part: unknown, [key, ...rest]: readonly string[], field: string): unknown {
  if (key === undefined) return renamedIn(part, field)
  const name = key.replaceAll('~1', '/').replaceAll('~0', '~')
  if (Array.isArray(part)) return part.map((one: unknown, index) => (String(index) === name ? renamedAt(one, rest, field) : one))
  if (typeof part !== 'object' || part === null) return part
  return Object.fromEntries(
    Object.entries(part).map(([own, value]) =>
      own === name ? [rest.length === 0 ? renamedText(own, field) : own, renamedAt(value, rest, field)] : [own, value],
    ),
  )
}

function renamedIn(part: unknown, field: string): unknown {
  if (typeof part === 'string') return renamedText(part, field)
  if (Array.isArray(part)) return part.map((one) => renamedIn(one, field))
  if (typeof part !== 'object' || part === null) return part
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [renamedText(key, field), renamedIn(value, field)]))
}

function renamedText(text: string, field: string): string {
  return text.replace(new RegExp(`(?<![A-Za-z0-9_])${field}(?![A-Za-z0-9_])`, 'g'), standIn)
}
