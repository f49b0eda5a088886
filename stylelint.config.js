/** @type {import('stylelint').Config} */
export default {
  extends: ['stylelint-config-standard'],
  plugins: ['stylelint-use-logical'],
  rules: {
    // Every screen is laid out in both directions, so nothing names a side. The plugin looks away
    // inside :dir(), the two lists do not.
    'csstools/use-logical': 'always',
    'property-disallowed-list': ['/(^|-)(left|right)(-|$)/'],
    'declaration-property-value-disallowed-list': {
      '/^(text-align(-last)?|float|clear|justify-(content|items|self))$/': ['/\\b(left|right)\\b/'],
    },
    // Tokens are in groups, and Vite follows imports written as strings.
    'custom-property-empty-line-before': null,
    'import-notation': 'string',
    // It compares selectors that can never meet in one element.
    'no-descending-specificity': null,
    'declaration-no-important': true,
    'max-nesting-depth': 3,
    'selector-max-id': 0,
    'selector-class-pattern': [
      '^[a-z][a-z0-9]*(-[a-z0-9]+)*$',
      { message: (selector) => `Expected class selector "${selector}" to be kebab-case` },
    ],
  },
}
