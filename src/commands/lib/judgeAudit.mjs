// Interprets the output of `npm audit --json`.

const severities = ['low', 'moderate', 'high', 'critical']
const severityMin = 'moderate'

/** @param {string} severity */
const counts = (severity) => severities.indexOf(severity) >= severities.indexOf(severityMin)

/**
 * Finds the report in the output, because npm may print warnings around it. @param {string} output @returns {Record<string, any> | null}
 */
function parse(output) {
  const begin = output.indexOf('{')
  const end = output.lastIndexOf('}')
  try {
    return JSON.parse(output.slice(begin, end + 1))
  } catch {
    return null
  }
}

/**
 * Tells findings from a missing answer: only a report with counts is an answer, whatever exit code npm gave.
 * @param {string} output @returns {{ code: 0 | 1 | 2, lines: readonly string[] }} code: 0 nothing above low, 1 findings, 2 no answer
 */
export function judgeAudit(output) {
  const report = parse(output)
  const total = report?.metadata?.vulnerabilities?.total
  if (!report || typeof total !== 'number' || typeof report.vulnerabilities !== 'object') {
    const reason = report?.message ?? report?.error?.summary ?? (output.trim().slice(0, 300) || 'no output')
    return {
      code: 2,
      lines: [`套件來源沒有回答弱點查詢，結果未知：${reason}`, '(no answer: ask again where registry.npmjs.org can be reached)'],
    }
  }
  const findings = Object.values(report.vulnerabilities).filter(({ severity }) => counts(severity))
  if (findings.length === 0) return { code: 0, lines: [`沒有 ${severityMin} 以上的已知弱點。(no known vulnerabilities above low)`] }
  const lines = findings.map(({ name, severity, range, fixAvailable }) => `${severity}  ${name} ${range}${fixAvailable ? '  可更新' : ''}`)
  return { code: 1, lines: [`發現 ${findings.length} 個套件有已知弱點：`, ...lines] }
}
