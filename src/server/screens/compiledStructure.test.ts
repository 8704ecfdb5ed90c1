import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ValidateFunction } from 'ajv'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DocumentKind } from '../../language/catalog/catalog.ts'
import { structureValidator } from '../../language/check/structureValidator.ts'
import { projectRoot } from '../platform/projectRoot.ts'
import { compiledStructure } from './compiledStructure.ts'

/** Beside the packages, because it imports some. */
const file = join(projectRoot, `node_modules/.structure-${process.pid}.mjs`)

describe('the compiled checks of the structure', () => {
  let compiled: (kind: DocumentKind) => ValidateFunction
  beforeAll(async () => {
    await writeFile(file, compiledStructure())
    compiled = (await import(/* @vite-ignore */ pathToFileURL(file).href)).structureValidator
  })
  afterAll(() => rm(file, { force: true }))

  it.each(['entity', 'screen', 'dictionary', 'menu', 'preset', 'dashboard'] as const)('find in a %s what those of a start find', (kind) => {
    const long = 'x'.repeat(5000)
    const documents = [
      {},
      [],
      'text',
      { title: 1, name: long, uri: long, groups: [1, 1], columns: { a: [long] } },
      { properties: { a: { use: 1, enum: [1, 1] } } },
    ]
    for (const document of documents) {
      const [ours, theirs] = [compiled(kind), structureValidator(kind)]
      expect(ours(document)).toBe(theirs(document))
      expect(theirs.errors?.length).toBeGreaterThan(0)
      expect(ours.errors).toEqual(theirs.errors)
    }
  })
})
