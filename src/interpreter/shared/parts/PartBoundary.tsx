import { Component, type ErrorInfo, type ReactNode } from 'react'

interface PartBoundaryProps {
  /** JSON pointer of the part inside the screen document. */
  readonly pointer: string
  /** The hash of the document; when it changes, the part is drawn again. */
  readonly version: string
  readonly children: ReactNode
}

interface PartBoundaryState {
  /** Message of the part's error; null while it works. */
  readonly failure: string | null
}

/** Draws an error box instead of a broken part, so that the rest of the screen works. */
export class PartBoundary extends Component<PartBoundaryProps, PartBoundaryState> {
  override state: PartBoundaryState = { failure: null }

  static getDerivedStateFromError(error: unknown): PartBoundaryState {
    return { failure: error instanceof Error ? error.message : String(error) }
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error(`Part ${this.props.pointer} of the screen broke`, error, info.componentStack)
  }

  override componentDidUpdate(before: PartBoundaryProps) {
    if (this.state.failure !== null && before.version !== this.props.version) this.setState({ failure: null })
  }

  override render() {
    if (this.state.failure === null) return this.props.children
    return (
      <div className="alert alert-danger part-broken" role="alert">
        <p className="mb-1">畫面的這個部分無法顯示，其餘部分仍可使用。</p>
        <code>{this.props.pointer}</code>
        <pre className="mb-0 small text-wrap">{this.state.failure}</pre>
      </div>
    )
  }
}
