/**
 * The icons, drawn on a 24 px square with one stroke width. Those that point along the reading
 * direction are mirrored in RTL; phones, clocks and other companies' logos are not.
 */
const icons = {
  menu: { path: 'M3 6h18M3 12h18M3 18h18' },
  close: { path: 'M5 5l14 14M19 5L5 19' },
  chevronDown: { path: 'M6 9l6 6 6-6' },
  chevron: { path: 'M9 6l6 6-6 6', mirrors: true },
  chevronBack: { path: 'M15 6l-6 6 6 6', mirrors: true },
  arrow: { path: 'M4 12h16M14 6l6 6-6 6', mirrors: true },
  phone: {
    path: 'M6 3h3l2 5-2.5 1.8a12 12 0 0 0 5.7 5.7L16 13l5 2v3a3 3 0 0 1-3 3A15 15 0 0 1 3 6a3 3 0 0 1 3-3z',
  },
  email: { path: 'M3 5h18v14H3zM3 6l9 7 9-7' },
  address: {
    path: 'M12 21s7-6.6 7-12a7 7 0 0 0-14 0c0 5.4 7 12 7 12zM12 11.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  },
  search: { path: 'M16 16l5 5M10.5 18a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15z' },
  list: { path: 'M9 5H5v16h14V5h-4M9 3h6v4H9zM9 12h6M9 16h6' },
  file: { path: 'M6 3h8l4 4v14H6zM14 3v4h4M9 13h6M9 17h6' },
  whatsapp: {
    path: 'M4 20l1.3-4A8 8 0 1 1 8 18.7zM9 8.5c-.6 2.6 3.8 7 6.4 6.4l.6-1.6-2-1.2-1 .9a6 6 0 0 1-2-2l.9-1-1.2-2z',
  },
  facebook: { path: 'M16.5 3.5H15A4 4 0 0 0 11 7.5v13M7.5 11.5h8' },
  tweeter: { path: 'M4 4h4.5L20 20h-4.5zM4.5 20l6.3-7M19 4l-5.8 6.5' },
  youtube: {
    path: 'M3 7a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2zM10 9l5 3-5 3z',
  },
  instagram: {
    path: 'M7 4h10a3 3 0 0 1 3 3v10a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3V7a3 3 0 0 1 3-3zM12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM16.8 7.2h.1',
  },
  telegram: { path: 'M3 11.5L21 4l-3 16-6-4.5-3 3v-5L18 7' },
} satisfies Record<string, IconDrawing>

/** An icon's path, and whether it points along the reading direction. */
export interface IconDrawing {
  path: string
  mirrors?: boolean
}

export function Icon({ name }: { name: keyof typeof icons }) {
  return <DrawnIcon drawing={icons[name]} />
}

export function DrawnIcon({ drawing: { path, mirrors } }: { drawing: IconDrawing }) {
  return (
    <svg
      className={mirrors ? 'icon icon-mirrors' : 'icon'}
      viewBox="0 0 24 24"
      width="20"
      height="20"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  )
}

/** Drawn as those of Icon. */
const zoomIcons = {
  zoomIn: 'M16 16l5 5M10.5 18a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15zM7 10.5h7M10.5 7v7',
  zoomOut: 'M16 16l5 5M10.5 18a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15zM7 10.5h7',
}

export function ZoomIcon({ name }: { name: keyof typeof zoomIcons }) {
  return <DrawnIcon drawing={{ path: zoomIcons[name] }} />
}
