import { useTranslation } from 'react-i18next'
import { languages } from '../language/languages'
import { useLanguage } from '../language/use-language'

/** The map as it is drawn, in units of its own: `mapWidth` wide, y downwards. */
export interface MapDrawing {
  height: number
  /** Path data: the countries round about, and those that have branches. */
  around: string
  home: string
  /** In the order of the branches, the head office first. */
  nodes: MapNode[]
}

interface MapNode {
  /** The anchor of the branch's card. */
  id: string
  /** Where it leads: to the card, which for the head office may be on another page. */
  href: string
  /** The branch's own name, for those who cannot see the label. */
  name: string
  x: number
  y: number
  /** How far round the node a pointer still means it. */
  reach: number
  /** Null where there is no room for it. */
  label: MapLabel | null
}

/** A name beside its node. Sides are those of the map, which is never mirrored. */
export interface MapLabel {
  text: string
  /** From the node to where the text is hung, ems; `y` is the middle of its line. */
  x: number
  y: number
  /** Which of its ends, or its middle, the text is hung by. */
  hung: 'west' | 'middle' | 'east'
  /** True where a phone, whose letters are larger on the same map, has no room for it. */
  isWideOnly: boolean
}

export const mapWidth = 1000

/** A text is hung by its start or its end; which side that is depends on its direction. */
const anchors = {
  ltr: { west: 'start', middle: 'middle', east: 'end' },
  rtl: { west: 'end', middle: 'middle', east: 'start' },
} as const

/** The middle of a line above its baseline, ems. */
const middleOfLine = 0.32

/**
 * The branches on the map, fed from the head office as in a single-line diagram. A map is never
 * mirrored: only its names follow the page's direction.
 */
export function BranchMap({ map, marked }: { map: MapDrawing; marked: string | null }) {
  const { t } = useTranslation()
  const { dir } = languages[useLanguage()]
  const [head, ...fed] = map.nodes
  return (
    <svg viewBox={`0 0 ${mapWidth} ${map.height}`} role="group" aria-label={t('branches.onTheMap')}>
      <defs>
        <pattern id="map-sea" width="14" height="14" patternUnits="userSpaceOnUse">
          <path className="branch-map-wave" d="M0 7h14" />
        </pattern>
      </defs>
      <rect width={mapWidth} height={map.height} fill="url(#map-sea)" />
      <path className="branch-map-land" d={map.around} />
      <path className="branch-map-land branch-map-home" d={map.home} />
      {fed.map(({ id, x, y }) => (
        <line
          key={id}
          className="branch-map-feeder"
          data-marked={id === marked || undefined}
          x1={head?.x}
          y1={head?.y}
          x2={x}
          y2={y}
        />
      ))}
      {map.nodes.map(({ id, href, name, x, y, reach, label }) => (
        <a
          key={id}
          className="branch-map-node"
          href={href}
          aria-label={name}
          data-branch={id}
          data-head={id === head?.id || undefined}
          data-marked={id === marked || undefined}
        >
          <circle cx={x} cy={y} r={reach} />
          <circle cx={x} cy={y} r="12" />
          {label && (
            <text
              className={label.isWideOnly ? 'branch-map-wide' : undefined}
              x={x}
              y={y}
              dx={`${label.x}em`}
              dy={`${label.y + middleOfLine}em`}
              textAnchor={anchors[dir][label.hung]}
            >
              {label.text}
            </text>
          )}
        </a>
      ))}
    </svg>
  )
}
