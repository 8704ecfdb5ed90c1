import type { ErrorObject } from 'ajv'
import type { DocumentKind } from '../catalog/catalog.ts'
import type { Finding } from '../findings/source.ts'
import { withoutBranchNoise } from './structureBranches.ts'
import { toFinding } from './structureTexts.ts'
import { structureValidator } from './structureValidator.ts'

/** Checks a document against the JSON Schema of the language: keys, types, closed word lists, sizes. */
export function checkStructure(kind: DocumentKind, document: unknown): readonly Finding[] {
  const validate = structureValidator(kind)
  if (validate(document)) return []
  const errors = withoutTypesOfWords(withoutBranchNoise(withoutSecondComplaints(validate.errors ?? [])))
  const findings = errors.map((error) => toFinding(error, document))
  return unique(findings)
}

/**
 * Drops follow-up errors: a number in quotation marks is also not one of the allowed numbers, and what has to be `true` has not the type of
 * it either, but one error is enough.
 */
function withoutSecondComplaints(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const placesOf = (keyword: string) => new Set(errors.flatMap((error) => (error.keyword === keyword ? [error.instancePath] : [])))
  const [mistyped, fixed] = [placesOf('type'), placesOf('const')]
  return errors.filter(({ keyword, data, instancePath }) => {
    if (keyword === 'type') return !fixed.has(instancePath)
    return keyword !== 'enum' || typeof data !== 'string' || !mistyped.has(instancePath)
  })
}

/** What is not even a text is none of the words of its place: the words say more. */
function withoutTypesOfWords(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const worded = new Set(errors.flatMap(({ keyword, instancePath }) => (keyword === 'enum' ? [instancePath] : [])))
  return errors.filter(({ keyword, instancePath }) => keyword !== 'type' || !worded.has(instancePath))
}

function unique(findings: readonly Finding[]): readonly Finding[] {
  const seen = new Set<string>()
  return findings.filter((finding) => {
    const key = `${finding.place.join('/')} ${finding.message}`
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
