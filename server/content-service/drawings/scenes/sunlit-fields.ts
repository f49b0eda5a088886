/** A farming estate whose pumps run on its own solar plant. */
import { colour, random, weight, type Mark, type Point } from '../pen.ts'
import { cabinetRow, fence, solarTable } from './equipment.ts'
import { person } from './figures.ts'
import { pipe, pivot, pumpSet } from './infrastructure.ts'
import { range, shrub, tuft } from './nature.ts'
import { block, cylinder, floorPlane, triples, type View } from './perspective.ts'
import { building, grove, outdoors, pieces } from './setting.ts'
import { createStencil } from './strokes.ts'
import { vehicle } from './vehicles.ts'

const live = { width: weight.detail, stroke: colour.copper }

/** Rows of a low crop running away: leaves close by, a line of green further off. */
function cropRows(view: View, from: number, to: number): Mark {
  const next = random('crop')
  const floor = floorPlane(view)
  const rows: Mark[] = []
  for (let x = from; x < to; x += x < 14 ? 1.5 : 3.2) {
    const start = -11
    rows.push(
      floor.rect(x - 0.42, start, 0.84, 150, { fill: colour.tint, stroke: colour.none }),
      floor.line(x - 0.42, start, x - 0.42, 150, { width: 1, stroke: colour.grey }),
      floor.line(x + 0.42, start, x + 0.42, 150, { width: weight.hatch, stroke: colour.dark }),
    )
  }
  const plants: { x: number; y: number }[] = []
  for (let y = 26; y > -10; y -= 0.62 + (y + 10) * 0.03) {
    for (let x = from; x < 14; x += 1.5)
      plants.push({ x: x + (next() - 0.5) * 0.3, y: y + next() * 0.3 })
  }
  return [
    rows,
    plants.map(({ x, y }) => {
      const spot = view.spot(x, y)
      if (spot.x < -40 || spot.x > 1480 || spot.y > 850) return ''
      const s = createStencil(spot)
      const tall = 0.34 + next() * 0.16
      const leaf = (reach: number, height: number): Point[] => [
        [0, 0],
        [reach * 0.5, height * 0.75],
        [reach, height * 0.8],
      ]
      const blade = (reach: number, height: number): Mark =>
        s.curve(leaf(reach, height), {
          width: Math.max(1.1, Math.min(2.4, spot.scale * 0.03)),
          stroke: reach > 0 ? colour.dark : colour.grey,
        })
      return spot.scale > 34
        ? [
            blade(-0.34, tall),
            blade(0.34, tall),
            blade(-0.16, tall * 1.4),
            blade(0.18, tall * 1.36),
          ]
        : [blade(-0.26, tall * 1.2), blade(0.3, tall * 1.2)]
    }),
  ]
}

/** Solar rows on the left, irrigated crop on the right, mountains of the north-west behind. */
export function drawSunlitFields(): string {
  return outdoors(
    'sunlit fields',
    { eye: [0, -15, 4.3], focal: 900, horizon: 352, centre: 700 },
    (view) => [
      floorPlane(view).rect(-2.2, -15, 4.2, 190, {
        fill: colour.paper,
        stroke: colour.grey,
        width: weight.hatch,
      }),
      cropRows(view, 3.4, 78),
      grove(
        view,
        Array.from({ length: 15 }, (_, index) => ({
          at: [-14 + index * 8.2 + ((index * 37) % 5), 118 + ((index * 53) % 17)] as const,
          kind: 'palm' as const,
          height: 10,
        })),
      ),
      pivot(view, 15, 40, 4, [0.98, 0.2], 17),
      [86, 66, 51, 39, 29.5, 21.5, 14.6, 8.6, 3.4].map((y, index) => [
        index > 3 &&
          view.shade(
            triples([-62, y - 0.6, 0, -3.6, y - 0.6, 0, -2.9, y + 3.2, 0, -62, y + 3.2, 0]),
            { angle: 0, spacing: 4, tone: colour.grey },
          ),
        solarTable(view, [-64, y, 0.7], {
          w: 60,
          slope: 4.2,
          tilt: 25,
          columns: index > 4 ? 52 : index > 2 ? 30 : 15,
          rows: index > 3 ? 4 : index > 1 ? 2 : 1,
          legs: index > 3 ? 13 : 0,
        }),
      ]),
      // Every row hands its current to the trunk along the track.
      view.line([-3, 92, 0.06], [-3, -9, 0.06], { ...live, width: 3 }),
      [51, 39, 29.5, 21.5, 14.6, 8.6, 3.4].map((y) =>
        view.line([-4, y + 0.8, 0.9], [-3, y + 0.8, 0.06], live),
      ),
      pieces(view, [
        [-1, 60, () => vehicle(view, [-1.2, 52], 'pickup', { axis: 'y', reverse: true })],
        [
          5,
          27,
          () => [
            building(view, [3.2, 29, 0], [7, 5, 3.6], { storeys: 1, kind: 'blank', door: 'south' }),
            cylinder(view, [13.4, 31, 0], 2.4, 6.4),
            cylinder(view, [13.4, 31, 6.4], 2.5, 1, { topRadius: 0.3 }),
          ],
        ],
        [-2, -6, () => fence(view, [-2.6, 30], [-2.6, 60], 1.6, 12)],
        // The pump set by the track: inverter cabinet, motor, riser.
        [
          3.6,
          1,
          () => [
            block(view, [3.1, 1.2, 0], [6.6, 3.2, 0.2], {
              width: weight.hatch,
              fill: colour.paper,
            }),
            cabinetRow(view, [3.4, 3.2, 0.2], ['control', 'incomer'], { w: 0.95, d: 0.6, h: 1.9 }),
            pumpSet(view, 6, 2.6, 0.9),
            pipe(view, triples([6, 2.6, 1, 5.6, 2.6, 1, 5.6, 2.6, 2.2]), 0.15),
            pipe(view, triples([9.2, 2.6, 0.7, 12.6, 2.9, 0.7, 15, 26, 0.7]), 0.13),
            view.trace(triples([-3, 1.4, 0.06, 3.6, 1.4, 0.24, 3.9, 3.2, 0.5]), {
              ...live,
              width: 3,
            }),
            view.trace(triples([5.2, 3.1, 0.5, 6.6, 2.2, 0.3, 7.8, 2.1, 0.9]), live),
          ],
        ],
        [1.3, -3.4, () => person(view.spot(1.5, -4.2), { dress: 'thobe', pose: 'point' })],
        [0.1, -3.6, () => person(view.spot(0.5, -4.4), { pose: 'tablet' })],
        [-4.4, 6, () => person(view.spot(-2.2, 9.4), { pose: 'work', flip: true })],
      ]),
      tuft(view.spot(-4.4, -6.4)),
      tuft(view.spot(-6.8, -5.6)),
      shrub(view.spot(-5.4, -3.4), 1.1),
      shrub(view.spot(-6.6, -3.1), 0.8),
      tuft(view.spot(2.3, -8.8)),
    ],
    {
      strokes: 14,
      sun: [318, 138],
      behind: (view) => [
        range('tabuk far', view.horizon + 4, 150, { peaks: 5, spacing: 10 }),
        range('tabuk near', view.horizon + 6, 70, { peaks: 9, spacing: 7 }),
      ],
    },
  )
}
