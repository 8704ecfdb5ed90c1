import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { projectRoot } from '../../src/server/platform/projectRoot.ts'

/**
 * Files that use the client of the page directly, and why. All others get it from `useLoad` or `useSend`, which keep track of their calls.
 */
const reasons: Readonly<Record<string, string>> = {
  'src/client/captcha/useCaptcha.ts': 'a challenge is read when a visitor begins to answer; a renewed one takes its place',
  'src/client/load/useLoad.ts': 'the one way to load',
  'src/client/send/useSendOnly.ts': 'the one way to send',
  'src/client/useDictionaryCache.ts': 'the cache of the page, shared by all who draw labels',
  'src/console/layout/SidebarGroup.tsx': 'a line of a log, for which nobody waits: each click has its own',
  'src/interpreter/list/views/usePreferences.ts':
    'read before the list is drawn, by whoever comes first; the last of several writes counts',
  'src/interpreter/list/query/useShownPage.ts': 'handed on to the form, which reads the neighbouring page within its own load',
  'src/interpreter/screen/useDocumentEvents.ts': 'a stream, not a call',
  'src/interpreter/shared/import/useImport.ts': 'a later file takes the place of an earlier one; a write holds back a second one itself',
}

const isCode = (file: string) => /\.tsx?$/.test(file) && !/\.test\.|\/testing/.test(file)

it('nothing else takes the client of the page, so a double click sends nothing twice', () => {
  const files = ['src/client', 'src/interpreter', 'src/console', 'portal'].flatMap((folder) =>
    readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  const users = files.filter((file) => isCode(file) && /useHttp\(\)(?!:)/.test(readFileSync(join(projectRoot, file), 'utf8')))
  expect(users.sort()).toEqual(Object.keys(reasons).sort())
})
