import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { projectRoot } from '../../src/server/platform/projectRoot.ts'

/** A statement that is nothing but the call of a function without effects, for the sake of the error it may throw. */
const dropped =
  /^[ \t]*(?:(?:de|en)codeURI(?:Component)?|parseInt|parseFloat|isNaN|isFinite|(?:new )?(?:Number|String|BigInt|Boolean|Symbol|Date|RegExp|URL))\([^\n]*\);?$/gm
/** Arguments and branches stand on lines of their own too. */
const isStatement = (text: string, at: number) => /[{;]\s*$/.test(text.slice(0, at).trimEnd())

const droppedIn = (text: string) => [...text.matchAll(dropped)].filter(({ index }) => isStatement(text, index)).map(([line]) => line.trim())

it('no code calls a function for its error alone, because the build leaves such a call out', () => {
  const files = ['src', 'portal'].flatMap((folder) =>
    readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(projectRoot, folder, file)),
  )
  const code = files.filter((file) => /(?<!\.test)\.(?:tsx?|mjs)$/.test(file))
  expect(code.length).toBeGreaterThan(1000)
  expect(code.flatMap((file) => droppedIn(readFileSync(file, 'utf8')).map((line) => `${file}: ${line}`))).toEqual([])
  expect(droppedIn('try {\n  decodeURIComponent(path)\n  return true\n}')).toEqual(['decodeURIComponent(path)'])
})
