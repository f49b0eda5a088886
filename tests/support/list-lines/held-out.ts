import { readLines } from './list-line.ts'

export const heldOutLines = readLines('held-out')
