export { withLatinDigits } from '../../server/text/characters'
