// Runs a TypeScript program of this project, in this process: node src/commands/tsx.mjs <file.ts> [arguments]
import { pathToFileURL } from 'node:url'
import { ensureDeps } from './lib/ensureDeps.mjs'
import { assertNodeVersion, CommandError, fail } from './lib/project.mjs'

try {
  assertNodeVersion()
  const [file, ...rest] = process.argv.slice(2)
  if (file === undefined) throw new CommandError('usage: node src/commands/tsx.mjs <file.ts> [arguments]')
  await ensureDeps('product')
  // Imported before the TypeScript hooks are registered, because loading its hundreds of files through them takes half a second.
  await import('kysely')
  const { register } = await import('tsx/esm/api')
  register()
  process.argv.splice(1, process.argv.length - 1, file, ...rest)
  await import(pathToFileURL(file).href)
} catch (error) {
  fail(error)
}
