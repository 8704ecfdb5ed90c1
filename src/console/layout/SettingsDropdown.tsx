import { useSetAtom } from 'jotai'
import { Link, useNavigate } from 'react-router-dom'
import { notify } from '../../client/notices.ts'
import { Icon } from '../../client/parts/Icon.tsx'
import { MenuButton, MenuItem } from '../../client/parts/MenuButton.tsx'
import { useSessionActions } from '../../client/signIn/SessionContext.tsx'
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
    <MenuButton look="header-button btn btn-link" label="設定" align="end" content={<Icon name="settings" />}>
      <MenuItem as={Link} to="/_authority/change_password">
        <Icon name="password" /> 變更密碼
      </MenuItem>
      <div className="dropdown-item-text">
        <div className="form-check form-switch">
          <input
            type="checkbox"
            className="form-check-input"
            id="dark-mode"
            checked={theme === 'dark'}
            onChange={(event) => setTheme(event.target.checked ? 'dark' : 'light')}
          />
          <label className="form-check-label" htmlFor="dark-mode">
            深色模式
          </label>
        </div>
      </div>
      <MenuItem onClick={() => showShortcuts(true)}>
        <Icon name="keyboard" /> 鍵盤快速鍵
      </MenuItem>
      <hr className="dropdown-divider" />
      <MenuItem onClick={() => void handleLogout()}>
        <Icon name="logout" /> 登出
      </MenuItem>
    </MenuButton>
  )
}
