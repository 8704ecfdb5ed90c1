import type { Known, Names, OptionNames } from '../catalog/known.ts'
import type { Dashboard } from '../documents/dashboard.ts'
import type { Entity } from '../documents/entity.ts'
import type { Screen } from '../documents/screen.ts'
import { withDetailRows } from '../entity/details.ts'
import { withBorrowedFields } from '../entity/references.ts'
import { isError } from '../findings/diagnostic.ts'
import { locate } from '../findings/source.ts'
import type { DocumentFile } from './checkedFiles.ts'
import type { CheckMemory } from './checkMemory.ts'
import { createOptionNames, entitiesByName, groupedBy } from './names.ts'
import { type Coded, codedDashboard, codedEntity, codedScreen } from './optionNames.ts'
import {
  kindOfPath,
  type RawDocument,
  type ReadDocument,
  readDocument,
  readJson,
  type Sources,
  type TypedDocument,
  titlesOf,
} from './readDocument.ts'
import { uriOfPath } from './rules/documents/uriMatchesPath.ts'
import { shareParts } from './share.ts'

/**
 * Reads all documents, each with what it names by `use` put in, with the fields that entities show of others, and with stored codes in
 * place of names of options. It stops after each document.
 *
 * @param files those that {@link kindOfPath} knows are read
 */
export function* readAll(files: readonly DocumentFile[], known: Known, memory: CheckMemory): Generator<undefined, readonly ReadDocument[]> {
  return yield* withCodes(markRepeatedNames(yield* withUses(files, memory)), known, memory)
}

/** Reads presets first, because the other documents name them. */
function* withUses(files: readonly DocumentFile[], memory: CheckMemory): Generator<undefined, readonly ReadDocument[]> {
  const parse = (file: DocumentFile) => {
    const kind = kindOfPath(file.path)
    const inputs = [file.text, file.unread]
    return kind === null
      ? []
      : [memory.json.recall(file.path, inputs, {}, (_nothing, former) => withSharedValue(readJson(file, kind), former))]
  }
  const raw = (yield* mapInSteps(files, parse)).flat()
  const read = (one: RawDocument, sources: Sources) =>
    memory.reading.recall(one.source.path, [one], sources, (asked, former) => withSharedParts(readDocument(one, asked), former))
  const nothing: Sources = {
    presets: new Map(),
    brokenPresets: new Set(),
    screens: new Map(),
    brokenScreens: new Set(),
    sources: new Map(),
    titles: titlesOf(raw),
  }
  const presets = raw.filter(({ kind }) => kind === 'preset').map((one) => read(one, nothing))
  const shared = sharedParts(markRepeatedNames(presets), raw, nothing.titles)
  const others = raw.filter(({ kind }) => kind !== 'preset')
  return [...presets, ...(yield* mapInSteps(others, (one) => read(one, shared)))]
}

function* mapInSteps<One, Result>(all: readonly One[], work: (one: One) => Result): Generator<undefined, readonly Result[]> {
  const results: Result[] = []
  for (const one of all) {
    results.push(work(one))
    yield
  }
  return results
}

/** The presets and screens that documents may name with `use`. */
function sharedParts(presets: readonly ReadDocument[], raw: readonly RawDocument[], titles: Sources['titles']): Sources {
  const good = presets.filter((one) => one.document !== null && !one.diagnostics.some(isError))
  const screens = raw.filter(({ kind }) => kind === 'screen')
  return {
    presets: new Map(good.flatMap(({ document }) => (document?.kind === 'preset' ? [[document.value.name, document.value] as const] : []))),
    brokenPresets: new Set(presets.filter((one) => !good.includes(one)).flatMap(({ name }) => name ?? [])),
    screens: new Map(screens.filter(({ value }) => typeof value === 'object').map(({ source, value }) => [uriOfPath(source.path), value])),
    brokenScreens: new Set(screens.filter(({ value }) => typeof value !== 'object').map(({ source }) => uriOfPath(source.path))),
    titles,
    sources: new Map([
      ...good.map(({ name, source }) => [name ?? '', source] as const),
      ...screens.map(({ source }) => [uriOfPath(source.path), source] as const),
    ]),
  }
}

