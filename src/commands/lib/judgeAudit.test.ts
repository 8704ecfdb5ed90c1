import { describe, expect, it } from 'vitest'
import { judgeAudit } from './judgeAudit.mjs'

const report = (vulnerabilities: object) =>
  JSON.stringify({ auditReportVersion: 2, vulnerabilities, metadata: { vulnerabilities: { total: Object.keys(vulnerabilities).length } } })
const finding = (name: string, severity: string) => ({ [name]: { name, severity, range: '<1.2.3', fixAvailable: true } })

describe('judgeAudit', () => {
  it('passes what has no findings above low', () => {
    expect(judgeAudit(report({})).code).toBe(0)
    expect(judgeAudit(`npm warn something\n${report(finding('small', 'low'))}`).code).toBe(0)
  })

  it.each(['moderate', 'high', 'critical'])('lists findings that are %s', (severity) => {
    const { code, lines } = judgeAudit(report({ ...finding('bad', severity), ...finding('small', 'low') }))
    expect(code).toBe(1)
    expect(lines.join('\n')).toContain(`${severity}  bad <1.2.3`)
    expect(lines.join('\n')).not.toContain('small')
  })

  it.each([
    [
      'a mirror without advisories',
      '{"message":"405 Method Not Allowed - POST https://registry.npmjs.org/-/npm/v1/security/advisories/bulk","statusCode":405}',
    ],
    ['no network', '{"error":{"code":"ENOTFOUND","summary":"request failed"}}'],
    ['an empty object', '{}'],
    ['nothing', ''],
    ['something else', '<html>proxy</html>'],
  ])('tells that nothing is known: %s', (_name, output) => {
    expect(judgeAudit(output).code).toBe(2)
  })
})
