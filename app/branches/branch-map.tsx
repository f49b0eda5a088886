import { useTranslation } from '../language/translation'
import { languages } from '../language/languages'
import { useLanguage } from '../language/text-language'

/** The map in map units: `mapWidth` wide, y pointing down. */
export interface MapDrawing {
  height: number
  /** Path data of the surrounding countries, and of those with branches. */
  around: string
  home: string
  /** In the order of the branches, the head office first. */
  nodes: MapNode[]
}

interface MapNode {
  /** The branch's anchor. */
  id: string
  /** The address of its card, which for the head office may be on another page. */
  href: string
  /** The branch's full name, for screen readers. */
  name: string
  x: number
  y: number
  /** The radius of the node's hit area. */
  hitRadius: number
  /** Null if it does not fit. */
  label: MapLabel | null
}

/** A name beside its node. East and west are those of the map, which is never mirrored. */
export interface MapLabel {
  text: string
  /** Offset from the node to the text's anchor, ems; `y` is the middle of the line. */
  x: number
  y: number
  /** The end of the text that is at the offset, or its middle. */
  anchor: 'west' | 'middle' | 'east'
  /** True if it does not fit on a phone, where the text is larger relative to the map. */
  isWideOnly: boolean
}

export const mapWidth = 1000

/** SVG text-anchor values: which side is the start depends on the text's direction. */
const textAnchors = {
  ltr: { west: 'start', middle: 'middle', east: 'end' },
  rtl: { west: 'end', middle: 'middle', east: 'start' },
} as const

/** Distance from the baseline to the middle of the line, ems. */
const middleOfLine = 0.32

/**
 * The map of the branches, fed from the head office as in a single-line diagram. The map is never
 * mirrored; only its labels follow the page's direction.
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
      {map.nodes.map(({ id, href, name, x, y, hitRadius, label }) => (
        <a
          key={id}
          className="branch-map-node"
          href={href}
          aria-label={name}
          data-branch={id}
          data-head={id === head?.id || undefined}
          data-marked={id === marked || undefined}
        >
          <circle cx={x} cy={y} r={hitRadius} />
          <circle cx={x} cy={y} r="12" />
          {label && (
            <text
              className={label.isWideOnly ? 'branch-map-wide' : undefined}
              x={x}
              y={y}
              dx={`${label.x}em`}
              dy={`${label.y + middleOfLine}em`}
              textAnchor={textAnchors[dir][label.anchor]}
            >
              {label.text}
            </text>
          )}{' '}
        </a>
      ))}
    </svg>
  )
}
