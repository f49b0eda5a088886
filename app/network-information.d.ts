/** What Chromium tells of the visitor's connection; other browsers tell nothing. */
interface Navigator {
  readonly connection?: { readonly saveData?: boolean; readonly effectiveType?: string }
}
