import { Component, type ReactNode } from 'react'
import { BrokenPage } from './pages/BrokenPage.tsx'

interface PageBoundaryProps {
  /** The address that is drawn; another one is another try. */
  readonly place: object
  readonly children: ReactNode
}

interface PageBoundaryState {
  readonly isBroken: boolean
  readonly place: object
}

/** Says that a page could not be drawn, in its place. React has written the error to the browser's console. */
export class PageBoundary extends Component<PageBoundaryProps, PageBoundaryState> {
  override state = { isBroken: false, place: this.props.place }

  static getDerivedStateFromError(): Partial<PageBoundaryState> {
    return { isBroken: true }
  }

  static getDerivedStateFromProps({ place }: PageBoundaryProps, state: PageBoundaryState): PageBoundaryState | null {
    return place === state.place ? null : { isBroken: false, place }
  }

  override render() {
    return this.state.isBroken ? <BrokenPage /> : this.props.children
  }
}
