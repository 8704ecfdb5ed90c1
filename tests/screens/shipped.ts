import { join } from 'node:path'
import { readDocumentFiles } from '../../src/commands/documentFiles.ts'
import { checkDocuments } from '../../src/language/check/checkDocuments.ts'
import type { DocumentFile } from '../../src/language/check/checkedFiles.ts'
import type { ResolvedScreen } from '../../src/language/resolved.ts'
import { publishedNames } from '../../src/server/publishedNames.ts'

/** The shipped documents; tests over them cover each new document automatically. */
export const shippedFiles: readonly DocumentFile[] = readDocumentFiles(join(import.meta.dirname, '../../schemas'))

export const shipped = checkDocuments(shippedFiles, publishedNames)

/** For `describe.each`: uri and screen. */
export const shippedScreens: readonly (readonly [uri: string, screen: ResolvedScreen])[] = [...shipped.catalog.screens]
