import { megabytesText } from '../numbers.ts'
import { atMost, type Section } from '../targets.ts'

/** What a site's process held, MB. */
export interface MemoryFigures {
  atRest: number
  underLoad: Record<string, number>
}

/** The site's resident memory, the embedded content service in the same process included. */
export function memorySection(figures: MemoryFigures): Section {
  const most = Math.max(...Object.values(figures.underLoad))
  return {
    title: "Resident memory of the site's process, the embedded content service included",
    rows: [
      {
        what: 'at rest',
        figure: megabytesText(figures.atRest),
        target: atMost(130, figures.atRest, ' MB'),
      },
      ...Object.entries(figures.underLoad).map(([what, megabytes]) => ({
        what: `most, ${what}`,
        figure: megabytesText(megabytes),
      })),
      { what: 'most of all', figure: megabytesText(most), target: atMost(260, most, ' MB') },
    ],
    measured: figures,
  }
}
