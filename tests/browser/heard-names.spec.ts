import { expect, test } from '../support/browser-test.ts'
import { screenAddresses } from '../support/screens.ts'

test.use({ javaScriptEnabled: false })

/** Headings, cells and terms are called by the text that they contain; the others hold parts, or are text themselves. */
const unnamed = new Set([
  ...['heading', 'cell', 'rowheader', 'term', 'definition', 'ListMarker', 'StaticText'],
  ...[
    'generic',
    'InlineTextBox',
    'none',
    'paragraph',
    'RootWebArea',
    'LabelText',
    'emphasis',
    'strong',
  ],
])

/**
 * Two files say what a screen reader calls each part of each screen; a person has read them. After a change of a name,
 * read the difference, and write the files anew: npx playwright test heard-names --update-snapshots.
 */
for (const language of ['Ar', 'En']) {
  test(
    `names are heard as they were read, in ${language}`,
    { tag: language === 'En' ? '@long' : [] },
    async ({ page }) => {
      const devTools = await page.context().newCDPSession(page)
      const heard = new Set<string>()
      for (const address of screenAddresses) {
        await page.goto(`${address}?lang=${language}`)
        heard.add(`\n${decodeURI(address)}`)
        const { nodes } = await devTools.send('Accessibility.getFullAXTree')
        for (const { ignored, role, name } of nodes) {
          const text = String(name?.value ?? '')
          const kind = String(role?.value)
          // A name is listed where it is met first.
          if (!ignored && text && !unnamed.has(kind)) heard.add(`${kind}: ${text}`)
        }
      }
      expect([...heard].join('\n')).toMatchSnapshot(`heard-names-${language}.txt`)
    },
  )
}
