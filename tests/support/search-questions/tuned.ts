import { readQuestions } from './question.ts'

export const tuned = readQuestions('tuned')
