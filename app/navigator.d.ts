/** Properties that only some browsers have. */
interface Navigator {
  /** The Global Privacy Control. */
  readonly globalPrivacyControl?: boolean
  /** The Network Information API, which only Chromium has. */
  readonly connection?: { readonly saveData?: boolean; readonly effectiveType?: string }
}
