export { withLatinDigits } from '../../server/text/latin-digits.ts'
