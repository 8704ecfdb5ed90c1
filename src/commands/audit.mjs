// npm run audit: known vulnerabilities of what the product ships. Exit code 0: none above low. 1: there are some, they are listed.
// 2: the registry gave no answer (mirrors often have no advisories), so nothing is known; CI decides what that means to it.
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
