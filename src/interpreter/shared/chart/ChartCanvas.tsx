import {
  ArcElement,
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PieController,
  PointElement,
  Tooltip,
} from 'chart.js'
import { useEffect, useRef } from 'react'
import { chartConfiguration } from './chartConfiguration.ts'
import type { ChartContent } from './chartContent.ts'
import { pieParts } from './pieParts.ts'
import { useTheme } from './useTheme.ts'

Chart.register(
  ArcElement,
  BarController,
  BarElement,
  CategoryScale,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PieController,
  PointElement,
  Tooltip,
)

interface ChartCanvasProps {
  readonly content: ChartContent
  readonly title: string
  readonly onPick?: (index: number) => void
}

/** Draws a chart. Screen readers read the table with the same numbers, which belongs to every chart. */
export function ChartCanvas({ content, title, onPick }: ChartCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const theme = useTheme()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours are those of the theme
  useEffect(() => {
    if (canvas.current === null) return
    const parts = pieParts(content)
    const pick = (index: number) => {
      const place = parts.placeOf(index)
      if (place !== undefined) onPick?.(place)
    }
    const drawn = new Chart(canvas.current, chartConfiguration(parts.content, getComputedStyle(canvas.current), pick))
    return () => drawn.destroy()
  }, [content, onPick, theme])
  return <canvas ref={canvas} role="img" aria-label={`${title}（數值請見表格）`} />
}
