import { lazy, Suspense, useState } from 'react'
import Button from 'react-bootstrap/Button'
import { Spinner } from '../../client/parts/Spinner.tsx'
import { type Row, rowsOf } from './rowValues.ts'

/** Comes with the first press of the button. */
const LazyImportDialog = lazy(async () => ({ default: (await import('../shared/import/ImportDialog.tsx')).FileImportDialog }))

interface RowsImportProps {
  /** `POST /api/...` of the document. */
  readonly call: string
  readonly title: string
  readonly disabled: boolean
  /** Rows that the file will stand in place of. */
  readonly count: number
  readonly readForm: () => Readonly<Record<string, unknown>>
  readonly onRows: (rows: readonly Row[]) => void
}

/** Fills the rows of a form from an .xlsx file; the server judges them together with what else is entered. */
export function RowsImport({ call, title, disabled, count, readForm, onRows }: RowsImportProps) {
  const [isOpen, setOpen] = useState(false)
  const path = call.slice('POST '.length)
  const target = {
    path,
    examplePath: `${path}/example`,
    titles: {},
    parts: () => ({ form: JSON.stringify(plainValues(readForm())) }),
    take: (rows: readonly unknown[]) => onRows(rowsOf(rows)),
  }
  return (
    <>
      <Button size="sm" variant="outline-secondary" className="ms-2" disabled={disabled} onClick={() => setOpen(true)}>
        匯入{title}
      </Button>
      {isOpen && (
        <Suspense fallback={<Spinner />}>
          <LazyImportDialog
            title={`匯入${title}`}
            target={target}
            readyText={count === 0 ? '按「確定」帶入表單。' : `按「確定」取代表單中的 ${count} 筆。`}
            onClose={() => setOpen(false)}
            onImported={() => undefined}
          />
        </Suspense>
      )}
    </>
  )
}

/** Without lists: the rows that will be replaced and attached files are no one's business here. */
function plainValues(values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !Array.isArray(value)))
}
