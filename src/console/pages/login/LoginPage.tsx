import { useAtomValue } from 'jotai'
import Button from 'react-bootstrap/Button'
import { Link, Navigate, useLocation } from 'react-router-dom'
import { notify } from '../../../client/notices.ts'
import { sessionAtom } from '../../../client/session/sessionAtoms.ts'
import { useSessionActions } from '../../../client/signIn/SessionContext.tsx'
import { passwordInputMax } from '../../../rules/newPassword.ts'
import { originOf } from '../../access/origin.ts'
import { requiredTexts } from '../../forms/required.ts'
import { TextField } from '../../forms/TextField.tsx'
import { useSmallForm } from '../../forms/useSmallForm.ts'
import { OpenPage } from '../OpenPage.tsx'
import { StartProgress, usePreparing } from './StartProgress.tsx'

/** Sign-in of staff and merchant users (domain 4.1). */
export default function LoginPage() {
  const session = useAtomValue(sessionAtom)
  const location = useLocation()
  const [isPreparing, end] = usePreparing()
  if (session.state === 'loggedIn') {
    return <Navigate to={session.user.ask_change_password ? '/change_password' : originOf(location.state)} replace />
  }
  return (
    <OpenPage title="登入">
      {isPreparing && <StartProgress onReady={end} />}
      <LoginForm isPreparing={isPreparing} />
    </OpenPage>
  )
}

function LoginForm({ isPreparing }: { isPreparing: boolean }) {
  const actions = useSessionActions()
  const form = useSmallForm(
    { username: '', password: '' },
    (values) => requiredTexts(values, { username: '帳號', password: '密碼' }),
    async ({ username, password }) => {
      const user = await actions.signIn(username.trim(), password)
      if (user.ask_warn_password) notify.warning(`密碼將於 ${user.limitDate} 到期，請儘早變更。`)
    },
  )
  return (
    <form onSubmit={form.handleSubmit} noValidate>
      <TextField label="帳號" {...form.field('username')} autoComplete="username" maxLength={50} autoFocus />
      <TextField label="密碼" type="password" {...form.field('password')} autoComplete="current-password" maxLength={passwordInputMax} />
      <Button type="submit" className="w-100" disabled={form.isSending || isPreparing}>
        {form.isSending ? '登入中…' : '登入'}
      </Button>
      <p className="text-center mt-3 mb-0">
        <Link to="/forget_password">忘記密碼</Link>
      </p>
    </form>
  )
}
