import type { HistoryEntry } from '../../../answers/records.ts'
import { formatDateTime } from '../../../client/format.ts'
import { LoadProblem } from '../../../client/load/LoadProblem.tsx'
import { useLoad } from '../../../client/load/useLoad.ts'
import { EmptyState } from '../../../client/parts/EmptyState.tsx'
import { Spinner } from '../../../client/parts/Spinner.tsx'
import type { ResolvedScreen } from '../../../language/resolved.ts'
import { fillPath } from '../calls/callPath.ts'
import type { ListRow } from '../calls/listPage.ts'
import { changeText, parseHistory } from './historyEntry.ts'

interface HistoryListProps {
  readonly screen: ResolvedScreen
  readonly recordId: ListRow['id']
  /** The loaded record; when it changes, the history is reloaded. */
  readonly record?: unknown
}

/** The history of one record, newest first as sent by the server. */
export function HistoryList({ screen, recordId, record }: HistoryListProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another record, as it was read last, asks again
  const loaded = useLoad(
    async (http, signal) => parseHistory(await http.get<unknown>(fillPath(screen.api.history.path, { id: recordId }), { signal })),
    [screen.api, recordId, record],
  )
  if (loaded.state === 'error') return <LoadProblem failure={loaded.failure} onRetry={loaded.reload} />
  if (loaded.data === null) return <Spinner />
  if (loaded.data.length === 0) return <EmptyState />
  return (
    <ol className="list-history list-unstyled mb-0">
      {loaded.data.map((entry) => (
        <HistoryStep key={`${entry.at} ${entry.action} ${entry.userName}`} entry={entry} />
      ))}
    </ol>
  )
}

function HistoryStep({ entry }: { readonly entry: HistoryEntry }) {
  return (
    <li className="border-start border-3 ps-3 pb-3">
      <div className="d-flex flex-wrap gap-2 align-items-baseline">
        <time dateTime={entry.at}>{formatDateTime(entry.at)}</time>
        <strong>{entry.action}</strong>
        <span className="text-body-secondary">{entry.userName}</span>
      </div>
      {entry.remark !== null && <p className="mb-1">{entry.remark}</p>}
      {entry.changes.length > 0 && <HistoryChanges changes={entry.changes} />}
    </li>
  )
}

function HistoryChanges({ changes }: { readonly changes: HistoryEntry['changes'] }) {
  return (
    <table className="table table-sm list-history-changes mb-0 mt-1">
      <thead>
        <tr>
          <th scope="col">欄位</th>
          <th scope="col">異動前</th>
          <th scope="col">異動後</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={change.title}>
            <th scope="row" className="fw-normal">
              {change.title}
            </th>
            <td className="text-break">{changeText(change.before)}</td>
            <td className="text-break">{changeText(change.after)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