/** Replaces names of options by the stored codes, because all later steps know only codes. */
function* withCodes(read: readonly ReadDocument[], known: Known, memory: CheckMemory): Generator<undefined, readonly ReadDocument[]> {
  const codedWith = (names: OptionNames) => (one: ReadDocument) =>
    memory.coding.recall(one.source.path, [one], names, (asked, former) => withSharedParts(withOwnCodes(one, asked), former))
  const written = createOptionNames(read, known)
  const codedEntities = yield* mapInSteps(read, (one) => (one.kind === 'entity' ? codedWith(written)(one) : one))
  const entities = withShownFields(codedEntities, memory)
  const names = { ...written, entities: entitiesByName(entities) }
  return yield* mapInSteps(entities, (one) => (one.kind === 'dashboard' || one.kind === 'screen' ? codedWith(names)(one) : one))
}

/** Adds the fields that entities show of the records to which they refer, so that all later steps know them. */
function withShownFields(read: readonly ReadDocument[], memory: CheckMemory): readonly ReadDocument[] {
  const entities = entitiesByName(read)
  const add = (one: ReadDocument, asked: Pick<Names, 'entities'>, former: ReadDocument | undefined) =>
    one.document?.kind === 'entity'
      ? withSharedParts({ ...one, document: { kind: 'entity', value: withFieldsOfOthers(one.document.value, asked.entities) } }, former)
      : one
  return read.map((one) =>
    one.kind === 'entity' ? memory.borrowing.recall(one.source.path, [one], { entities }, (asked, former) => add(one, asked, former)) : one,
  )
}

function withFieldsOfOthers(entity: Entity, entities: ReadonlyMap<string, Entity>): Entity {
  return withDetailRows(withBorrowedFields(entity, entities), entities)
}

function withOwnCodes(one: ReadDocument, names: OptionNames): ReadDocument {
  if (one.document?.kind === 'entity') return coded(one, codedEntity(one.document.value, names))
  if (one.document?.kind === 'dashboard') return coded(one, codedDashboard(one.document.value, names))
  if (one.document?.kind !== 'screen') return one
  const entity = names.entities.get(one.document.value.entity)
  return entity === undefined ? one : coded(one, codedScreen(one.document.value, entity, names))
}

/** What says the same as before stays the same object, so that nothing that depends on it is checked again. */
function withSharedParts(one: ReadDocument, former: ReadDocument | undefined): ReadDocument {
  if (one.document === null || !former?.document) return one
  return { ...one, document: shareParts(former.document, one.document) }
}

function withSharedValue(one: RawDocument, former: RawDocument | undefined): RawDocument {
  return { ...one, value: shareParts(former?.value, one.value) }
}

function coded(one: ReadDocument, { document, findings }: Coded<Entity | Screen | Dashboard>): ReadDocument {
  const diagnostics = [...one.diagnostics, ...findings.map((finding) => locate(one.source, finding))]
  return {
    ...one,
    diagnostics,
    document: document === null || diagnostics.some(isError) ? null : ({ kind: one.kind, value: document } as TypedDocument),
  }
}

/** When two files define the same name, both are broken, because it is unclear which one is meant. */
function markRepeatedNames(read: readonly ReadDocument[]): readonly ReadDocument[] {
  const byName = groupedBy(read, ({ kind, name }) => (name === null ? [] : [`${kind} ${name}`]))
  return read.map((one) => {
    const other = byName.get(`${one.kind} ${one.name}`)?.find((two) => two !== one)
    if (other === undefined || one.document === null || one.kind === 'screen') return one
    const finding = {
      place: ['name'],
      code: 'duplicate-name',
      message: `名稱「${one.name}」與 ${other.source.path} 重複；請改成別的名稱，或刪除其中一個檔案`,
    }
    return { ...one, diagnostics: [...one.diagnostics, locate(one.source, finding)] }
  })
}
