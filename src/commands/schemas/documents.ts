import { resolve } from 'node:path'
import { type CheckResult, checkDocuments, type DocumentFile } from '../../language/check/checkDocuments.ts'
import { projectRoot } from '../../server/platform/projectRoot.ts'
import { publishedNames } from '../../server/publishedNames.ts'
import { readDocumentFiles } from '../documentFiles.ts'

/** The documents that the server reads: SCHEMAS_DIR, else `schemas`. */
export const schemasFolder = resolve(projectRoot, process.env.SCHEMAS_DIR ?? 'schemas')

/** All documents of `schemas/`, checked; `added` are files that are not written yet. */
export function checkFolder(added: readonly DocumentFile[] = []): CheckResult {
  return checkDocuments([...readDocumentFiles(schemasFolder), ...added], publishedNames)
}

/** A sentence for the person at the terminal that ends a command with exit code 1. */
export class CommandProblem extends Error {}
