import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import Button from 'react-bootstrap/Button'
import Modal from 'react-bootstrap/Modal'
import { CollapsibleCard } from '../../../src/client/parts/CollapsibleCard.tsx'
import { taxNumberProblem } from '../../../src/rules/taxNumber.ts'
import { isEmail, isPhone } from '../../../src/rules/text.ts'
import '../../../src/interpreter/form/frame/form.css'
import { listPath } from './company.ts'
import { useWorld } from './world.ts'

interface Field {
  readonly name: string
  readonly title: string
  readonly kind?: 'text' | 'number' | 'date' | 'email' | 'phone' | 'tax' | 'long' | 'yes' | 'file'
  readonly dictionary?: string
  readonly required?: boolean
  readonly initial?: string
}

const groups: readonly { readonly title: string; readonly fields: readonly Field[] }[] = [
  {
    title: '基本資料',
    fields: [
      { name: 'companyName', title: '公司名稱', required: true },
      { name: 'companyShortName', title: '簡稱', required: true },
      { name: 'taxNumber', title: '統一編號', kind: 'tax', required: true },
      { name: 'companyType', title: '特約商類型', dictionary: 'CompanyType', required: true },
      { name: 'invoiceTitle', title: '發票抬頭', required: true },
      { name: 'responsiblePerson', title: '負責人', required: true },
      { name: 'logo', title: '商標圖', kind: 'file' },
      { name: 'remark', title: '備註', kind: 'long' },
    ],
  },
  {
    title: '聯絡資料',
    fields: [
      { name: 'contactName', title: '業務聯絡人', required: true },
      { name: 'contactPhone', title: '業務聯絡電話', kind: 'phone', required: true },
      { name: 'contactEmail', title: '業務電子郵件', kind: 'email', required: true },
      { name: 'financeContactName', title: '帳務聯絡人', required: true },
      { name: 'financePhone', title: '帳務聯絡電話', kind: 'phone', required: true },
      { name: 'financeEmail', title: '帳務電子郵件', kind: 'email', required: true },
      { name: 'cityCode', title: '縣市', dictionary: 'City', required: true },
      { name: 'districtCode', title: '鄉鎮市區', required: true },
      { name: 'zipCode', title: '郵遞區號', required: true },
      { name: 'address', title: '地址', required: true },
    ],
  },
  {
    title: '合約',
    fields: [
      { name: 'contractNo', title: '合約編號', required: true },
      { name: 'contractStartDate', title: '合約起日', kind: 'date', required: true },
      { name: 'contractEndDate', title: '合約迄日', kind: 'date', required: true },
      { name: 'allowIssue', title: '可贈點', kind: 'yes', initial: 'true' },
      { name: 'allowRedeem', title: '可兌點', kind: 'yes', initial: 'true' },
    ],
  },
  {
    title: '結算與價格',
    fields: [
      { name: 'settlementMode', title: '結算方式', dictionary: 'SettlementMode', required: true },
      { name: 'isPayer', title: '聯名卡付款機構', kind: 'yes', initial: 'false' },
      { name: 'apUnitPrice', title: '贈點單價（未稅）', kind: 'number', required: true, initial: '1' },
      { name: 'dpUnitPrice', title: '兌點單價（含稅）', kind: 'number', required: true, initial: '1' },
      { name: 'dpProcFeeRate', title: '兌點處理費率 %', kind: 'number', required: true, initial: '0' },
      { name: 'paymentTermDays', title: '付款天數', kind: 'number', required: true, initial: '30' },
    ],
  },
  {
    title: '兌點規則',
    fields: [
      { name: 'minRedeemPoints', title: '最低兌點', kind: 'number', required: true, initial: '1' },
      { name: 'redeemStep', title: '兌點單位', kind: 'number', required: true, initial: '1' },
      { name: 'maxRedeemRatio', title: '兌點上限 %', kind: 'number', required: true, initial: '100' },
    ],
  },
  {
    title: '匯款帳戶',
    fields: [
      { name: 'bankCode', title: '銀行代碼', dictionary: 'Bank', required: true },
      { name: 'bankBranch', title: '分行', required: true },
      { name: 'bankAccount', title: '帳號', required: true },
    ],
  },
]
const fields = groups.flatMap((group) => group.fields)

function problemOf({ title, kind, required }: Field, value: string): string | null {
  if (value === '') return required ? `${title} 必填` : null
  if (kind === 'tax') return taxNumberProblem(value)
  if (kind === 'email') return isEmail(value) ? null : '電子郵件格式錯誤.'
  if (kind === 'phone') return isPhone(value) ? null : '電話格式錯誤'
  return null
}

