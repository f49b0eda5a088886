import { readLines } from './list-line.ts'

export const openLines = readLines('open')
