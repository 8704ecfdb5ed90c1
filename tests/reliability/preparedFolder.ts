import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import { EmbeddedEngine } from '../../src/server/platform/database/embeddedEngine.ts'
import { ensureTemplate, type Template, type TestRun, templatePlace } from '../support/templates.ts'

/**
 * Fills a data folder as a first start leaves it, for tests that begin behind that start: making the demo data takes longer than they do.
 * The first start itself has its tests in stoppedStart.test.ts.
 */
export async function prepareFolder(dataDir: string, name: Template): Promise<void> {
  const run: TestRun = { ...inject('testRun'), kind: 'embedded', serverUrl: null }
  await ensureTemplate(run, name)
  await mkdir(join(dataDir, 'database'), { recursive: true, mode: 0o700 })
  await copyFile(join(run.templates, 'secrets.json'), join(dataDir, 'secrets.json'))
  const engine = new EmbeddedEngine({
    folder: join(dataDir, 'database/pgdata'),
    snapshot: templatePlace(run, name),
    deadlineMs: 60_000,
    onFailure: (reason) => {
      throw new Error(`the folder was not filled: ${reason}`)
    },
  })
  await engine.start()
  await engine.close()
}
