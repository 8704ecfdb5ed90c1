import { Ajv, type Options, type ValidateFunction } from 'ajv'
import type { DocumentKind } from '../catalog/catalog.ts'
import { languageSchema } from '../schema/languageSchema.ts'

/** The schema of the language is not checked here: it has a test of its own. */
export const structureOptions: Options = { allErrors: true, verbose: true, strict: false, validateSchema: false }

const compiled = new Map<DocumentKind, ValidateFunction>()

/**
 * Checks a document of this kind against the JSON Schema of the language. Compiled once; better code would take longer to make than it
 * saves. The build replaces this module by what ajv writes for it (`compiledStructure.ts`), because a start waits for that.
 */
export function structureValidator(kind: DocumentKind): ValidateFunction {
  const known = compiled.get(kind)
  if (known !== undefined) return known
  const validate = new Ajv({ ...structureOptions, code: { optimize: false } }).compile(languageSchema(kind))
  compiled.set(kind, validate)
  return validate
}
