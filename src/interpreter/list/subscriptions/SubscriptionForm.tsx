import { type ReactNode, useId } from 'react'
import Form from 'react-bootstrap/Form'
import { message } from '../../../rules/messages.ts'
import { rangesOf, type ShownNow, type SubscriptionDraft, withRhythm } from './subscriptionDraft.ts'
import { contentsTexts, formats, hourText, monthDayText, rhythms, spans, weekdays } from './subscriptionTexts.ts'

interface SubscriptionFormProps {
  readonly draft: SubscriptionDraft
  readonly shown: ShownNow
  readonly email: string
  readonly isNew: boolean
  readonly isTitleMissing: boolean
  readonly onChange: (draft: SubscriptionDraft) => void
  readonly onSubmit: () => void
}

const titleLengthMax = 50

export function SubscriptionForm({ draft, shown, email, isNew, isTitleMissing, onChange, onSubmit }: SubscriptionFormProps) {
  const id = useId()
  const set = (part: Partial<SubscriptionDraft>) => onChange({ ...draft, ...part })
  const { screen } = shown
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <Form.Group className="mb-3" controlId={`${id}-title`}>
        <Form.Label>名稱</Form.Label>
        <Form.Control
          autoFocus
          maxLength={titleLengthMax}
          value={draft.title}
          isInvalid={isTitleMissing}
          aria-describedby={isTitleMissing ? `${id}-problem` : undefined}
          onChange={(event) => set({ title: event.target.value })}
        />
        {isTitleMissing && (
          <Form.Control.Feedback type="invalid" id={`${id}-problem`} role="alert">
            {message('M05', { title: '名稱' })}
          </Form.Control.Feedback>
        )}
        <Form.Text>
          信件主旨為「定期寄送：{draft.title.trim() || '名稱'}」，寄到 {email}。
        </Form.Text>
      </Form.Group>
      <div className="row g-3 mb-3">
        {screen.report !== undefined && (
          <Choice label="內容" value={draft.contents} options={entriesOf(contentsTexts)} onChange={(contents) => set({ contents })} />
        )}
        <RangeChoice draft={draft} shown={shown} onChange={(range) => set({ range })} />
        <Choice label="檔案格式" value={draft.format} options={entriesOf(formats)} onChange={(format) => set({ format })} />
      </div>
      <RhythmChoice draft={draft} onChange={onChange} />
      <Form.Check
        id={`${id}-empty`}
        className="mb-2"
        label="沒有資料時不寄送"
        checked={draft.skipsEmpty}
        onChange={(event) => set({ skipsEmpty: event.target.checked })}
      />
      {!isNew && draft.query !== shown.query && (
        <button type="button" className="btn btn-sm btn-link p-0" onClick={() => set({ query: shown.query, group: shown.group })}>
          改用目前畫面的查詢條件
        </button>
      )}
      <p className="small text-body-secondary mb-0">
        {isNew || draft.query === shown.query ? '以目前畫面的查詢條件與排序產生。' : '以設定時的查詢條件與排序產生。'}
      </p>
    </Form>
  )
}

interface ChoiceProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: readonly (readonly [value: Value, text: string])[]
  readonly onChange: (value: Value) => void
}

function Choice<Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) {
  const id = useId()
  const choose = (text: string) => {
    const chosen = options.find(([one]) => one === text)
    if (chosen !== undefined) onChange(chosen[0])
  }
  return (
    <Form.Group className="col-sm" controlId={id}>
      <Form.Label>{label}</Form.Label>
      <Form.Select value={value} onChange={(event) => choose(event.target.value)}>
        {options.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </Form.Select>
    </Form.Group>
  )
}

interface RangeChoiceProps {
  readonly draft: SubscriptionDraft
  readonly shown: ShownNow
  readonly onChange: (range: SubscriptionDraft['range']) => void
}

/** Which days the file is about; nothing when the list has no filter for days. */
function RangeChoice({ draft: { range }, shown: { screen }, onChange }: RangeChoiceProps): ReactNode {
  const ranges = rangesOf(screen)
  if (ranges.length === 0) return null
  const all = ranges.flatMap(({ field, title }) =>
    entriesOf(spans).map(([span, text]) => ({ range: { field, span }, text: `${title}：${text}` })),
  )
  const options = [['', '依查詢條件'] as const, ...all.map(({ text }, index) => [String(index), text] as const)]
  const shown = all.findIndex((one) => one.range.field === range?.field && one.range.span === range.span)
  return (
    <Choice
      label="資料期間"
      value={shown === -1 ? '' : String(shown)}
      options={options}
      onChange={(value) => onChange(value === '' ? null : (all[Number(value)]?.range ?? null))}
    />
  )
}

interface RhythmChoiceProps {
  readonly draft: SubscriptionDraft
  readonly onChange: (draft: SubscriptionDraft) => void
}

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

function RhythmChoice({ draft, onChange }: RhythmChoiceProps) {
  const days = draft.every === 'week' ? weekdays.map((text, index) => [String(index + 1), text] as const) : monthDays
  return (
    <div className="row g-3 mb-3">
      <Choice label="頻率" value={draft.every} options={entriesOf(rhythms)} onChange={(every) => onChange(withRhythm(draft, every))} />
      {draft.every !== 'day' && (
        <Choice label="寄送日" value={String(draft.day)} options={days} onChange={(day) => onChange({ ...draft, day: Number(day) })} />
      )}
      <Choice label="寄送時間" value={String(draft.hour)} options={hours} onChange={(hour) => onChange({ ...draft, hour: Number(hour) })} />
    </div>
  )
}

const monthDays = numbers(1, 31).map((day) => [String(day), monthDayText(day)] as const)
const hours = numbers(0, 23).map((hour) => [String(hour), hourText(hour)] as const)

function entriesOf<Key extends string>(texts: Readonly<Record<Key, string>>): readonly (readonly [Key, string])[] {
  return Object.entries(texts) as [Key, string][]
}
