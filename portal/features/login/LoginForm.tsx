import { useState } from 'react'
import { Link } from 'react-router-dom'
import { type Captcha, useCaptcha } from '../../../src/client/captcha/useCaptcha.ts'
import { isHttpProblem } from '../../../src/client/http/problem.ts'
import type { SignedInUser } from '../../../src/client/session/claims.ts'
import { captchaTitle } from '../../../src/rules/captcha.ts'
import { message } from '../../../src/rules/messages.ts'
import { passwordInputMax } from '../../../src/rules/newPassword.ts'
import { taxNumberProblem } from '../../../src/rules/taxNumber.ts'
import { isEmail } from '../../../src/rules/text.ts'
import { CaptchaField } from '../../shared/captcha/CaptchaField.tsx'
import { TextField } from '../../shared/form/TextField.tsx'
import { type Problems, useAttempt } from '../../shared/form/useAttempt.ts'
import { storedMembers, storedText, useDraft } from '../../shared/form/useDraft.ts'
import { useSending } from '../../shared/form/useSending.ts'
import { useMemberSession } from '../../shared/member/MemberContext.tsx'

/** Wrong attempts after which the server requires a captcha (domain 4.18). If this page does not know of them, the server says so. */
const freeTries = 2

interface LoginFormProps {
  readonly onSignedIn: (user: SignedInUser) => void
  readonly onForgotten: () => void
}

export function LoginForm({ onSignedIn, onForgotten }: LoginFormProps) {
  const { draft, password, setPassword, captcha, isCaptchaWanted, sending, send } = useLogin(onSignedIn)
  const { taxNumber, username } = draft.values
  const found = loginProblems({ taxNumber, username, password }, isCaptchaWanted ? captcha : null)
  const { shown, handleSubmit, forgetAttempt } = useAttempt(found, async () => {
    await send()
    // The captcha was requested only by this answer, so its absence is not an error of the user.
    forgetAttempt()
  })
  const problems = { ...sending.problems, ...shown }
  return (
    <form className="card narrow-form" noValidate onSubmit={handleSubmit} aria-label="登入">
      <TextField
        id="taxNumber"
        label="統一編號"
        value={taxNumber}
        onChange={(value) => draft.change({ taxNumber: value })}
        problem={problems.taxNumber}
        maxLength={8}
        inputMode="numeric"
        autoComplete="organization"
        required
      />
      <TextField
        id="username"
        label="帳號（電子郵件）"
        type="email"
        value={username}
        onChange={(value) => draft.change({ username: value })}
        problem={problems.username}
        maxLength={100}
        autoComplete="username"
        required
      />
      <TextField
        id="password"
        label="密碼"
        type="password"
        value={password}
        onChange={setPassword}
        problem={problems.password}
        maxLength={passwordInputMax}
        autoComplete="current-password"
        required
      />
      {isCaptchaWanted && <CaptchaField captcha={captcha} problem={problems.captcha} />}
      <button type="submit" className="button button-large button-wide" disabled={sending.isSending}>
        {sending.isSending ? '登入中…' : '登入'}
      </button>
      <p className="form-links">
        <button type="button" className="link-button" onClick={onForgotten}>
          忘記密碼
        </button>
        <Link to="/corporate_member_register">申請成為企業會員</Link>
        <Link to="/corporate_member_apply">查詢申請進度</Link>
      </p>
    </form>
  )
}

/** State of a sign-in; the password is kept only in memory. */
function useLogin(onSignedIn: (user: SignedInUser) => void) {
  const session = useMemberSession()
  const draft = useDraft('/member_login', readNames)
  const [password, setPassword] = useState('')
  const [wrongTries, setWrongTries] = useState(0)
  const [isCaptchaAsked, setCaptchaAsked] = useState(false)
  const isCaptchaWanted = isCaptchaAsked || wrongTries >= freeTries
  const captcha = useCaptcha('login', isCaptchaWanted)
  const sending = useSending({ captcha })

  const send = async () => {
    const { taxNumber, username } = draft.values
    const user = await sending.send(async (http) => {
      try {
        const answer = isCaptchaWanted ? await captcha.fields() : {}
        return await session.signIn(http, { taxNumber: taxNumber.trim(), username: username.trim(), password, ...answer })
      } catch (problem) {
        if (isHttpProblem(problem) && problem.code === 'invalid_grant') setWrongTries((count) => count + 1)
        if (isHttpProblem(problem) && problem.fields?.captcha) setCaptchaAsked(true)
        throw problem
      }
    })
    if (!user) return
    draft.clear()
    onSignedIn(user)
  }
  return { draft, password, setPassword, captcha, isCaptchaWanted, sending, send }
}

interface LoginValues {
  readonly taxNumber: string
  readonly username: string
  readonly password: string
}

/** In the order of the form, because the first wrong field gets the focus. */
function loginProblems({ taxNumber, username, password }: LoginValues, captcha: Captcha | null): Problems {
  const required = (title: string) => message('M05', { title })
  const taxNumberText = taxNumber.trim() === '' ? required('統一編號') : taxNumberProblem(taxNumber.trim())
  const usernameText = username.trim() === '' ? required('帳號') : isEmail(username.trim()) ? null : '電子郵件格式錯誤.'
  const isCaptchaOpen = captcha !== null && !captcha.isDone
  return {
    ...(taxNumberText && { taxNumber: taxNumberText }),
    ...(usernameText && { username: usernameText }),
    ...(password === '' && { password: required('密碼') }),
    ...(isCaptchaOpen && { captcha: required(captchaTitle) }),
  }
}

function readNames(stored: unknown): { readonly taxNumber: string; readonly username: string } {
  const { taxNumber, username } = storedMembers(stored)
  return { taxNumber: storedText(taxNumber), username: storedText(username) }
}
