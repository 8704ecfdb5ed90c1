import { createContext, type ReactNode, useContext, useEffect, useId, useRef } from 'react'
import Card from 'react-bootstrap/Card'
import CloseButton from 'react-bootstrap/CloseButton'
import Modal from 'react-bootstrap/Modal'
import Offcanvas from 'react-bootstrap/Offcanvas'
import { Spinner } from '../../../client/parts/Spinner.tsx'
import type { ResolvedForm } from '../../../language/resolved.ts'
import { CellShell } from './CellShell.tsx'
import './form.css'

type Place = ResolvedForm['open'] | 'cell'

/** Where the parts of a form are drawn. */
export const PlaceContext = createContext<Place>('modal')

interface FormShellProps {
  readonly open: Place
  readonly size: ResolvedForm['size']
  readonly title: string
  /** The user wants to close the form: cross, Escape, 返回. */
  readonly onHide: () => void
  /** The cell over which the form opens, instead of in its window. */
  readonly over?: HTMLElement | undefined
  /** `ShellBody` and `ShellFooter`. */
  readonly children: ReactNode
}

const modalSizes = {
  small: { size: 'sm' },
  medium: {},
  large: { size: 'lg' },
  full: { dialogClassName: 'record-form-full' },
} as const satisfies Record<ResolvedForm['size'], object>

/** Below these window sizes the form fills the window, because there is no room around it. */
const fullscreenBelow = {
  small: 'sm-down',
  medium: 'sm-down',
  large: 'md-down',
  full: 'lg-down',
} as const satisfies Record<ResolvedForm['size'], string>

/** The window of a form. A click beside it does not close it, because typed input would be lost. */
export function FormShell({ open, size, title, onHide, over, children }: FormShellProps) {
  const titleId = useId()
  const content = <PlaceContext value={over ? 'cell' : open}>{children}</PlaceContext>
  if (over !== undefined)
    return (
      <CellShell over={over} title={title} onHide={onHide}>
        {content}
      </CellShell>
    )
  switch (open) {
    case 'modal':
      return (
        <Modal
          show
          onHide={onHide}
          backdrop="static"
          scrollable
          fullscreen={fullscreenBelow[size]}
          aria-labelledby={titleId}
          {...modalSizes[size]}
        >
          <Modal.Header closeButton closeLabel="關閉">
            <Modal.Title as="h2" className="h5" id={titleId}>
              {title}
            </Modal.Title>
          </Modal.Header>
          {content}
        </Modal>
      )
    case 'drawer':
      return (
        <Offcanvas show onHide={onHide} backdrop="static" placement="end" aria-labelledby={titleId} className="record-form-drawer">
          <Offcanvas.Header closeButton closeLabel="關閉">
            <Offcanvas.Title as="h2" className="h5" id={titleId}>
              {title}
            </Offcanvas.Title>
          </Offcanvas.Header>
          {content}
        </Offcanvas>
      )
    case 'page':
      return (
        <PageShell title={title} titleId={titleId} onHide={onHide}>
          {content}
        </PageShell>
      )
  }
}

interface PageShellProps {
  readonly title: string
  readonly titleId: string
  readonly onHide: () => void
  readonly children: ReactNode
}

/** A page focuses its heading, as dialogs do by themselves, unless the form has chosen one of its fields. */
function PageShell({ title, titleId, onHide, children }: PageShellProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const { current } = heading
    if (!current?.closest('section')?.contains(document.activeElement)) current?.focus()
  }, [])
  return (
    <Card as="section" aria-labelledby={titleId}>
      <Card.Header className="d-flex align-items-center">
        <h2 className="h5 mb-0 flex-grow-1" id={titleId} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <CloseButton aria-label="關閉" onClick={onHide} />
      </Card.Header>
      {children}
    </Card>
  )
}

const bodies = { modal: Modal.Body, cell: Modal.Body, drawer: Offcanvas.Body, page: Card.Body } as const

interface ShellBodyProps {
  /** Makes the content focusable when nothing inside is, because otherwise the keyboard could not scroll it. */
  readonly isText?: boolean
  readonly children: ReactNode
}

export function ShellBody({ isText = false, children }: ShellBodyProps) {
  const Body = bodies[useContext(PlaceContext)]
  return <Body {...(isText && { tabIndex: 0, role: 'region', 'aria-label': '資料內容' })}>{children}</Body>
}

/** In place of a form whose record or code is still loading. */
export function ShellSpinner() {
  return (
    <ShellBody>
      <Spinner />
    </ShellBody>
  )
}

export function ShellFooter({ children }: { readonly children: ReactNode }) {
  const place = useContext(PlaceContext)
  if (place === 'modal' || place === 'cell') return <Modal.Footer>{children}</Modal.Footer>
  return <div className="d-flex flex-wrap justify-content-end gap-2 p-3 border-top">{children}</div>
}
