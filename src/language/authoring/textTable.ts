/** Width of a text in a terminal: Chinese characters and full-width signs take two cells. */
export function displayWidth(text: string): number {
  return Array.from(text).reduce((sum, character) => sum + (wide.test(character) ? 2 : 1), 0)
}

const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u

/** Lines of a table with aligned columns for a terminal, without borders, with two spaces between columns. */
export function textTable(header: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const all = [header, ...rows]
  const widths = header.map((_title, index) => Math.max(...all.map((row) => displayWidth(row[index] ?? ''))))
  return all.map((row) =>
    header
      .map((_title, index) => padded(row[index] ?? '', widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)))
}
