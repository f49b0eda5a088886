/** @type {import('stylelint').Config} */
export default {
  extends: ['stylelint-config-standard'],
  plugins: ['stylelint-use-logical', 'stylelint-plugin-use-baseline'],
  rules: {
    // Every screen is laid out in both directions, so nothing names a side. The plugin looks away
    // inside :dir(), the two lists do not.
    'csstools/use-logical': 'always',
    'property-disallowed-list': ['/(^|-)(left|right)(-|$)/'],
    'declaration-property-value-disallowed-list': {
      '/^(text-align(-last)?|float|clear|justify-(content|items|self))$/': ['/\\b(left|right)\\b/'],
    },
    // Features that all browsers had by the end of 2021 are in the oldest supported ones (package.json's "browserslist"),
    // except where it says so: there a page must be whole without it.
    'plugin/use-baseline': [
      true,
      {
        available: 2021,
        ignoreSelectors: [
          // The build flattens it.
          'nesting',
          // Opened by script where browsers cannot (app/layout/popover-fallback.ts).
          'popover-open',
          // In the oldest supported browsers too.
          'focus-visible',
          // In a list, an unknown one drops its rule: write :is(a, :has(b)), or rules of their own.
          'has',
          'marker',
        ],
        ignoreAtRules: [
          // The build replaces it, and repeats container queries as media queries.
          'custom-media',
          'container',
          // In the oldest supported browsers too.
          'layer',
          'page',
        ],
        ignoreFunctions: ['color-mix'],
        ignoreProperties: {
          // In the oldest supported browsers too.
          '/^(accent-color|break-after|color-scheme|outline|overflow-wrap|page|paint-order)$/': [
            '/./',
          ],
          '/^(resize|scroll-behavior|scroll-snap-type|text-size-adjust)$/': ['/./'],
          '/^(container|container-type|content-visibility)$/': ['/./'],
          'grid-template-rows': ['subgrid'],
          '/^(orphans|overscroll-behavior|scrollbar-width|text-wrap|widows)$/': ['/./'],
        },
      },
    ],
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
