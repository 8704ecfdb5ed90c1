import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { EmbeddedEngine } from '../../src/server/platform/database/embeddedEngine.ts'
import { ensureTemplate, type Template, templatePlace } from './templates.ts'
import type { TestRun } from './testRun.ts'

/** Fills a data folder as a first start leaves it, from a template that is made unless there is one. */
export async function fillDataFolder(dataDir: string, name: Template, run: TestRun): Promise<void> {
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
