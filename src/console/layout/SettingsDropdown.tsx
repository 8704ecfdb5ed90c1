import { useSetAtom } from 'jotai'
import Dropdown from 'react-bootstrap/Dropdown'
import Form from 'react-bootstrap/Form'
import { Link, useNavigate } from 'react-router-dom'
import { notify } from '../../client/notices.ts'
import { Icon } from '../../client/parts/Icon.tsx'
import { useSessionActions } from '../../client/session/SessionContext.tsx'
import { shortcutHelpAtom } from '../shortcuts/shortcutHelpAtom.ts'
import { useTheme } from './theme.ts'

/** Settings: change password, dark mode, keys, logout. */
export function SettingsDropdown() {
  const actions = useSessionActions()
  const navigate = useNavigate()
  const [theme, setTheme] = useTheme()
  const showShortcuts = useSetAtom(shortcutHelpAtom)

  const handleLogout = async () => {
    await actions.signOut()
    notify.success('登出成功!')
    await navigate('/login', { replace: true })
  }

  return (
    <Dropdown align="end">
      <Dropdown.Toggle className="header-button" variant="link" aria-label="設定">
        <Icon name="settings" />
      </Dropdown.Toggle>
      <Dropdown.Menu>
        <Dropdown.Item as={Link} to="/_authority/change_password">
          <Icon name="password" /> 變更密碼
        </Dropdown.Item>
        <Dropdown.ItemText>
          <Form.Check
            type="switch"
            id="dark-mode"
            label="深色模式"
            checked={theme === 'dark'}
            onChange={(event) => setTheme(event.target.checked ? 'dark' : 'light')}
          />
        </Dropdown.ItemText>
        <Dropdown.Item as="button" type="button" onClick={() => showShortcuts(true)}>
          <Icon name="keyboard" /> 鍵盤快速鍵
        </Dropdown.Item>
        <Dropdown.Divider />
        <Dropdown.Item as="button" type="button" onClick={() => void handleLogout()}>
          <Icon name="logout" /> 登出
        </Dropdown.Item>
      </Dropdown.Menu>
    </Dropdown>
  )
}
