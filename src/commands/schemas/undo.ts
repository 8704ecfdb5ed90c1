import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { checkDocuments, type DocumentFile } from '../../language/check/checkDocuments.ts'
import { formatDiagnostic } from '../../language/formatDiagnostic.ts'
import { publishedNames } from '../../server/publishedNames.ts'
import {
  changesBetween,
  type DocumentState,
  DocumentStates,
  type FileChange,
  hashesOf,
  hashOf,
} from '../../server/screens/states/documentStates.ts'
import { readDocumentFiles } from '../documentFiles.ts'
import { CommandProblem, dataFolder, schemasFolder, shownPath } from './documents.ts'
import { findState } from './log.ts'

/**
 * Brings the folder back to an accepted state, by default to the one before the last. Files that were never accepted stay. Nothing is
 * written when that would lose a text that was never accepted, or when the result would have errors.
 */
export async function undo(number: string | undefined): Promise<number> {
  const states = new DocumentStates(dataFolder)
  const all = await states.all()
  const wanted = findState(all, number ?? String(Math.max(1, all.length - 1)))
  const target = hashesOf(all.filter((one) => one.number <= wanted.number))
  const files = readDocumentFiles(schemasFolder)
  const changes = changesBetween(acceptedBefore(files, all), target)
  assertNothingLost(changes, all)
  if (changes.length === 0) {
    console.log(`文件已經與第 ${wanted.number} 版相同，沒有需要還原的檔案`)
    return 0
  }
  const texts = new Map<string, string>()
  for (const { path, after } of changes) if (after !== null) texts.set(path, await states.text(after))
  assertNoNewErrors(files, withChanges(files, changes, texts))
  await states.intend({ backTo: wanted.number, by: userInfo().username, hashes: target })
  for (const change of changes) {
    write(change.path, texts.get(change.path))
    console.log(`${wordOf(change)} ${shownPath(change.path)}`)
  }
  console.log(`資料夾已回到第 ${wanted.number} 版；伺服器接受後成為新的一版，npm run schemas -- undo ${all.length} 可再改回來`)
  return 0
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
function assertNothingLost(changes: readonly FileChange[], states: readonly DocumentState[]): void {
  const known = new Set(states.flatMap((state) => state.files.map(({ path, after }) => `${path} ${after}`)))
  const lost = changes.filter(({ path, before }) => before !== null && !known.has(`${path} ${before}`)).map(({ path }) => path)
  if (lost.length === 0) return
  throw new CommandProblem(
    `以下檔案改過而尚未被接受（有錯誤，或改的時候伺服器沒有執行），還原會蓋掉這些修改，所以什麼都沒有做：\n${lost.map(shownPath).join('\n')}\n` +
      '請先更正並讓伺服器接受，或把檔案移到別處後再執行',
  )
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
function assertNoNewErrors(files: readonly DocumentFile[], next: readonly DocumentFile[]): void {
  const errorsOf = (all: readonly DocumentFile[]) =>
    checkDocuments(all, publishedNames)
      .diagnostics.filter(({ severity }) => severity === 'error')
      .map(formatDiagnostic)
  const known = new Set(errorsOf(files))
  const found = errorsOf(next).filter((line) => !known.has(line))
  if (found.length > 0) throw new CommandProblem(`還原後文件會有錯誤，所以什麼都沒有做：\n${found.join('\n')}`)
}

function write(path: string, text: string | undefined): void {
  const whole = join(schemasFolder, path)
  if (text === undefined) {
    rmSync(whole, { force: true })
    return
  }
  mkdirSync(dirname(whole), { recursive: true })
  writeFileSync(whole, text)
}
