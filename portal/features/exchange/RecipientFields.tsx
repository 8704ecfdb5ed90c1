import { TextField } from '../../shared/form/TextField.tsx'
import type { Recipient } from './recipients.ts'

interface RecipientFieldsProps {
  readonly recipient: Recipient
  readonly onChange: (changes: Partial<Recipient>) => void
}

export function RecipientFields({ recipient, onChange }: RecipientFieldsProps) {
  return (
    <div className="recipient-fields">
      <TextField
        id="recipientName"
        label="收件人"
        value={recipient.name}
        onChange={(name) => onChange({ name })}
        maxLength={50}
        autoComplete="name"
        required
      />
      <TextField
        id="recipientMobile"
        label="手機"
        value={recipient.mobile}
        onChange={(mobile) => onChange({ mobile })}
        maxLength={10}
        inputMode="tel"
        autoComplete="tel"
        required
      />
      <TextField
        id="recipientEmail"
        label="電子郵件"
        type="email"
        value={recipient.email}
        onChange={(email) => onChange({ email })}
        maxLength={100}
        autoComplete="email"
        help="票券將寄至此信箱。"
        required
      />
    </div>
  )
}
