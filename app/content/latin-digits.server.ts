export { withLatinDigits } from '../../server/latin-digits.ts'
