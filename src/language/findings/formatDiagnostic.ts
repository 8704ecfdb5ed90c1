import type { Diagnostic } from './diagnostic.ts'

/** One line for terminals and logs: `file:line:column pointer message`, which editors make clickable. */
export function formatDiagnostic(diagnostic: Diagnostic): string {
  const { file, line, column, pointer, severity, message } = diagnostic
  const kind = severity === 'warning' ? '警告 ' : ''
  const missing = suggestionBeyond(diagnostic)
  const hint = missing === undefined ? '' : `（你是不是要寫「${missing}」？）`
  return `${file}:${line}:${column} ${pointer === '' ? '/' : pointer} ${kind}${message}${hint}`
}

/** The suggestion, unless the sentence itself says what to write. */
export function suggestionBeyond({ message, suggestion }: Pick<Diagnostic, 'message' | 'suggestion'>): string | undefined {
  const isSaid = suggestion !== undefined && [`「${suggestion}」`, `"${suggestion}"`].some((written) => message.includes(written))
  return isSaid ? undefined : suggestion
}
