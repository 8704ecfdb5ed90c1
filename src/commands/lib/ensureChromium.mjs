import { existsSync } from 'node:fs'
import { aptInstall } from './apt.mjs'
import { CommandError } from './project.mjs'

/**
 * The shell draws pages and nothing else: no window, no bar for addresses, none of the pages that a browser keeps behind them. A visit costs
 * half of what it costs in the whole browser.
 */
const shell = 'chromium-headless-shell'
const places = [process.env.CHROMIUM_PATH, `/usr/bin/${shell}`, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

function findChromium() {
  return places.find((place) => place !== undefined && existsSync(place)) ?? null
}

/** Finds a Chromium, or installs one. The journeys get its path as `CHROMIUM_PATH`. */
export async function ensureChromium() {
  const found = findChromium()
  if (found) return found
  await aptInstall('瀏覽器 Chromium', [shell, 'fonts-noto-cjk']).catch(() => aptInstall('瀏覽器 Chromium', ['chromium', 'fonts-noto-cjk']))
  const installed = findChromium()
  if (!installed) throw new CommandError('已安裝 Chromium，但找不到執行檔，請以 CHROMIUM_PATH 指定。')
  return installed
}
