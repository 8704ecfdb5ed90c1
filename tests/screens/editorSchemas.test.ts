import { expect, it } from 'vitest'
import { editorOf } from '../../src/language/testing/editor.ts'
import { publishedNames } from '../../src/server/publishedNames.ts'
import { shipped, shippedFiles } from './shipped.ts'

it('the schemas for editors raise no alarm about the documents of the product', async () => {
  const editor = editorOf(shipped.catalog, publishedNames)
  const found: string[] = []
  for (const { path, text } of shippedFiles) if (!path.startsWith('language/')) found.push(...(await editor.problems(path, text)))
  expect(found).toEqual([])
})
