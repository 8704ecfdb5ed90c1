import type { Catalog, CatalogFile } from '../catalog.ts'
import { withDetailRows } from '../details.ts'
import type { Diagnostic } from '../diagnostic.ts'
import type { Dashboard } from '../documents/dashboard.ts'
import type { Dictionary, Menu } from '../documents/dictionary.ts'
import type { Entity } from '../documents/entity.ts'
import type { Preset } from '../documents/preset.ts'
import type { Screen } from '../documents/screen.ts'
import { withBorrowedFields } from '../references.ts'
import type { ResolvedScreen } from '../resolved.ts'
import { checkedFiles } from './checkedFiles.ts'
import { checkDashboard, type Shown } from './dashboard/dashboardRules.ts'
import { checkEntity, checkScreen } from './documentRules.ts'
import type { Known, Names, OptionNames } from './known.ts'
import { StepMemory } from './memory.ts'
import { createNames, createOptionNames, entitiesByName, groupedBy } from './names.ts'
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
import { dictionaryOptions } from './rules/dictionaryOptions.ts'
import { menuItems } from './rules/menuItems.ts'
import { unusedPresets } from './rules/unusedPresets.ts'
import { uriOfPath } from './rules/uriMatchesPath.ts'
import { shareParts } from './share.ts'
import { sharedPaths } from './sharedPaths.ts'
import { type Finding, locate } from './source.ts'

export interface DocumentFile {
  /** Path below `schemas/`, with forward slashes. */
  readonly path: string
  readonly text: string
}

export interface CheckResult {
  /** All valid documents. A broken document is left out and does not affect the others. */
  readonly catalog: Catalog
  /** Sorted by file, line and column. An error breaks its file; a warning does not. */
  readonly diagnostics: readonly Diagnostic[]
}

/** Of other documents a step reads a few members: the title of a screen concerns none of those that link to it. */
const documentMaps = ['entities', 'dictionaryDocuments', 'screenDocuments', 'screensByEntity', 'screensByResource'] as const

/**
 * What each step found last for each document. The result of a check does not depend on it, only its cost: what a change does not touch is
 * not worked out again.
 */
class Memory {
  readonly json = new StepMemory<object, RawDocument>()
  readonly reading = new StepMemory<Sources, ReadDocument>(['screens'])
  readonly coding = new StepMemory<OptionNames, ReadDocument>(['entities', 'dictionaryDocuments'])
  readonly borrowing = new StepMemory<Pick<Names, 'entities'>, ReadDocument>()
  readonly rules = new StepMemory<Names, readonly Finding[]>(documentMaps)
  readonly screens = new StepMemory<Names, ReturnType<typeof checkScreen>>(documentMaps)
  readonly dashboards = new StepMemory<Names & Shown, readonly Finding[]>()

  keepOnly(paths: ReadonlySet<string>): void {
    for (const step of [this.json, this.reading, this.coding, this.borrowing, this.rules, this.screens, this.dashboards])
      step.keepOnly(paths)
  }
}

/** By what code knows, which is one object for the life of a process. */
const memories = new WeakMap<Known, Memory>()

function memoryOf(known: Known): Memory {
  const memory = memories.get(known) ?? new Memory()
  memories.set(known, memory)
  return memory
}

/**
 * Checks all documents together, and resolves the valid screens. Never throws for the content of a file. Files in `language/` and files
 * that are not JSON are ignored. A further check with the same `known` costs what has changed since.
 *
 * @param files contents of `schemas/`, in any order
 * @param known names defined by code, see `knownNames`; not changed later
 */
