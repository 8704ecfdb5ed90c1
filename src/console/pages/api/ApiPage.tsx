import { useDeferredValue, useMemo, useState } from 'react'
import Button from 'react-bootstrap/Button'
import Form from 'react-bootstrap/Form'
import { LoadProblem } from '../../../client/load/LoadProblem.tsx'
import { useLoad } from '../../../client/load/useLoad.ts'
import { EmptyState } from '../../../client/parts/EmptyState.tsx'
import { Spinner } from '../../../client/parts/Spinner.tsx'
import { useSend } from '../../../client/send/useSend.ts'
import { PageTitle } from '../../PageTitle.tsx'
import { OperationDetails } from './OperationDetails.tsx'
import { type ApiDescription, groupByTag, operationsOf, searchOperations } from './operations.ts'

const path = '/api/openapi.json'

/** API 文件: every call of the server with who may make it, for those who run the system or connect to it. */
export default function ApiPage() {
  const { isSending, send } = useSend()
  const { state, data, failure, reload } = useLoad((client, signal) => client.get<ApiDescription>(path, { signal }), [])
  return (
    <>
      <PageTitle title="API 文件" />
      <div className="d-flex flex-wrap align-items-center gap-3 mb-3">
        <h1 className="h4 mb-0 flex-grow-1">API 文件</h1>
        <Button variant="outline-secondary" size="sm" disabled={isSending} onClick={() => void send((http) => http.download(path))}>
          下載 openapi.json
        </Button>
      </div>
      {state === 'error' && <LoadProblem failure={failure} onRetry={reload} />}
      {state === 'loading' && data === null && <Spinner />}
      {data && <Operations description={data} />}
    </>
  )
}

function Operations({ description }: { description: ApiDescription }) {
  const [text, setText] = useState('')
  const asked = useDeferredValue(text)
  const operations = useMemo(() => operationsOf(description), [description])
  const groups = useMemo(() => groupByTag(searchOperations(operations, asked)), [operations, asked])
  const count = groups.reduce((sum, [, members]) => sum + members.length, 0)
  return (
    <>
      <Form.Control
        type="search"
        aria-label="搜尋 API"
        placeholder="路徑、名稱、權限"
        className="narrow-card mb-2"
        maxLength={100}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <p className="text-body-secondary small" aria-live="polite">
        共 {count} 個呼叫，全部須帶 Authorization 標頭；寫入另須帶 X-XSRF-TOKEN。
      </p>
      {count === 0 && <EmptyState />}
      {groups.map(([tag, members]) => (
        <section key={tag} className="card mb-3">
          <h2 className="card-header h6 mb-0">{tag}</h2>
          <div className="list-group list-group-flush">
            {members.map((operation) => (
              <OperationDetails key={`${operation.method} ${operation.path}`} operation={operation} />
            ))}
          </div>
        </section>
      ))}
    </>
  )
}
