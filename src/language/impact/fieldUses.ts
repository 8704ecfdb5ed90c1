import type { Catalog } from '../catalog.ts'
import { checkDocuments, type DocumentFile } from '../check/checkDocuments.ts'
import type { Known } from '../check/known.ts'
import type { Diagnostic } from '../diagnostic.ts'
import type { Entity, Property } from '../documents/entity.ts'
import { formatDiagnostic } from '../formatDiagnostic.ts'
import { entityRenames } from './renames.ts'

/** A field that a change takes away or calls otherwise, with the places of the former documents that name it. */
export interface LostField {
  /** The entity after the change. */
  readonly entity: Entity
  readonly field: string
  readonly title: string
  /** JSON pointers, by path of the file below `schemas/`. */
  readonly uses: ReadonlyMap<string, readonly string[]>
}

/**
 * Finds where documents name the fields that a change loses. The checker knows every kind of place, so it is asked what would be wrong if the
 * field, and nothing else, were missing.
 *
 * @param after as its authors want it: an entity counts although screens that still name its fields keep it from being taken
 * @param files from which `before` was read
 */
export function lostFields(before: Catalog, after: Catalog, files: readonly DocumentFile[], known: Known): readonly LostField[] {
  const renames = entityRenames(before, after)
  // A newer version of this product may find more in what an older one accepted.
  const old = new Set(errorsOf(files, known).map(formatDiagnostic))
  const newErrors = (changed: readonly DocumentFile[]) => errorsOf(changed, known).filter((one) => !old.has(formatDiagnostic(one)))
  return [...before.files].flatMap(([path, { kind, name }]) => {
    const [was, is] = [before.entities.get(name), after.entities.get(renames.get(name) ?? name)]
    if (kind !== 'entity' || was === undefined || is === undefined || was === is) return []
    return Object.entries(was.properties).flatMap(([field, property]): readonly LostField[] => {
      if (property['x-borrowed'] !== undefined || Object.hasOwn(is.properties, field)) return []
      return [{ entity: is, field, title: property.title ?? field, uses: usesOf({ path, field, property }, files, newErrors) }]
    })
  })
}

interface Lost {
  /** Path of the entity. */
  readonly path: string
  readonly field: string
  readonly property: Property
}

type FindErrors = (files: readonly DocumentFile[]) => readonly Diagnostic[]

function usesOf(lost: Lost, files: readonly DocumentFile[], findErrors: FindErrors): LostField['uses'] {
  const { path } = lost
  const without = (named: readonly string[]) => findErrors(withEntity(files, path, (entity) => withoutField(entity, lost, named)))
  const found = without([])
  const inside = found.filter(({ file }) => file === path).map(({ pointer }) => pointer)
  // A broken entity hides what is wrong elsewhere, so for a second look its own uses name something else.
  const outside = (inside.length === 0 ? found : without(inside)).filter(({ file }) => file !== path)
  const uses = new Map(inside.length === 0 ? [] : [[path, inside] as readonly [string, readonly string[]]])
  for (const { file, pointer } of outside) uses.set(file, [...new Set([...(uses.get(file) ?? []), pointer])])
  return uses
}

function errorsOf(files: readonly DocumentFile[], known: Known): readonly Diagnostic[] {
  return checkDocuments(files, known).diagnostics.filter(({ severity }) => severity === 'error')
}

type Members = Readonly<Record<string, unknown>>

function withEntity(files: readonly DocumentFile[], path: string, change: (entity: Members) => Members): readonly DocumentFile[] {
  // Editors of Windows begin a file with a mark that is no JSON.
  const changed = (text: string) => JSON.stringify(change(JSON.parse(text.replace(/^\ufeff/, '')) as Members))
  return files.map((file) => (file.path === path ? { path, text: changed(file.text) } : file))
}

/** The name that stands in for the field where the entity itself names it. */
const standIn = 'fieldThatIsLost'

/** The entity as written, without a field; at the places where it names the field itself, it names a stand-in that is the same. */
function withoutField(entity: Members, { field, property }: Lost, named: readonly string[]): Members {
  const changed = named.reduce<unknown>((whole, pointer) => renamedAt(whole, pointer.split('/').slice(1), field), entity) as Members
  const { [field]: own, ...others } = (changed.properties ?? {}) as Members
  // What comes from a preset is taken out with null.
  const properties = own === undefined ? { ...others, [field]: null } : others
  return { ...changed, properties: named.length === 0 ? properties : { ...properties, [standIn]: { ...property, renamedFrom: undefined } } }
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
