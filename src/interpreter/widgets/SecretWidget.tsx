import { lazy, Suspense } from 'react'
import { Spinner } from '../../client/parts/Spinner.tsx'
import type { WidgetProps } from './widget.ts'

/** Loaded on demand, because only platforms of partners have keys. */
const SecretEditor = lazy(async () => ({ default: (await import('./SecretEditor.tsx')).SecretEditor }))

export function SecretWidget(props: WidgetProps) {
  return (
    <Suspense fallback={<Spinner />}>
      <SecretEditor {...props} />
    </Suspense>
  )
}
