import { meaningHashes } from '../../language/authoring/meaningHashes.ts'
import { checkAll } from './check.ts'
import { create } from './create.ts'
import { CommandProblem, checkFolder } from './documents.ts'
import { editor } from './editor.ts'
import { explain } from './explain.ts'
import { writeGenerated } from './generated.ts'
import { impact } from './impact.ts'
import { log } from './log.ts'
import { roles } from './roles.ts'
import { writeTypes } from './types.ts'
import { undo } from './undo.ts'

const usage = `用法：
  npm run schemas                                              檢查所有文件
  npm run schemas -- new <群組>/<名稱> --from <實體或資料表>   建立第一個畫面；由資料表時也建立實體
  npm run schemas -- new dashboards/<名稱> --from <實體或 uri> 建立第一個儀表板
  npm run schemas -- explain <uri> [--json]                    說明畫面補上預設值後的樣子，與各角色看得到什麼
  npm run schemas -- explain dashboards/<名稱> [--json]        說明儀表板，與各角色由哪個畫面讀取
  npm run schemas -- impact [版號]                              文件與伺服器接受的一版（預設最後一版）相比，影響哪些畫面、角色、人數與已存的資料
  npm run schemas -- log [版號]                                 伺服器接受過的每一版：何時、誰、改了哪些檔案；給版號時印出全部差異
  npm run schemas -- undo [版號]                                把資料夾改回接受過的一版；不給版號時是上一版
  npm run schemas -- roles [檔案]                               角色 × 畫面 × 欄位 × 動作的總表（CSV），依文件與預設角色
  npm run schemas -- hashes                                    每個實體與畫面的內容雜湊：改寫文件而不改變其意義時，前後比對
  npm run schemas -- editor                                    產生編輯器用的名稱（schemas/language/names.schema.json）
  npm run schemas -- types                                     產生實體與資料表的 TypeScript 型別
  npm run schemas -- codes                                     產生字典代碼的 TypeScript 常數
  npm run schemas -- language                                  產生 schemas/language 的 JSON Schema
  npm run schemas -- reference                                 產生 schemas/language/reference.md`

async function run([command, ...rest]: readonly string[]): Promise<number> {
  switch (command) {
    case undefined:
    case 'check':
      return checkAll()
    case 'new':
      return create(rest)
    case 'editor':
      return editor()
    case 'explain':
      return explain(rest[0], rest[1])
    case 'impact':
      return impact(rest[0])
    case 'log':
      return log(rest[0])
    case 'undo':
      return undo(rest[0])
    case 'roles':
      return roles(rest[0])
    case 'hashes':
      for (const line of meaningHashes(checkFolder().catalog)) console.log(line)
      return 0
    case 'types':
      await writeTypes(checkFolder().catalog)
      return 0
    case 'codes':
    case 'language':
    case 'reference':
      writeGenerated(command, checkFolder().catalog)
      return 0
    default:
      throw new CommandProblem(`沒有「${command}」這個指令。\n\n${usage}`)
  }
}

/** Runs a command of `npm run schemas --`, prints what it has to say, and returns its exit code; 0 means success. */
export async function runCommand(args: readonly string[]): Promise<number> {
  try {
    return await run(args)
  } catch (error) {
    // A problem of the user is shown as a sentence; any other error is a defect of ours and shown with its stack.
    console.error(error instanceof CommandProblem ? error.message : error)
    return 1
  }
}
