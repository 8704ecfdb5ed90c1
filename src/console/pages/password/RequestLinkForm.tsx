import { useState } from 'react'
import Button from 'react-bootstrap/Button'
import { useHttp } from '../../../client/http/HttpContext.tsx'
import { requiredTexts } from '../../forms/required.ts'
import { TextField } from '../../forms/TextField.tsx'
import { useSmallForm } from '../../forms/useSmallForm.ts'
import { CaptchaPicture, useCaptcha } from './captcha.tsx'
import { accountTexts, linkPath } from './linkRequest.ts'

const empty = { username: '', email: '', captcha: '' }

/** Step 1 of a forgotten password: account, mail address and captcha. The answer never tells whether the account exists. */
export function RequestLinkForm() {
  const http = useHttp()
  const { captcha, renew } = useCaptcha()
  const [answer, setAnswer] = useState('')
  const form = useSmallForm(
    empty,
    (values) => ({ ...accountTexts(values), ...requiredTexts(values, { captcha: '驗證碼' }) }),
    async (values) => {
      try {
        setAnswer(await http.post<string>(linkPath, { ...values, captchaId: captcha?.id ?? '' }, { anonymous: true }))
      } finally {
        form.clear('captcha')
        renew()
      }
    },
  )
  if (answer) return <p className="alert alert-info mb-0">{answer}</p>
  return (
    <form onSubmit={form.handleSubmit} noValidate>
      <TextField
        label="帳號"
        value={form.values.username}
        onChange={form.set('username')}
        error={form.errors.username}
        autoComplete="username"
        maxLength={50}
      />
      <TextField
        label="電子郵件"
        type="email"
        value={form.values.email}
        onChange={form.set('email')}
        error={form.errors.email}
        autoComplete="email"
        maxLength={100}
      />
      <CaptchaPicture captcha={captcha} onRenew={renew} />
      <TextField
        label="驗證碼"
        value={form.values.captcha}
        onChange={form.set('captcha')}
        error={form.errors.captcha}
        autoComplete="off"
        maxLength={6}
      />
      <Button type="submit" className="w-100" disabled={form.isSending || !captcha}>
        送出
      </Button>
    </form>
  )
}
