// Texts without dependencies, for descriptions: a browser's code leaves them out.
// eslint-disable-next-line @typescript-eslint/no-restricted-imports
export { decodeEntities, plainText } from '../../server/text/characters'
