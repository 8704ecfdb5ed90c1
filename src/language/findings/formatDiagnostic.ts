import type { Diagnostic } from './diagnostic.ts'

/** One line for terminals and logs: `file:line:column pointer message`, which editors make clickable. */
export function formatDiagnostic(diagnostic: Diagnostic): string {
  const { file, line, column, pointer, severity, message, suggestion } = diagnostic
  const kind = severity === 'warning' ? '警告 ' : ''
  const hint = suggestion === undefined ? '' : `（你是不是要寫「${suggestion}」？）`
  return `${file}:${line}:${column} ${pointer === '' ? '/' : pointer} ${kind}${message}${hint}`
}