/** The form by hand: uncontrolled inputs, read and validated on submit. */
export default function CompanyForm({ onClose }: { onClose: () => void }) {
  const http = useWorld().useHttp()
  const form = useRef<HTMLFormElement>(null)
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    const data = new FormData(form.current as HTMLFormElement)
    const found = fields.flatMap((field) => {
      const problem = problemOf(field, String(data.get(field.name) ?? ''))
      return problem === null ? [] : [[field.name, problem] as const]
    })
    setProblems(Object.fromEntries(found))
    if (found.length > 0) return
    await http.post(listPath, Object.fromEntries(data))
    onClose()
  }
  const names = Object.keys(problems)
  const [firstWrong] = names
  useEffect(() => {
    if (firstWrong !== undefined) document.getElementById(`company-${firstWrong}`)?.focus()
  }, [firstWrong])
  return (
    <Modal show onHide={onClose} fullscreen="lg-down" size="xl" scrollable backdrop="static">
      <Modal.Header closeButton>
        <Modal.Title className="h5">新增特約商</Modal.Title>
      </Modal.Header>
      <Modal.Body>
        <form ref={form} onSubmit={(event) => void handleSubmit(event)} noValidate>
          {names.length > 0 && (
            <div className="alert alert-danger" role="alert">
              <ul>
                {names.map((name) => (
                  <li key={name}>
                    <a href={`#company-${name}`}>{problems[name]}</a>
                  </li>
                ))}
              </ul>
            </div>
          )}
          {groups.map((group) => (
            <CollapsibleCard key={group.title} title={group.title}>
              <div className="row g-3">
                {group.fields.map((field) => (
                  <FieldBox key={field.name} field={field} problem={problems[field.name]} />
                ))}
              </div>
            </CollapsibleCard>
          ))}
        </form>
      </Modal.Body>
      <Modal.Footer>
        <Button variant="outline-secondary" onClick={onClose}>
          取消
        </Button>
        <Button onClick={() => form.current?.requestSubmit()}>確定</Button>
      </Modal.Footer>
    </Modal>
  )
}

function FieldBox({ field, problem }: { field: Field; problem: string | undefined }) {
  const { name, title, required, kind } = field
  const id = `company-${name}`
  return (
    <div className={kind === 'long' ? 'col-12' : 'col-md-6'}>
      <label className="form-label" htmlFor={id}>
        {title}
        {required && (
          <span className="text-danger" aria-hidden="true">
            {' '}
            *
          </span>
        )}
      </label>
      {control(field, id, problem !== undefined)}
      {problem !== undefined && <div className="invalid-feedback d-block">{problem}</div>}
    </div>
  )
}

const inputTypes: Readonly<Record<string, string>> = { number: 'number', date: 'date', file: 'file' }

function control({ name, kind = 'text', dictionary, initial }: Field, id: string, isWrong: boolean): ReactNode {
  const shared = { id, name, 'aria-invalid': isWrong }
  const wrong = isWrong ? ' is-invalid' : ''
  if (dictionary) return <Choice {...shared} className={`form-select${wrong}`} dictionary={dictionary} />
  if (kind === 'long') return <textarea {...shared} className={`form-control${wrong}`} rows={3} />
  if (kind === 'yes') return <YesNo name={name} id={id} initial={initial} />
  return <input {...shared} className={`form-control${wrong}`} type={inputTypes[kind] ?? 'text'} defaultValue={initial} />
}

function YesNo({ name, id, initial }: { name: string; id: string; initial: string | undefined }) {
  return (
    <div>
      {['true', 'false'].map((value) => (
        <label key={value} className="form-check form-check-inline">
          <input
            type="radio"
            className="form-check-input"
            id={value === 'true' ? id : undefined}
            name={name}
            value={value}
            defaultChecked={initial === value}
          />
          {value === 'true' ? '是' : '否'}
        </label>
      ))}
    </div>
  )
}

interface ChoiceProps {
  readonly id: string
  readonly name: string
  readonly className: string
  readonly dictionary: string
}

function Choice({ dictionary, ...shared }: ChoiceProps) {
  const options = useWorld().useOptions(dictionary)
  return (
    <select {...shared}>
      <option value="">請選擇</option>
      {options.map(({ key, value }) => (
        <option key={key} value={key}>
          {value}
        </option>
      ))}
    </select>
  )
}
