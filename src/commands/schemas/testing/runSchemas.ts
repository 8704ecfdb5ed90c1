import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { projectRoot } from '../../../server/platform/projectRoot.ts'

interface Failed {
  readonly stdout: string
  readonly stderr: string
  readonly code: number
}

export interface Printed {
  /** All that it printed, without blanks around it. */
  readonly text: string
  readonly code: number
}

/** Runs `npm run schemas --` as an analyst does, with the documents in `folder/schemas` and the data in `folder/data`. */
export function runSchemas(folder: string, ...args: string[]): Promise<Printed> {
  const env = { ...process.env, SCHEMAS_DIR: join(folder, 'schemas'), DATA_DIR: join(folder, 'data'), DATABASE_URL: '' }
  const command = [join(projectRoot, 'src/commands/tsx.mjs'), join(projectRoot, 'src/commands/schemas.ts'), ...args]
  return promisify(execFile)(process.execPath, command, { env, cwd: folder }).then(
    ({ stdout, stderr }) => ({ text: `${stdout}${stderr}`.trim(), code: 0 }),
    ({ stdout, stderr, code }: Failed) => ({ text: `${stdout}${stderr}`.trim(), code }),
  )
}
