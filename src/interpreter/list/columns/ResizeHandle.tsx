import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { columnWidthMax, columnWidthMin } from './arrangedColumns.ts'

interface ResizeHandleProps {
  readonly title: string
  /** Width chosen by the user or the document; undefined while the content decides. */
  readonly width: number | undefined
  /** Null restores the width of the document. */
  readonly onResize: (width: number | null) => void
}

const keyStep = 16
/**
 * Class that lifts the heading above its neighbours while its edge is dragged. Set directly on the element, and not selected by `:has()`,
 * which the browser would evaluate at every press.
 */
const draggedClass = 'list-resizing'

/**
 * The edge of a heading by which a column is resized: by dragging or arrow keys. A double click or Delete removes the user's width. During
 * dragging only the edge moves; rows are drawn once, at the end.
 */
export function ResizeHandle({ title, width, onResize }: ResizeHandleProps) {
  const drag = useRef<{ readonly x: number; readonly width: number } | null>(null)
  const start = (event: PointerEvent<HTMLDivElement>) => {
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { x: event.clientX, width: headingWidth(event.currentTarget) }
    event.currentTarget.parentElement?.classList.add(draggedClass)
  }
  const move = (event: PointerEvent<HTMLDivElement>) => {
    if (drag.current === null) return
    event.currentTarget.style.transform = `translateX(${event.clientX - drag.current.x}px)`
  }
  const release = (event: PointerEvent<HTMLDivElement>) => {
    drag.current = null
    event.currentTarget.style.transform = ''
    event.currentTarget.parentElement?.classList.remove(draggedClass)
  }
  const end = (event: PointerEvent<HTMLDivElement>) => {
    const from = drag.current
    release(event)
    if (from !== null && event.clientX !== from.x) onResize(from.width + event.clientX - from.x)
  }
  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowLeft: -keyStep, ArrowRight: keyStep }[event.key]
    if (step === undefined && event.key !== 'Delete') return
    event.preventDefault()
    onResize(step === undefined ? null : headingWidth(event.currentTarget) + step)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that is moved is a control; hr is none
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={`調整 ${title} 欄寬`}
      aria-valuemin={columnWidthMin}
      aria-valuemax={columnWidthMax}
      aria-valuenow={width ?? columnWidthMin}
      aria-valuetext={width === undefined ? '依內容' : `${width} 像素`}
      tabIndex={0}
      className="list-resize d-print-none"
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={release}
      onDoubleClick={() => onResize(null)}
      onKeyDown={press}
    />
  )
}

function headingWidth(handle: HTMLElement): number {
  return handle.parentElement?.offsetWidth ?? columnWidthMin
}
