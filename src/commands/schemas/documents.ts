import { existsSync } from 'node:fs'
import { isAbsolute, join, relative, resolve } from 'node:path'
import { type CheckResult, checkDocuments } from '../../language/check/checkDocuments.ts'
import type { DocumentFile } from '../../language/check/checkedFiles.ts'
import { projectRoot } from '../../server/platform/projectRoot.ts'
import { publishedNames } from '../../server/publishedNames.ts'
import { readDocumentFiles } from '../documentFiles.ts'

/** Folder of the documents that the server reads: SCHEMAS_DIR, by default `schemas`. */
export const schemasFolder = () => resolve(projectRoot, process.env.SCHEMAS_DIR ?? 'schemas')

/** Folder of the installation's data, where the accepted states are kept: DATA_DIR, by default `data`. */
export const dataFolder = () => resolve(projectRoot, process.env.DATA_DIR ?? 'data')

/** True for the documents of this project, from which files of its code are generated. */
export const isOwnFolder = () => schemasFolder() === join(projectRoot, 'schemas')

/** How an author opens a document from here: `schemas/entities/…`, or the whole path when it lies outside this folder. */
export function shownPath(path: string): string {
  const whole = join(schemasFolder(), path)
  const below = relative(process.cwd(), whole)
  return below.startsWith('..') || isAbsolute(below) ? whole : below.replaceAll('\\', '/')
}

/**
 * Checks all documents of the folder. `added` are files that are not written yet.
 *
 * @throws CommandProblem when the folder does not exist
 */
export function checkFolder(added: readonly DocumentFile[] = []): CheckResult {
  if (!existsSync(schemasFolder())) throw new CommandProblem(`沒有文件的資料夾 ${schemasFolder()}；請確認 SCHEMAS_DIR`)
  return checkDocuments([...readDocumentFiles(schemasFolder()), ...added], publishedNames)
}

/** Ends a command with exit code 1 and shows one sentence. */
export class CommandProblem extends Error {}
