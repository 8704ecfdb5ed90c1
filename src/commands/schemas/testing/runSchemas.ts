import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { format, promisify } from 'node:util'
import { vi } from 'vitest'
import { projectRoot } from '../../../server/platform/projectRoot.ts'
import { runCommand } from '../command.ts'

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

const environmentOf = (folder: string) => ({ SCHEMAS_DIR: join(folder, 'schemas'), DATA_DIR: join(folder, 'data'), DATABASE_URL: '' })

/** Starts `npm run schemas --` as an analyst does, with the documents in `folder/schemas` and the data in `folder/data`. */
export function startSchemas(folder: string, ...args: string[]): Promise<Printed> {
  const env = { ...process.env, ...environmentOf(folder) }
  const command = [join(projectRoot, 'src/commands/tsx.mjs'), join(projectRoot, 'src/commands/schemas.ts'), ...args]
  return promisify(execFile)(process.execPath, command, { env, cwd: folder }).then(
    ({ stdout, stderr }) => ({ text: `${stdout}${stderr}`.trim(), code: 0 }),
    ({ stdout, stderr, code }: Failed) => ({ text: `${stdout}${stderr}`.trim(), code }),
  )
}

/** The same command within this process, which spares its start. Each command is started for real by one test at least. */
export async function runSchemas(folder: string, ...args: string[]): Promise<Printed> {
  const printed: { readonly log: string[]; readonly error: string[] } = { log: [], error: [] }
  const kept = { ...process.env }
  Object.assign(process.env, environmentOf(folder))
  const spies = [
    vi.spyOn(process, 'cwd').mockReturnValue(folder),
    vi.spyOn(console, 'log').mockImplementation((...line) => void printed.log.push(format(...line))),
    vi.spyOn(console, 'error').mockImplementation((...line) => void printed.error.push(format(...line))),
  ]
  try {
    const code = await runCommand(args)
    return { text: [...printed.log, ...printed.error].join('\n').trim(), code }
  } finally {
    for (const spy of spies) spy.mockRestore()
    for (const name of Object.keys(environmentOf(folder))) delete process.env[name]
    Object.assign(process.env, kept)
  }
}
