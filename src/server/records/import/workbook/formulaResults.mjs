import { TaskRefusal } from '../../../platform/workers/taskRefusal.mjs'

/**
 * Refuses cells that would be read as empty although they are not: error values, and formulas that were never calculated, as programs write
 * them that are no spreadsheets. An optional column would lose its values without a word.
 */
export class FormulaResults {
  #row = 0
  #isFormula = false
  #hasValue = false

  /** A cell begins. @param {string | undefined} type @param {number} row */
  cell(type, row) {
    if (type === 'e') throw new TaskRefusal(`第 ${row} 列有錯誤值（如 #N/A、#REF!），請修正後再試`)
    this.#row = row
    this.#isFormula = false
    this.#hasValue = false
  }

  /** @param {string} name of an element within a cell */
  part(name) {
    if (name === 'f') this.#isFormula = true
    if (name === 'v' || name === 'is') this.#hasValue = true
  }

  /** @throws {TaskRefusal} */
  end() {
    if (this.#isFormula && !this.#hasValue) throw new TaskRefusal(`第 ${this.#row} 列的公式沒有計算結果，請以試算表程式開啟並存檔後再試`)
  }
}
