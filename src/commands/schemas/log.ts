import { type DocumentState, DocumentStates, type FileChange } from '../../server/screens/states/documentStates.ts'
import { countsOf, type DiffLine, lineDiff } from '../../server/screens/states/lineDiff.ts'
import { CommandProblem, dataFolder } from './documents.ts'

/** Files named in one line of the list. */
const filesShown = 3
/** Lines around a change that are shown with it. */
const contextLines = 3

/** Prints the accepted states, newest first; with a number the whole difference of that state. */
export async function log(number: string | undefined): Promise<number> {
  const states = new DocumentStates(dataFolder())
  const all = await states.all()
  if (number !== undefined) {
    const state = findState(all, number)
    console.log((await wholeDiff(states, state)).join('\n'))
    return 0
  }
  const lines: string[] = []
  for (const state of [...all].reverse()) lines.push(await summaryOf(states, state))
  // At once, so that a reader who needs only the first lines may go.
  console.log(all.length === 0 ? noStates() : lines.join('\n'))
  return 0
}

const noStates = () => `尚無紀錄：伺服器接受文件時才記下（資料夾 ${dataFolder()}，由 DATA_DIR 指定）`

/** @throws CommandProblem when there is no such state */
export function findState(states: readonly DocumentState[], number: string): DocumentState {
  const state = states.find((one) => String(one.number) === number)
  if (state !== undefined) return state
  throw new CommandProblem(
    states.length === 0 ? noStates() : `沒有第「${number}」版；npm run schemas -- log 列出所有版本（1 至 ${states.length}）`,
  )
}

async function summaryOf(states: DocumentStates, state: DocumentState): Promise<string> {
  return `${String(state.number).padStart(4)}  ${await changeText(states, state)}`
}

/** When, by whom, and what a state changed, in one line. */
export async function changeText(states: DocumentStates, state: DocumentState): Promise<string> {
  const { number, files, backTo } = state
  const head = `${momentOf(state)}  ${state.by ?? '不明'}`
  const note = backTo === undefined ? '' : `  回到第 ${backTo} 版`
  if (number === 1) return `${head}${note}  開始記錄，${files.length} 個檔案`
  const shown = await Promise.all(files.slice(0, filesShown).map(async (file) => `${file.path} ${await countText(states, file)}`))
  const rest = files.length > filesShown ? `…共 ${files.length} 個檔案` : ''
  return `${head}${note}  ${shown.join('、')}${rest}`
}

async function countText(states: DocumentStates, change: FileChange): Promise<string> {
  if (change.before === null) return '新增'
  if (change.after === null) return '刪除'
  const { added, removed } = countsOf(await diffOf(states, change))
  return `+${added} −${removed}`
}

async function diffOf(states: DocumentStates, { before, after }: FileChange): Promise<readonly DiffLine[]> {
  const textOf = (hash: string | null) => (hash === null ? '' : states.text(hash))
  return lineDiff(await textOf(before), await textOf(after))
}

async function wholeDiff(states: DocumentStates, state: DocumentState): Promise<readonly string[]> {
  const lines = [`第 ${state.number} 版  ${momentOf(state)}  ${state.by ?? '不明'}`]
  for (const change of state.files) {
    lines.push('', `${change.path}${change.before === null ? '（新增）' : ''}${change.after === null ? '（刪除）' : ''}`)
    lines.push(...withContext(await diffOf(states, change)))
  }
  return lines
}

/** The changed lines with some around them; what is left out is told by its place. */
function withContext(diff: readonly DiffLine[]): readonly string[] {
  const isNear = (index: number) => diff.slice(Math.max(0, index - contextLines), index + contextLines + 1).some(({ sign }) => sign !== ' ')
  const lines: string[] = []
  let number = 0
  let isAfterGap = true
  diff.forEach(({ sign, text }, index) => {
    if (sign !== '-') number += 1
    if (!isNear(index)) {
      isAfterGap = true
      return
    }
    if (isAfterGap) lines.push(`@@ 第 ${Math.max(1, number)} 行`)
    isAfterGap = false
    lines.push(`${sign}${text}`)
  })
  return lines
}

/** In local time of Taiwan, as everywhere in the product. */
function momentOf({ at }: DocumentState): string {
  return new Date(at).toLocaleString('sv-SE', { timeZone: 'Asia/Taipei' })
}
