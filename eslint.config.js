import js from '@eslint/js'
import esX from 'eslint-plugin-es-x'
import jsxA11y from 'eslint-plugin-jsx-a11y'
import reactHooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'
import { browserApis } from './scripts/lint/browser-apis.js'
import { rooms } from './scripts/lint/rooms.js'

// Import boundaries: only app/content, app/views, what machines read (app/seo, app/markdown), the translations and the
// entry files import server/, server/ never imports app/, and the content service is used through its address
// only. The site reaches the app in its load context.
const ofServer = {
  // server/text is for both.
  regex: '\\.\\./server/(?!text/)',
  allowTypeImports: true,
  message:
    'Only app/content, app/views, app/site, app/seo, app/markdown, app/sheets and the entry files may import values from server/.',
}
const ofServerModules = {
  regex: '\\.server(\\.tsx?)?$',
  allowTypeImports: true,
  message:
    'This module is sent to browsers: import only types. Only routes and *.server modules may import values.',
}
const ofRemixLinks = {
  group: ['@remix-run/react'],
  importNames: ['Link', 'NavLink', 'Form'],
  message: 'Remix’s own adds prefetching (500 bytes on every page) to that of react-router-dom.',
}
const ofApp = { regex: '\\.\\./app/', message: 'server/ must not import app/.' }
const ofContentService = {
  regex: '^@site/content-folder/service',
  message: 'Only server/site.ts starts the content service; use its address elsewhere.',
}

const ofRooms = {
  regex: '\\.\\./(?:app|server)/',
  message: 'A package knows no site: what it needs of one, its callers give it.',
}
const ofPackages = {
  regex: '\\.\\./packages/',
  message: 'Enter a package by its exports, as @site/….',
}
const ofSite = {
  regex: '/server/(site|load-context)(\\.ts)?$',
  allowTypeImports: true,
  message: 'Take what the site has from the load context, which the caller has (app/content).',
}

/**
 * The doors of each room: the files through which other rooms enter it. What a room needs of another is behind one of
 * them, or belongs elsewhere.
 */
const doors = {
  'app/branches': ['branch-view.server', 'open-badge'],
  'app/catalogue': ['catalogue.server', 'filters/spec-values.server', 'solution-heading'],
  'app/company': ['company.server'],
  'app/content': ['content.server', 'loaders.server'],
  'app/enquiry': ['add-to-list', 'quote-items', 'quote-list-link'],
  'app/framework': ['popover-fallback'],
  'app/layout': ['frame', 'product-menu-data'],
  'app/offline': ['connection'],
  'app/markdown': ['markdown-href.server'],
  'app/posts': ['cards', 'list-views', 'pagination'],
  'app/search': ['condition-text', 'marked-text', 'search-form'],
  'app/sheets': ['list-sheet.server', 'submittal'],
  'app/site': ['brand.server', 'screen-facts.server', 'search.server'],
  'server/content': ['content-calls', 'content-types', 'failures'],
  'server/enquiries': ['enquiry'],
  'server/files': ['image-base', 'documents/document-type', 'sheets/sheet'],
  'server/http': ['headers', 'security/anti-forgery', 'validation/target'],
  'server/limits': ['client-limits', 'render-queue', 'send-budget'],
  'server/observe': ['access-log', 'metrics'],
  'server/shared-cache': ['cache-address', 'shared-cache', 'shared-purges'],
  'server/site': ['analytics'],
  'server/uploads': ['file-types', 'receive-form', 'uploads'],
}

/** Small parts without state, which most rooms use: each file is a door. */
const shelves = ['app/components', 'app/language', 'app/styles', 'app/views', 'server/text']

/** Files that put rooms together: screens, the start, other servers than the site's, and the check of a whole installation. */
const joints = [
  'app/routes',
  'app/root.tsx',
  'app/entry.',
  'app/site/post-files.server.ts',
  'server/backup/',
  'server/doctor/',
  'server/run-site.ts',
  'server/site.ts',
  'server/start.ts',
]

function forbidImports(name, files, ignores, patterns) {
  return {
    name,
    files,
    ignores: [...ignores, '**/*.test.{ts,tsx}'],
    rules: { '@typescript-eslint/no-restricted-imports': ['error', { patterns }] },
  }
}

const nodeGlobals = ['__dirname', 'console', 'process', 'URL']

/** Globals of service workers, and what the site tells its own. */
const workerGlobals = [
  ...['addEventListener', 'caches', 'clients', 'fetch', 'Headers', 'location', 'registration'],
  ...['Response', 'site', 'skipWaiting'],
]

