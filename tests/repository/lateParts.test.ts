import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { projectRoot } from '../../src/server/platform/projectRoot.ts'

const reactImport = /import (?!type )[^;]*?\{([^}]*)\} from 'react'/
const waits = /\b(lazy|Suspense)\b/

it('no part of a page waits as React lets it wait, which is 300 ms at least also for code that is there', () => {
  const files = ['src/client', 'src/interpreter', 'src/console', 'portal'].flatMap((folder) =>
    readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  const code = files.filter((file) => /\.tsx?$/.test(file))
  const users = code.filter((file) => waits.test(reactImport.exec(readFileSync(join(projectRoot, file), 'utf8'))?.[1] ?? ''))
  // They use `late` instead.
  expect(users).toEqual([])
})
