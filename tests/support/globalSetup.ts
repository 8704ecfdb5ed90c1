import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { projectRoot } from '../../src/server/platform/projectRoot.ts'
import type { TestRun } from './testRun.ts'

declare module 'vitest' {
  interface ProvidedContext {
    testRun: TestRun
  }
}

/** `TEST_DATABASE` selects the engine. A PostgreSQL run without a server fails instead of testing another engine. */
function readServerUrl(): string | null {
  const kind = process.env.TEST_DATABASE ?? 'embedded'
  if (kind === 'embedded') return null
  const url = process.env.TEST_DATABASE_URL
  if (kind === 'postgres' && url) return url
  throw new Error('TEST_DATABASE=postgres needs TEST_DATABASE_URL (npm test -- contract:postgres starts a server and sets it)')
}

/** Runs once: selects the engine, and makes the folders for what the test files share. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const serverUrl = readServerUrl()
  const folder = await mkdtemp(join(tmpdir(), 'loyalty-test-'))
  const id = randomBytes(4).toString('hex')
  const programs = join(projectRoot, 'node_modules/.cache', `test-programs-${id}`)
  // A template of a server is a database of that server.
  const templates = (serverUrl === null && process.env.TEST_TEMPLATES) || folder
  await Promise.all([programs, templates].map((each) => mkdir(each, { recursive: true })))
  project.provide('testRun', { kind: serverUrl === null ? 'embedded' : 'postgres', serverUrl, folder, templates, programs, id })
  return async () => {
    await Promise.all([folder, programs].map((each) => rm(each, { recursive: true, force: true })))
  }
}
