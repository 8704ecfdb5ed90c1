import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { checkDocuments } from '../../language/check/checkDocuments.ts'
import type { DocumentFile } from '../../language/check/checkedFiles.ts'
import { formatDiagnostic } from '../../language/findings/formatDiagnostic.ts'
import { publishedNames } from '../../server/publishedNames.ts'
import {
  changesBetween,
  type DocumentState,
  DocumentStates,
  type FileChange,
  type Hashes,
  hashesOf,
  hashOf,
} from '../../server/screens/states/documentStates.ts'
import { readDocumentFiles } from '../documentFiles.ts'
import { CommandProblem, dataFolder, schemasFolder, shownPath } from './documents.ts'
import { changeText, findState } from './log.ts'

/** States that are tried, nearest first, when the wanted one cannot be brought back. */
const statesTried = 10

/**
 * Brings the folder back to an accepted state, by default to the one before the last. Files that were never accepted stay. Nothing is
 * written when that would lose a text that was never accepted, or when the result would have errors; it then names a state that would do.
 */
export async function undo(number: string | undefined): Promise<number> {
  const states = new DocumentStates(dataFolder())
  const all = await states.all()
  const before = { states, all, files: readDocumentFiles(schemasFolder()) }
  const wanted = findState(all, number ?? String(Math.max(1, all.length - 1)))
  const way = await wayBack(wanted, before)
  if (way.lost.length > 0) throw new CommandProblem(await lostText(way, before))
  if (way.errors.length > 0) throw new CommandProblem(await errorsText(way, before))
  if (way.changes.length === 0) {
    console.log(`文件已經與第 ${wanted.number} 版相同，沒有需要還原的檔案`)
    return 0
  }
  await states.intend({ backTo: wanted.number, by: userInfo().username, hashes: way.target })
  for (const change of way.changes) {
    write(change.path, way.texts.get(change.path))
    console.log(`${wordOf(change)} ${shownPath(change.path)}`)
  }
  console.log(`資料夾已回到第 ${wanted.number} 版；伺服器接受後成為新的一版，npm run schemas -- undo ${all.length} 可再改回來`)
  return 0
}

/** The folder as it is now, and the states to which it may go back. */
interface Before {
  readonly states: DocumentStates
  readonly all: readonly DocumentState[]
  readonly files: readonly DocumentFile[]
}

/** What it takes to bring a state back, and what speaks against it. */
interface WayBack {
  readonly state: DocumentState
  readonly target: Hashes
  readonly changes: readonly FileChange[]
  /** Texts to write, by path. */
  readonly texts: ReadonlyMap<string, string>
  /** Files whose present text was never accepted, so that it could not be brought back. */
  readonly lost: readonly string[]
  /** Errors that the folder does not have now. */
  readonly errors: readonly string[]
}

async function wayBack(state: DocumentState, { states, all, files }: Before): Promise<WayBack> {
  const target = hashesOf(all.filter((one) => one.number <= state.number))
  const changes = changesBetween(acceptedBefore(files, all), target)
  const texts = new Map<string, string>()
  for (const { path, after } of changes) if (after !== null) texts.set(path, await states.text(after))
  return { state, target, changes, texts, lost: lostBy(changes, all), errors: newErrors(files, withChanges(files, changes, texts)) }
}

function wordOf({ before, after }: FileChange): string {
  if (before === null) return '新增'
  return after === null ? '刪除' : '還原'
}

/** The files of the folder that some state had. */
function acceptedBefore(files: readonly DocumentFile[], states: readonly DocumentState[]): ReadonlyMap<string, string> {
  const known = new Set(states.flatMap((state) => state.files.map(({ path }) => path)))
  return new Map(files.filter(({ path }) => known.has(path)).map(({ path, text }) => [path, hashOf(text)]))
}

/** A text that was accepted once can be brought back. */
function lostBy(changes: readonly FileChange[], states: readonly DocumentState[]): readonly string[] {
  const known = new Set(states.flatMap((state) => state.files.map(({ path, after }) => `${path} ${after}`)))
  return changes.filter(({ path, before }) => before !== null && !known.has(`${path} ${before}`)).map(({ path }) => path)
}

/** No state can be brought back over what would be lost, so it names what to do with the files, and the states that can follow. */
async function lostText(way: WayBack, before: Before): Promise<string> {
  const last = before.all.at(-1)
  const wanted = way.errors.length === 0 ? way.state : await nearestGood(way.state, before)
  const offered = [...new Set([wanted, last])].flatMap((state) => state ?? [])
  const commands = await Promise.all(offered.map((state) => commandFor(state, before.states)))
  return [
    '以下檔案改過而尚未被接受（有錯誤，或改的時候伺服器沒有執行），還原會蓋掉這些修改，所以什麼都沒有做：',
    ...way.lost.map(shownPath),
    '請先更正並讓伺服器接受，或把檔案移到別處後執行：',
    ...commands,
    ...(last === undefined ? [] : [`第 ${last.number} 版是伺服器使用中的內容：回到它只去掉上面的修改`]),
  ].join('\n')
}

async function errorsText({ state, errors }: WayBack, before: Before): Promise<string> {
  const good = await nearestGood(state, before)
  return [
    `還原後文件會有錯誤，所以什麼都沒有做：`,
    ...errors,
    ...(good === undefined
      ? ['附近的版本也都會有錯誤，請先更正上面的檔案']
      : ['可以改回的最近一版：', await commandFor(good, before.states)]),
  ].join('\n')
}

async function commandFor(state: DocumentState, states: DocumentStates): Promise<string> {
  return `  npm run schemas -- undo ${state.number}（第 ${state.number} 版：${await changeText(states, state)}）`
}

/** The state nearest to the wanted one that changes something and brings no errors; of two as near, the newer, which loses less. */
async function nearestGood(wanted: DocumentState, before: Before): Promise<DocumentState | undefined> {
  const distance = ({ number }: DocumentState) => Math.abs(number - wanted.number)
  const others = before.all
    .filter((one) => one !== wanted)
    .sort((one, other) => distance(one) - distance(other) || other.number - one.number)
  for (const state of others.slice(0, statesTried)) {
    const { changes, errors } = await wayBack(state, before)
    if (changes.length > 0 && errors.length === 0) return state
  }
  return undefined
}

function withChanges(
  files: readonly DocumentFile[],
  changes: readonly FileChange[],
  texts: ReadonlyMap<string, string>,
): readonly DocumentFile[] {
  const changed = new Set(changes.map(({ path }) => path))
  const written = [...texts].map(([path, text]) => ({ path, text }))
  return [...files.filter(({ path }) => !changed.has(path)), ...written].sort((one, other) => (one.path < other.path ? -1 : 1))
}

/** Errors that the folder has already, elsewhere, are no reason to refuse. */
function newErrors(files: readonly DocumentFile[], next: readonly DocumentFile[]): readonly string[] {
  const errorsOf = (all: readonly DocumentFile[]) =>
    checkDocuments(all, publishedNames)
      .diagnostics.filter(({ severity }) => severity === 'error')
      .map((one) => formatDiagnostic({ ...one, file: shownPath(one.file) }))
  const known = new Set(errorsOf(files))
  return errorsOf(next).filter((line) => !known.has(line))
}

function write(path: string, text: string | undefined): void {
  const whole = join(schemasFolder(), path)
  if (text === undefined) {
    rmSync(whole, { force: true })
    return
  }
  mkdirSync(dirname(whole), { recursive: true })
  writeFileSync(whole, text)
}
