import { resolve } from 'node:path'
import { type CheckResult, checkDocuments, type DocumentFile } from '../../language/check/checkDocuments.ts'
import { projectRoot } from '../../server/platform/projectRoot.ts'
import { publishedNames } from '../../server/publishedNames.ts'
import { readDocumentFiles } from '../documentFiles.ts'

/** Folder of the documents that the server reads: SCHEMAS_DIR, by default `schemas`. */
export const schemasFolder = resolve(projectRoot, process.env.SCHEMAS_DIR ?? 'schemas')

/** Checks all documents of the folder. `added` are files that are not written yet. */
export function checkFolder(added: readonly DocumentFile[] = []): CheckResult {
  return checkDocuments([...readDocumentFiles(schemasFolder), ...added], publishedNames)
}

/** Ends a command with exit code 1 and shows one sentence. */
export class CommandProblem extends Error {}
