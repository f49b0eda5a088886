/** The Global Privacy Control, which only some browsers have. */
interface Navigator {
  readonly globalPrivacyControl?: boolean
}
