import type { ErrorKind } from './frame'

/**
 * One circuit diagram per kind of error: the live lines, the fault, and the dead lines behind it.
 */
const diagrams = {
  /** Three feeders of a busbar; the requested one is broken. */
  missing: {
    viewBox: '0 0 640 220',
    live: 'M0 110H120M120 40H618M120 180H618M120 110H330',
    bar: 'M120 12V208',
    symbols: 'M204 34l12 12m0-12l-12 12M204 104l12 12m0-12l-12 12M204 174l12 12m0-12l-12 12',
    fault: 'M322 126l16-32M358 126l16-32',
    dead: 'M366 110H618',
    nodes: [
      [120, 40],
      [120, 110],
      [120, 180],
    ],
    ends: [
      [626, 40],
      [626, 180],
    ],
    deadEnds: [[626, 110]],
  },
  /** An open circuit breaker in front of a lamp. */
  unavailable: {
    viewBox: '0 40 640 100',
    live: 'M0 110H76M124 110H232',
    bar: 'M88 110c4-12 8-12 12 0s8 12 12 0',
    symbols: 'M100 86a24 24 0 1 1 0 48a24 24 0 1 1 0-48',
    fault: 'M232 110L344 48M352 102l16 16m0-16l-16 16',
    dead: 'M360 110H584M584 110a24 24 0 1 0 48 0a24 24 0 1 0-48 0M591 93l34 34m0-34l-34 34',
    nodes: [],
    ends: [[232, 110]],
    deadEnds: [],
  },
  /** A plug pulled out of its socket. */
  offline: {
    viewBox: '0 70 640 80',
    live: 'M0 110H236',
    bar: 'M236 78V142H270A32 32 0 0 0 270 78H236',
    symbols: 'M302 98H330M302 122H330',
    fault: 'M344 110h8m10 0h8m10 0h8',
    dead: 'M446 78H412V142H446M446 78V142M446 110H618',
    nodes: [],
    ends: [],
    deadEnds: [[626, 110]],
  },
} as const satisfies Record<Exclude<ErrorKind, 'invalid'>, Diagram>

interface Diagram {
  viewBox: string
  live: string
  bar: string
  symbols: string
  fault: string
  dead: string
  nodes: readonly (readonly [number, number])[]
  ends: readonly (readonly [number, number])[]
  deadEnds: readonly (readonly [number, number])[]
}

/** Starts at the page's riser, so it mirrors with the page. */
export function ErrorDiagram({ kind }: { kind: ErrorKind }) {
  // An invalid address leads nowhere, either.
  const diagram: Diagram = diagrams[kind === 'invalid' ? 'missing' : kind]
  const { viewBox, live, bar, symbols, fault, dead, nodes, ends, deadEnds } = diagram
  return (
    <svg className="error-diagram icon-mirrors" viewBox={viewBox} aria-hidden="true">
      <path className="error-dead" d={dead} />
      <path d={live} />
      <path className="error-bar" d={bar} />
      <path d={symbols} />
      <path className="error-fault" d={fault} />
      {nodes.map(([x, y]) => (
        <circle key={`${x} ${y}`} className="error-node" cx={x} cy={y} r="4" />
      ))}
      {ends.map(([x, y]) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r="8" />
      ))}
      {deadEnds.map(([x, y]) => (
        <circle key={`${x} ${y}`} className="error-dead" cx={x} cy={y} r="8" />
      ))}
    </svg>
  )
}
