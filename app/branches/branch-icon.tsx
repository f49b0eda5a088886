import { DrawnIcon, type IconDrawing } from '../components/icon'

/** The icons of branches, which other screens need not load. */
const icons = {
  directions: { path: 'M5 20v-7a4 4 0 0 1 4-4h10M14 4l5 5-5 5', mirrors: true },
  contact: {
    path: 'M3 5h18v14H3zM9 12a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM6 16a3 3 0 0 1 6 0M15 10h3M15 14h3',
  },
} satisfies Record<string, IconDrawing>

export function BranchIcon({ name }: { name: keyof typeof icons }) {
  return <DrawnIcon drawing={icons[name]} />
}