export function checkDocuments(files: readonly DocumentFile[], known: Known): CheckResult {
  const steps = checkSteps(files, known)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** A check that stops after each document, so that its caller can do other work in between. */
export type CheckSteps = Generator<undefined, CheckResult>

/** The same as {@link checkDocuments}, in steps. */
export function* checkSteps(files: readonly DocumentFile[], known: Known): CheckSteps {
  const memory = memoryOf(known)
  const relevant = checkedFiles(files)
  const misplaced = relevant.filter((file) => kindOfPath(file.path) === null).map((file) => misplacedFile(file.path))
  memory.keepOnly(new Set(relevant.map(({ path }) => path)))
  const read = yield* withCodes(markRepeatedNames(yield* readAll(relevant, memory)), known, memory)
  const state = createState(read)
  const names = createNames(read, known)
  for (const one of read) if (one.document?.kind === 'dictionary') settle(state, one, dictionaryOptions(one.document.value, names))
  for (const one of read) {
    if (one.document?.kind !== 'entity') continue
    const { value } = one.document
    settle(
      state,
      one,
      memory.rules.recall(one.source.path, [value], names, (asked) => checkEntity(one.source.path, value, asked)),
    )
    yield
  }
  const entities = goodEntities(state, read)
  const withEntities = { ...names, entities }
  const screens = new Map<string, ResolvedScreen>()
  for (const one of read) {
    if (one.document?.kind !== 'screen') continue
    const { value } = one.document
    const { findings, resolved } = memory.screens.recall(one.source.path, [value], withEntities, (asked, former) =>
      shareParts(former, checkScreen(one.source.path, value, asked)),
    )
    settle(state, one, findings)
    if (resolved === null) state.broken.add(one.source.path)
    else if (!state.broken.has(one.source.path)) screens.set(resolved.uri, resolved)
    yield
  }
  settleSharedPaths(state, read, screens)
  const withScreens = { ...withEntities, shown: screens, shownByEntity: groupedBy(screens.values(), ({ entity }) => [entity.name]) }
  for (const one of read) if (one.document?.kind === 'menu') settle(state, one, menuItems(one.document.value, names))
  for (const one of read) {
    if (one.document?.kind !== 'dashboard') continue
    const { value } = one.document
    const check = ({ shown, shownByEntity, ...asked }: Names & Shown) =>
      checkDashboard({ path: one.source.path, dashboard: value, names: asked, shown, shownByEntity })
    settle(state, one, memory.dashboards.recall(one.source.path, [value], withScreens, check))
    yield
  }
  for (const one of read) if (one.document?.kind === 'preset') settle(state, one, unusedPresets(one.document.value, read))
  const diagnostics = [...misplaced, ...state.diagnostics].sort(byPlace)
  return { catalog: toCatalog(state, read, entities, screens), diagnostics }
}

interface State {
  readonly broken: Set<string>
  readonly diagnostics: Diagnostic[]
}

/** Reads presets first, because the other documents name them. */
function* readAll(files: readonly DocumentFile[], memory: Memory): Generator<undefined, readonly ReadDocument[]> {
  const parse = ({ path, text }: DocumentFile) => {
    const kind = kindOfPath(path)
    return kind === null
      ? []
      : [memory.json.recall(path, [text], {}, (_nothing, former) => withSharedValue(readJson(path, text, kind), former))]
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
function* withCodes(read: readonly ReadDocument[], known: Known, memory: Memory): Generator<undefined, readonly ReadDocument[]> {
  const codedWith = (names: OptionNames) => (one: ReadDocument) =>
    memory.coding.recall(one.source.path, [one], names, (asked, former) => withSharedParts(withOwnCodes(one, asked), former))
  const written = createOptionNames(read, known)
  const codedEntities = yield* mapInSteps(read, (one) => (one.kind === 'entity' ? codedWith(written)(one) : one))
  const entities = withShownFields(codedEntities, memory)
  const names = { ...written, entities: entitiesByName(entities) }
  return yield* mapInSteps(entities, (one) => (one.kind === 'dashboard' || one.kind === 'screen' ? codedWith(names)(one) : one))
}

/** Adds the fields that entities show of the records to which they refer, so that all later steps know them. */
function withShownFields(read: readonly ReadDocument[], memory: Memory): readonly ReadDocument[] {
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
  return { ...one, diagnostics, document: diagnostics.some(isError) ? null : ({ kind: one.kind, value: document } as TypedDocument) }
}

function isError({ severity }: Diagnostic): boolean {
  return severity === 'error'
}

function createState(read: readonly ReadDocument[]): State {
  const diagnostics = read.flatMap((one) => one.diagnostics)
  return { diagnostics, broken: new Set(diagnostics.filter(isError).map((one) => one.file)) }
}

function settle(state: State, { source }: ReadDocument, findings: readonly Finding[]): void {
  const diagnostics = findings.map((finding) => locate(source, finding))
  state.diagnostics.push(...diagnostics)
  if (diagnostics.some(isError)) state.broken.add(source.path)
}

/** When two files define the same name, both are broken, because it is unclear which one is meant. */
function markRepeatedNames(read: readonly ReadDocument[]): readonly ReadDocument[] {
  const byName = groupedBy(read, ({ kind, name }) => (name === null ? [] : [`${kind} ${name}`]))
  return read.map((one) => {
    const other = byName.get(`${one.kind} ${one.name}`)?.find((two) => two !== one)
    if (other === undefined || one.document === null || one.kind === 'screen') return one
    const finding = { place: ['name'], code: 'duplicate-name', message: `名稱「${one.name}」與 ${other.source.path} 重複` }
    return { ...one, diagnostics: [...one.diagnostics, locate(one.source, finding)] }
  })
}

/** When two screens claim the same path, the first keeps it and the later one is broken. */
function settleSharedPaths(state: State, read: readonly ReadDocument[], screens: Map<string, ResolvedScreen>): void {
  const shared = sharedPaths(screens.values())
  for (const one of read) {
    if (one.document?.kind !== 'screen') continue
    const { uri } = one.document.value
    const findings = shared.get(uri) ?? []
    settle(state, one, findings)
    if (findings.length > 0) screens.delete(uri)
  }
}

function goodEntities(state: State, read: readonly ReadDocument[]): ReadonlyMap<string, Entity> {
  return new Map(
    read.flatMap((one) =>
      one.document?.kind === 'entity' && !state.broken.has(one.source.path) ? [[one.document.value.name, one.document.value] as const] : [],
    ),
  )
}

function toCatalog(
  state: State,
  read: readonly ReadDocument[],
  entities: ReadonlyMap<string, Entity>,
  screens: ReadonlyMap<string, ResolvedScreen>,
): Catalog {
  const dictionaries = new Map<string, Dictionary>()
  const dashboards = new Map<string, Dashboard>()
  const presets = new Map<string, Preset>()
  const screenDocuments = new Map<string, Screen>()
  const files = new Map<string, CatalogFile>()
  let menu: Menu | null = null
  for (const one of read) {
    if (state.broken.has(one.source.path) || one.document === null || one.name === null) continue
    const { text, origin } = one.source
    files.set(one.source.path, { kind: one.kind, name: one.name, text, uses: one.uses, ...(origin && { origin }) })
    if (one.document.kind === 'dictionary') dictionaries.set(one.name, one.document.value)
    if (one.document.kind === 'preset') presets.set(one.name, one.document.value)
    if (one.document.kind === 'dashboard') dashboards.set(one.name, one.document.value)
    if (one.document.kind === 'screen') screenDocuments.set(one.name, one.document.value)
    if (one.document.kind === 'menu') menu = one.document.value
  }
  return { entities, screens, screenDocuments, dictionaries, presets, dashboards, menu, files, broken: state.broken }
}

function misplacedFile(path: string): Diagnostic {
  const message = '此處不是文件的位置；應為 entities/、screens/<群組>/、dictionaries/、presets/、dashboards/ 之下，或 menu.json'
  return { file: path, line: 1, column: 1, pointer: '', severity: 'error', code: 'misplaced-file', message }
}

function byPlace(left: Diagnostic, right: Diagnostic): number {
  if (left.file !== right.file) return left.file < right.file ? -1 : 1
  return left.line - right.line || left.column - right.column
}
