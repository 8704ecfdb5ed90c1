import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import type { TestRun } from './templates.ts'

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

/** Runs once: selects the engine, and makes the folder for the templates. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const serverUrl = readServerUrl()
  const folder = await mkdtemp(join(tmpdir(), 'loyalty-test-'))
  project.provide('testRun', {
    kind: serverUrl === null ? 'embedded' : 'postgres',
    serverUrl,
    folder,
    id: randomBytes(4).toString('hex'),
  })
  return () => rm(folder, { recursive: true, force: true })
}
