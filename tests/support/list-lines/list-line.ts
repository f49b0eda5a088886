/** One line of a bill of quantities as a buyer pastes it, and what a salesman of the sample company would read in it. */
export interface ListLine {
  /** The line, typos and tabs and all. */
  line: string
  /** What the line is if no item of the catalogue: something else to buy, or nothing to buy. */
  kind?: 'none' | 'note'
  /** Ids of the products that fit, the best first; each of them counts. More than one: the line leaves a choice. */
  products?: string[]
  /** Order codes that fit. Absent if the product has none or the line leaves several. */
  codes?: string[]
  /** How many are asked for, in the line's own unit; 1 if the line does not say. */
  quantity: number
  /** The unit of the quantity. Absent if the line does not say, or names another, such as bags. */
  unit?: 'each' | 'metre' | 'roll' | 'set' | 'lot'
}
