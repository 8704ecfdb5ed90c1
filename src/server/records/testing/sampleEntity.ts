import type { Entity } from '../../../language/documents/entity.ts'

/**
 * An entity that uses every feature of the engine. With a table it is stored in `sample` and read through `sample_view`; without one it is
 * stored as JSON. The tests of the engine run on both.
 */
export function sampleEntity(kind: 'table' | 'document'): Entity {
  return { ...base, ...(kind === 'table' && { table: 'sample', view: 'sample_view' }) }
}

const base: Entity = {
  name: 'sample',
  title: '樣本',
  key: 'sampleNo',
  label: 'sampleName',
  scope: 'companyNo',
  type: 'object',
  properties: {
    sampleNo: { type: 'string', title: '編號', 'x-computed': true, 'x-unique': true },
    companyNo: { type: 'string', title: '特約商' },
    sampleName: { type: 'string', title: '名稱', maxLength: 20, 'x-unique': true, 'x-search': true },
    category: { type: 'string', title: '類別', 'x-dictionary': 'Category', 'x-immutable': true },
    points: { type: 'integer', title: '點數', minimum: 0, default: 0 },
    price: { type: 'number', title: '單價', minimum: 0, 'x-decimals': 2, 'x-format': 'price', 'x-approval': true },
    isOpen: { type: 'boolean', title: '開放', default: true },
    startDate: { type: 'string', title: '起日', format: 'date' },
    endDate: { type: 'string', title: '迄日', format: 'date', 'x-after': 'startDate' },
    happenedAt: { type: 'string', title: '時間', format: 'date-time' },
    tags: { type: 'array', title: '標籤', items: { type: 'string', maxLength: 5 } },
    lines: {
      type: 'array',
      title: '明細',
      items: {
        type: 'object',
        properties: {
          lineName: { type: 'string', title: '項目' },
          amount: { type: 'integer', title: '數量', minimum: 1, 'x-format': 'points' },
        },
        required: ['lineName'],
      },
    },
    content: { type: 'string', title: '內容', format: 'html' },
    account: { type: 'string', title: '帳號', 'x-mask': 'account' },
    secretKey: { type: 'string', title: '金鑰', 'x-mask': 'secret' },
    devices: {
      type: 'array',
      title: '裝置',
      items: {
        type: 'object',
        properties: {
          mobile: { type: 'string', title: '手機', 'x-mask': 'mobile' },
          pin: { type: 'string', title: '密碼', 'x-mask': 'secret' },
        },
      },
    },
    reason: { type: 'string', title: '事由' },
    status: { type: 'string', title: '狀態', default: '1', 'x-computed': true },
    hasPendingChange: { type: 'boolean', title: '待審變更', default: false, 'x-computed': true },
    submittedBy: { type: 'string', title: '申請人員', 'x-computed': true },
    submittedAt: { type: 'string', format: 'date-time', title: '申請時間', 'x-computed': true },
    approvedBy: { type: 'string', title: '審核人員', 'x-computed': true },
    approvedAt: { type: 'string', format: 'date-time', title: '審核時間', 'x-computed': true },
    rejectReason: { type: 'string', title: '退回原因', 'x-computed': true },
    closedBy: { type: 'string', title: '結案人員', 'x-computed': true },
    closedAt: { type: 'string', format: 'date-time', title: '結案時間', 'x-computed': true },
    closedOn: { type: 'string', format: 'date', title: '結案日期', 'x-computed': true },
    closeNote: { type: 'string', title: '結案說明', 'x-computed': true },
  },
  required: ['companyNo', 'sampleName', 'category'],
  when: { reason: { required: { 'form.isOpen': { eq: false } } } },
  unique: [['companyNo', 'startDate']],
  transitions: {
    submit: {
      label: '送審',
      field: 'status',
      from: ['1', '4'],
      to: '2',
      permission: 'submit',
      bulk: true,
      guard: { 'row.points': { gt: 0 } },
    },
    approve: {
      label: '核准',
      field: 'status',
      from: ['2'],
      to: '3',
      permission: 'approve',
      notBy: ['submittedBy', 'updatedBy'],
      bulk: true,
    },
    reject: {
      label: '退回',
      field: 'status',
      from: ['2'],
      to: '4',
      permission: 'approve',
      input: {
        properties: { rejectReason: { type: 'string', title: '退回原因', minLength: 1, maxLength: 200 } },
        required: ['rejectReason'],
      },
    },
    close: {
      label: '結案',
      field: 'status',
      from: ['3'],
      to: '5',
      permission: 'approve',
      notBy: ['approvedBy'],
      stamp: { closedBy: 'user', closedAt: 'now', closedOn: 'today', closeNote: 'input.note', submittedBy: 'none' },
      // Plain texts under the names of a rich text and of the company.
      input: {
        properties: {
          note: { type: 'string', title: '說明', maxLength: 20 },
          content: { type: 'string', title: '內容', maxLength: 200 },
          companyNo: { type: 'string', title: '特約商', maxLength: 10 },
        },
      },
    },
  },
  editable: { 'row.status': { nin: ['2'] } },
  deletable: { 'row.status': { eq: '1' } },
}

/** Table and view of the entity, and the tables that change requests need. */
export const sampleTables = `
  create table sample (
    id bigint primary key default random_id(),
    sample_no text not null unique, company_no text not null, sample_name text not null unique, category text not null,
    points bigint not null, price numeric(12, 2), is_open boolean not null, start_date date, end_date date, happened_at timestamptz,
    tags jsonb, lines jsonb, devices jsonb, content text, account text, secret_key text, reason text, status text not null,
    has_pending_change boolean not null, submitted_by text, submitted_at timestamptz, approved_by text, approved_at timestamptz,
    reject_reason text, closed_by text, closed_at timestamptz, closed_on date, close_note text, row_version int not null default 1,
    created_by text, created_at timestamptz, updated_by text, updated_at timestamptz,
    unique (company_no, start_date)
  );
  create table sample_child (id bigint primary key default random_id(), sample_id bigint not null references sample (id));
  create view sample_view as select s.* from sample s;
`

export const changeRequestEntityDocument: Entity = {
  name: 'changeRequest',
  title: '變更單',
  key: 'changeNo',
  label: 'changeNo',
  table: 'change_request',
  scope: 'companyNo',
  type: 'object',
  properties: {
    changeNo: { type: 'string', 'x-computed': true },
    entity: { type: 'string', 'x-computed': true },
    recordId: { type: 'integer', 'x-computed': true },
    companyNo: { type: 'string', 'x-computed': true },
    changes: { type: 'array', 'x-computed': true },
    effectiveDate: { type: 'string', format: 'date', 'x-computed': true },
    status: { type: 'string', 'x-computed': true },
    submittedBy: { type: 'string', 'x-computed': true },
    approvedBy: { type: 'string', 'x-computed': true },
    approvedAt: { type: 'string', format: 'date-time', 'x-computed': true },
    rejectReason: { type: 'string', 'x-computed': true },
    appliedAt: { type: 'string', format: 'date-time', 'x-computed': true },
  },
  transitions: {
    approve: { label: '核准', field: 'status', from: ['1'], to: '2', permission: 'approve', notBy: ['submittedBy'] },
    reject: {
      label: '退回',
      field: 'status',
      from: ['1'],
      to: '4',
      permission: 'approve',
      notBy: ['submittedBy'],
      input: { properties: { rejectReason: { type: 'string', title: '退回原因', minLength: 1 } }, required: ['rejectReason'] },
    },
  },
}
