import { readQuestions } from './question.ts'

export const heldOut = readQuestions('held-out')
