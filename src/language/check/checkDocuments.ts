import type { Catalog, CatalogFile } from '../catalog/catalog.ts'
import type { Known, Names } from '../catalog/known.ts'
import type { Dashboard } from '../documents/dashboard.ts'
import type { Dictionary, Menu } from '../documents/dictionary.ts'
import type { Entity } from '../documents/entity.ts'
import type { Preset } from '../documents/preset.ts'
import type { Screen } from '../documents/screen.ts'
import { type Diagnostic, isError } from '../findings/diagnostic.ts'
import { type Finding, locate } from '../findings/source.ts'
import { withUnseen } from '../findings/unseen.ts'
import type { ResolvedScreen } from '../resolved.ts'
import { checkedFiles, type DocumentFile } from './checkedFiles.ts'
import { memoryOf } from './checkMemory.ts'
import type { Shown } from './dashboard/dashboardContext.ts'
import { checkDashboard } from './dashboard/dashboardRules.ts'
import { checkEntity, checkScreen } from './documentRules.ts'
import { createNames, groupedBy } from './names.ts'
import { readAll } from './readAll.ts'
import { kindOfPath, type ReadDocument } from './readDocument.ts'
import { menuItems } from './rules/documents/menuItems.ts'
import { unusedPresets } from './rules/documents/unusedPresets.ts'
import { dictionaryOptions } from './rules/fields/dictionaryOptions.ts'
import { shareParts } from './share.ts'
import { sharedPaths } from './sharedPaths.ts'

export interface CheckResult {
  /** All valid documents. A broken document is left out and does not affect the others. */
  readonly catalog: Catalog
  /** Sorted by file, line and column. An error breaks its file; a warning does not. */
  readonly diagnostics: readonly Diagnostic[]
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
  const read = yield* readAll(relevant, known, memory)
  const state = createState(read)
  const names = createNames(read, known)
  for (const one of read) {
    if (one.document?.kind !== 'dictionary') continue
    const { value } = one.document
    settle(
      state,
      one,
      memory.rules.recall(one.source.path, [value], names, (asked) => dictionaryOptions(value, asked)),
    )
  }
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
    const written = one.name ?? value.uri
    const { findings, resolved } = memory.screens.recall(one.source.path, [value, written], withEntities, (asked, former) =>
      shareParts(former, checkScreen(one.source.path, value, asked, written)),
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
  const texts = new Map(read.map(({ source }) => [source.path, source.text]))
  const diagnostics = [...misplaced, ...state.diagnostics].map((one) => withUnseen(one, texts.get(one.file))).sort(byPlace)
  return { catalog: toCatalog(state, read, entities, screens), diagnostics }
}

interface State {
  readonly broken: Set<string>
  readonly diagnostics: Diagnostic[]
}

function createState(read: readonly ReadDocument[]): State {
  const diagnostics = read.flatMap((one) => one.diagnostics)
  // A document that names options of a broken dictionary is broken without a finding of its own.
  const unread = read.filter(({ document }) => document === null).map(({ source }) => source.path)
  return { diagnostics, broken: new Set([...unread, ...diagnostics.filter(isError).map(({ file }) => file)]) }
}

function settle(state: State, { source }: ReadDocument, findings: readonly Finding[]): void {
  const diagnostics = findings.map((finding) => locate(source, finding))
  state.diagnostics.push(...diagnostics)
  if (diagnostics.some(isError)) state.broken.add(source.path)
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

const placesText = 'entities/、screens/<群組>/、dictionaries/、presets/、dashboards/ 之下，或 menu.json'

function misplacedFile(path: string): Diagnostic {
  const message = path.endsWith('.json') ? `此處不是文件的位置；應為 ${placesText}` : '檔名的結尾須是小寫的 .json，否則不會讀取；請改檔名'
  return { file: path, line: 1, column: 1, pointer: '', severity: 'error', code: 'misplaced-file', message }
}

function byPlace(left: Diagnostic, right: Diagnostic): number {
  if (left.file !== right.file) return left.file < right.file ? -1 : 1
  return left.line - right.line || left.column - right.column
}
