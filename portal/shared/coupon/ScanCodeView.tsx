import type { ScanCode, ScanCodeKind } from '../../../src/rules/scanCodes.ts'

interface ScanCodeViewProps {
  readonly kind: ScanCodeKind
  readonly code: ScanCode
  /** Width of the light border in modules. */
  readonly quiet: number
}

const labels: Readonly<Record<ScanCodeKind, string>> = { barcode: '條碼', qr: 'QR Code' }
/** Height of the bars in modules. */
const barHeight = 56

/** A barcode or QR code, always black on white. */
export function ScanCodeView({ kind, code, quiet }: ScanCodeViewProps) {
  const width = (code[0]?.length ?? 0) + 2 * quiet
  const rowHeight = kind === 'barcode' ? barHeight : 1
  const margin = kind === 'barcode' ? 0 : quiet
  const height = code.length * rowHeight + 2 * margin
  return (
    <svg
      className={`scan-code scan-code-${kind}`}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={labels[kind]}
      // Crisp edges for QR codes, so that no gaps appear between rows; not for barcodes, because rounding to whole pixels would change the
      // widths of bars.
      shapeRendering={kind === 'qr' ? 'crispEdges' : 'auto'}
      preserveAspectRatio={kind === 'qr' ? 'xMidYMid' : 'none'}
    >
      <rect width={width} height={height} fill="#fff" />
      <path d={pathOf(code, { left: quiet, top: margin, rowHeight })} fill="#000" />
    </svg>
  )
}

/** Draws each run of dark modules as one rectangle. */
function pathOf(code: ScanCode, { left, top, rowHeight }: { left: number; top: number; rowHeight: number }): string {
  return code
    .flatMap((row, rowIndex) =>
      runsOf(row).map(([x, length]) => `M${left + x} ${top + rowIndex * rowHeight}h${length}v${rowHeight}h-${length}z`),
    )
    .join('')
}

function runsOf(row: readonly boolean[]): readonly (readonly [start: number, length: number])[] {
  const runs: [number, number][] = []
  for (const [index, isDark] of row.entries()) {
    const last = runs.at(-1)
    if (!isDark) continue
    if (last && last[0] + last[1] === index) last[1] += 1
    else runs.push([index, 1])
  }
  return runs
}
