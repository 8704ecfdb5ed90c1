import { runCommand } from './schemas/command.ts'

process.exitCode = await runCommand(process.argv.slice(2))
