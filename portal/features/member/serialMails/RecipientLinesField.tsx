import { saveFile } from '../../../../src/client/http/download.ts'
import { serialRecipientHeadings, serialRecipientsMax } from '../../../../src/rules/serialRecipients.ts'
import { describedBy, FieldBox } from '../../../shared/form/FieldBox.tsx'
import { SheetFileField } from '../../../shared/form/SheetFileField.tsx'
import { csvText } from '../../../shared/form/sheetFile.ts'
import { linesOfFile } from './recipientLines.ts'

interface RecipientLinesFieldProps {
  readonly lines: string
  /** Number of recipients in the lines. */
  readonly count: number
  readonly problem: string | undefined
  readonly onChange: (lines: string) => void
}

const help = `每行一位：姓名, 電子郵件。也可從試算表複製兩欄貼上，一次最多 ${serialRecipientsMax} 位。`

/** Recipients line by line: typed, pasted, or read from a file and then corrected here. */
export function RecipientLinesField({ lines, count, problem, onChange }: RecipientLinesFieldProps) {
  return (
    <>
      <div className="list-tools">
        <SheetFileField id="recipientLinesFile" label="匯入名單（.xlsx 或 CSV 檔）" onCells={(cells) => onChange(linesOfFile(cells))} />
        <button type="button" className="button button-quiet" onClick={saveExample}>
          下載範例
        </button>
      </div>
      <FieldBox id="recipientLines" label={`收件人（${count} 位）`} required problem={problem} help={help}>
        <textarea
          id="recipientLines"
          rows={6}
          value={lines}
          required
          placeholder="王小明, ming@example.com"
          onChange={(event) => onChange(event.target.value)}
          {...describedBy('recipientLines', { help, problem })}
        />
      </FieldBox>
    </>
  )
}

function saveExample(): void {
  const example = csvText([serialRecipientHeadings, ['王小明', 'ming@example.com'], ['陳大文', 'wen@example.com']])
  saveFile(new Blob([example], { type: 'text/csv' }), '序號收件人範例.csv')
}
