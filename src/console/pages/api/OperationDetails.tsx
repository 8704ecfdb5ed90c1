import { useState } from 'react'
import type { Operation, Parameter } from './operations.ts'

const methodTones: Readonly<Record<string, string>> = { GET: 'secondary', POST: 'primary', PUT: 'success', DELETE: 'danger' }

const toneOf = (method: string) => methodTones[method] ?? 'secondary'

/** One call, a line until it is opened. What it holds is drawn only then: there are hundreds. */
export function OperationDetails({ operation }: { operation: Operation }) {
  const [isOpen, setOpen] = useState(false)
  const { method, path, summary, permission } = operation
  return (
    <details className="list-group-item api-operation" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span className={`badge bg-${toneOf(method)}-subtle text-${toneOf(method)}-emphasis`}>{method}</span>
        <code className="text-body">{path}</code>
        <span>{summary}</span>
        <span className="api-permission">{permission}</span>
      </summary>
      {isOpen && <OperationParts operation={operation} />}
    </details>
  )
}

function OperationParts({ operation: { parameters, body, answers } }: { operation: Operation }) {
  return (
    <div className="pt-3">
      {parameters.length > 0 && <Parameters parameters={parameters} />}
      {body !== undefined && <Schema title="內容 (JSON)" schema={body} />}
      {answers.map(({ status, text, schema }) => (
        <Schema key={status} title={`${status} ${text}`} schema={schema} />
      ))}
    </div>
  )
}

function Parameters({ parameters }: { parameters: readonly Parameter[] }) {
  return (
    <div className="table-responsive">
      <table className="table table-sm">
        <thead>
          <tr>
            <th scope="col">參數</th>
            <th scope="col">位置</th>
            <th scope="col">型別</th>
            <th scope="col">說明</th>
          </tr>
        </thead>
        <tbody>
          {parameters.map(({ name, in: place, required, schema, description }) => (
            <tr key={`${place} ${name}`}>
              <td>
                <code className="text-body">{name}</code>
                {required && <span className="text-danger"> *</span>}
              </td>
              <td>{place}</td>
              <td>{schema?.enum ? schema.enum.join(' | ') : [schema?.type ?? ''].flat().join(' | ')}</td>
              <td>{description}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Schema({ title, schema }: { title: string; schema: unknown }) {
  return (
    <>
      <p className="mb-1 fw-semibold">{title}</p>
      {schema !== undefined && <pre className="api-schema">{JSON.stringify(schema, null, 2)}</pre>}
    </>
  )
}