export default tseslint.config(
  { ignores: ['build/', 'data/', 'test-results/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  {
    files: ['**/*.{js,mjs,cjs}'],
    languageOptions: {
      globals: Object.fromEntries(nodeGlobals.map((name) => [name, 'readonly'])),
    },
  },
  {
    files: ['app/offline/service-worker.js'],
    languageOptions: {
      globals: Object.fromEntries(workerGlobals.map((name) => [name, 'readonly'])),
    },
  },
  {
    files: ['**/*.{ts,tsx,mts}'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      // Remix sends a thrown Response.
      '@typescript-eslint/only-throw-error': [
        'error',
        {
          allow: [
            { from: 'lib', name: 'Response' },
            { from: 'package', package: '@remix-run/server-runtime', name: 'TypedResponse' },
          ],
        },
      ],
      'func-style': ['error', 'declaration', { allowArrowFunctions: true }],
      // The compiler reports these.
      '@typescript-eslint/no-unused-vars': 'off',
      // A function may be async because its callers await it.
      '@typescript-eslint/require-await': 'off',
      // Outside text may contain control characters, which we match.
      'no-control-regex': 'off',
    },
  },
  {
    // Rules that need types take most of the time, and earn it where the product is.
    name: 'tests and scripts, without types',
    files: ['{tests,scripts}/**/*.{ts,tsx,mts}', '**/*.test.{ts,tsx}', '*.ts'],
    extends: [tseslint.configs.disableTypeChecked],
    rules: {
      // A promise of an assertion that nobody awaits asserts nothing.
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'ExpressionStatement > CallExpression[callee.object.property.name=/^(resolves|rejects)$/]',
          message: 'Await it, or return it.',
        },
        {
          selector:
            'ExpressionStatement > CallExpression[callee.property.name=/^(toHave(Text|Count|URL|Title|Attribute|Class|CSS|Value|Id|AccessibleName|Screenshot)|toContainText|toBe(Visible|Hidden|Focused|Checked|Enabled|Disabled|Attached|InViewport|Editable|Empty)|toPass)$/]',
          message: 'Await it: these wait for the page.',
        },
      ],
    },
  },
  {
    files: ['app/**/*.{ts,tsx}'],
    extends: [jsxA11y.flatConfigs.recommended],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      // The plugin's other rules are for React's compiler, which the build does not use.
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      // The plugin takes cells for those of a grid.
      'jsx-a11y/no-interactive-element-to-noninteractive-role': ['error', { td: ['cell'] }],
    },
  },
  {
    // The oldest supported browsers are package.json's "browserslist". Of the language they have ES2022, but
    // for lookbehind: before Safari 16.4 it is a syntax error, with which its whole module fails.
    name: 'what browsers run',
    files: ['app/**/*.{ts,tsx}'],
    ignores: ['app/**/*.server.{ts,tsx}', 'app/entry.server.tsx', 'app/routes/*.ts'],
    extends: [
      esX.configs['flat/restrict-to-es2022'],
      esX.configs['flat/restrict-to-es2021-intl-api'],
    ],
    plugins: { site: { rules: { 'browser-apis': browserApis } } },
    rules: {
      'es-x/no-regexp-lookbehind-assertions': 'error',
      // Browsers without popovers get their methods from layout/popover-fallback.ts.
      'site/browser-apis': ['error', { allow: ['hidePopover'] }],
    },
  },
  {
    files: ['{app,server}/**/*.{ts,tsx}'],
    ignores: ['**/*.test.{ts,tsx}'],
    plugins: { rooms: { rules: { doors: rooms } } },
    rules: {
      'no-console': 'error',
      'rooms/doors': ['error', { rooms: doors, shelves, joints, maxDoors: 3 }],
    },
  },
  {
    files: ['{app,server}/**/*.{ts,tsx}'],
    ignores: ['server/config.ts', 'server/main.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        {
          object: 'process',
          property: 'env',
          message:
            'The environment is read in server/config.ts, once; take the setting from there.',
        },
      ],
    },
  },
  forbidImports('packages', ['packages/**'], ['packages/**/*.test.ts'], [ofRooms, ofPackages]),
  forbidImports(
    'app, in the browser too',
    ['app/**/*.{ts,tsx}'],
    ['app/**/*.server.{ts,tsx}', 'app/routes/**', 'app/root.tsx'],
    [ofServer, ofServerModules, ofRemixLinks],
  ),
  forbidImports(
    'app, on the server',
    ['app/**/*.server.{ts,tsx}', 'app/routes/**', 'app/root.tsx'],
    [
      'app/{content,views,site,seo,markdown,sheets}/**',
      'app/enquiry/enquiries.server.ts',
      'app/language/i18n.server.ts',
      'app/entry.server.tsx',
    ],
    [ofServer, ofRemixLinks, ofPackages],
  ),
  forbidImports(
    'the door to server/',
    [
      'app/{content,views,site,seo,markdown,sheets}/**/*.server.{ts,tsx}',
      'app/language/i18n.server.ts',
    ],
    ['app/content/content.server.ts'],
    [ofContentService, ofSite],
  ),
  forbidImports(
    'the door to the site',
    ['app/content/content.server.ts', 'app/entry.server.tsx'],
    [],
    [ofContentService],
  ),
  forbidImports('server', ['server/**'], ['server/site.ts'], [ofApp, ofContentService, ofPackages]),
  forbidImports('server/site.ts', ['server/site.ts'], [], [ofApp]),
)
