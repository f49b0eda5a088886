import { DrawnIcon } from './icon'

/** Drawn as those of Icon. */
const icons = {
  share: 'M12 15V3M7.5 7.5L12 3l4.5 4.5M5 11v10h14V11',
  link: 'M10 14a4 4 0 0 0 6 .4l3-3A4 4 0 0 0 13.3 5.7L12 7M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7L12 17',
}

export function ShareIcon({ name }: { name: keyof typeof icons }) {
  return <DrawnIcon drawing={{ path: icons[name] }} />
}
