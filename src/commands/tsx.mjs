// Runs a TypeScript program of this project: node src/commands/tsx.mjs <file.ts> [arguments]
import { ensureDeps } from './lib/ensureDeps.mjs'
import { CommandError, demandNode, fail } from './lib/project.mjs'
import { runTool } from './lib/run.mjs'

try {
  demandNode()
  const [file, ...rest] = process.argv.slice(2)
  if (file === undefined) throw new CommandError('usage: node src/commands/tsx.mjs <file.ts> [arguments]')
  await ensureDeps()
  const { code } = await runTool('tsx', [file, ...rest])
  process.exit(code)
} catch (error) {
  fail(error)
}
