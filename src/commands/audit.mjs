// npm run audit: lists known vulnerabilities of the shipped packages. Exit code 0: none above low. 1: some were found. 2: the registry did
// not answer (mirrors often have no advisories), so nothing is known; CI decides what to do then.
import { judgeAudit } from './lib/judgeAudit.mjs'
import { assertNodeVersion, fail, say } from './lib/project.mjs'
import { npmCommand, run } from './lib/run.mjs'

try {
  assertNodeVersion()
  const { command, prefix } = npmCommand()
  const { output } = await run(command, [...prefix, 'audit', '--omit=dev', '--json', '--loglevel=silent'], { isQuiet: true })
  const { code, lines } = judgeAudit(output)
  for (const line of lines) say(line)
  process.exit(code)
} catch (error) {
  fail(error)
}
