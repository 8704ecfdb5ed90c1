import { useState } from 'react'
import Button from 'react-bootstrap/Button'
import Form from 'react-bootstrap/Form'
import Table from 'react-bootstrap/Table'
import type { RoleMatrix } from '../../../answers/roleMatrix.ts'
import { LoadProblem } from '../../../client/load/LoadProblem.tsx'
import { useLoad } from '../../../client/load/useLoad.ts'
import { EmptyState } from '../../../client/parts/EmptyState.tsx'
import { Spinner } from '../../../client/parts/Spinner.tsx'
import { useSend } from '../../../client/send/useSend.ts'
import { matrixCellTexts, matrixFillTexts, matrixKindTexts } from '../../../rules/roleMatrixTexts.ts'
import { PageTitle } from '../../PageTitle.tsx'
import './roleMatrix.css'

const path = '/api/account/role_matrix'

/** 角色權限總表: what each role may see and do, by screen, from the documents and grants of now. */
export default function RoleMatrixPage() {
  const { isSending, send } = useSend()
  const { state, data, failure, reload } = useLoad((client, signal) => client.get<RoleMatrix>(path, { signal }), [])
  return (
    <>
      <PageTitle title="角色權限總表" />
      <div className="d-flex flex-wrap align-items-center gap-3 mb-3">
        <h1 className="h4 mb-0 flex-grow-1">角色權限總表</h1>
        <Button
          variant="outline-secondary"
          size="sm"
          disabled={isSending}
          onClick={() => void send((http) => http.download(`${path}/csv`))}
        >
          下載 CSV
        </Button>
      </div>
      {state === 'error' && <LoadProblem failure={failure} onRetry={reload} />}
      {state === 'loading' && data === null && <Spinner />}
      {data && <Matrix matrix={data} />}
    </>
  )
}

const allScreens = ''

function Matrix({ matrix }: { readonly matrix: RoleMatrix }) {
  const [uri, setUri] = useState(allScreens)
  const screens = matrix.lines.filter(({ kind }) => kind === 'screen')
  const lines = uri === allScreens ? screens : matrix.lines.filter((line) => line.uri === uri)
  return (
    <>
      <Form.Select aria-label="畫面" className="narrow-card mb-2" value={uri} onChange={(event) => setUri(event.target.value)}>
        <option value={allScreens}>所有畫面（選一個看欄位與動作）</option>
        {screens.map((line) => (
          <option key={line.uri} value={line.uri}>
            {line.screen}（{line.uri}）
          </option>
        ))}
      </Form.Select>
      {uri === allScreens ? <ScreensLegend /> : <FieldsLegend />}
      {lines.length === 0 ? <EmptyState /> : <MatrixTable roles={matrix.roles} lines={lines} isWhole={uri === allScreens} />}
    </>
  )
}

function ScreensLegend() {
  return (
    <p className="text-body-secondary small">
      由目前的文件與角色的授權產生。「自己的資料」是只有自己特約商的資料；「沒有資料」是打得開，但沒有一筆屬於自己的特約商。
    </p>
  )
}

const fillLegend: { readonly [Fill in ShownFill]: string } = {
  both: '新增與修改時都可填',
  create: '新增時填，之後不可修改',
  edit: '新增時沒有，修改時才可填',
}

function FieldsLegend() {
  return (
    <div className="text-body-secondary small mb-2">
      <ul className="role-legend">
        {(['both', 'create', 'edit'] as const).map((fill) => (
          <li key={fill}>
            <FillMark fill={fill} /> {fillLegend[fill]}
          </li>
        ))}
        <li>「遮罩」的值只有揭示時看得到</li>
      </ul>
      「可填」指該角色的表單有這一欄，伺服器也接受；個別資料能否修改仍依其狀態與條件，須核准的欄位填了是送審。
    </div>
  )
}

type ShownFill = Exclude<NonNullable<RoleMatrix['lines'][number]['fills']>[number], 'never'>

function FillMark({ fill }: { readonly fill: ShownFill }) {
  return <span className={`role-fill role-fill-${fill}`}>{matrixFillTexts[fill]}</span>
}

interface MatrixTableProps {
  readonly roles: RoleMatrix['roles']
  readonly lines: RoleMatrix['lines']
  readonly isWhole: boolean
}

function MatrixTable({ roles, lines, isWhole }: MatrixTableProps) {
  return (
    // Focusable, so that the keyboard can scroll what does not fit.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the area scrolls
    <section className="role-matrix" aria-label="權限總表" tabIndex={0}>
      <Table size="sm" className="mb-0">
        <thead>
          <tr>
            <th scope="col">{isWhole ? '畫面' : '名稱'}</th>
            {roles.map(({ code, name }) => (
              <th key={code} scope="col">
                {name}
                <div className="text-body-secondary small fw-normal">{code}</div>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={`${line.uri} ${line.kind} ${line.name}`}>
              <th scope="row" className="fw-normal">
                {line.title}
                <div className="text-body-secondary small">{isWhole ? line.uri : `${matrixKindTexts[line.kind]} ${line.name}`}</div>
              </th>
              {roles.map(({ code }, index) => (
                <MatrixValue key={code} cell={line.cells[index]} fill={line.fills?.[index]} />
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  )
}

type Line = RoleMatrix['lines'][number]

interface MatrixValueProps {
  readonly cell: Line['cells'][number] | undefined
  readonly fill: NonNullable<Line['fills']>[number] | undefined
}

function MatrixValue({ cell = 'none', fill = 'never' }: MatrixValueProps) {
  return (
    <td className={`role-cell-${cell}`}>
      {matrixCellTexts[cell]}
      {fill !== 'never' && <FillMark fill={fill} />}
    </td>
  )
}
