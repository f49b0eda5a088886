import { DrawnIcon } from './icon'

/** Drawn as those of Icon. */
const icons = {
  zoomIn: 'M16 16l5 5M10.5 18a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15zM7 10.5h7M10.5 7v7',
  zoomOut: 'M16 16l5 5M10.5 18a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15zM7 10.5h7',
}

export function ZoomIcon({ name }: { name: keyof typeof icons }) {
  return <DrawnIcon drawing={{ path: icons[name] }} />
}
