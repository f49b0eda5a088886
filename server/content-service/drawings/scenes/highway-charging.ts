/** Fast charging beside a desert road: a roof of solar modules over the bays, the road behind. */
import { colour, weight, type Mark } from '../pen.ts'
import { chargePost } from './energy.ts'
import { cabinetRow, fence, lampPost, pylon, pylonTips, wires } from './equipment.ts'
import { person } from './figures.ts'
import { dune, range, shrub } from './nature.ts'
import { block, floorPlane, pairs, triples, type View } from './perspective.ts'
import { building, grove, outdoors, pieces, roadAcross } from './setting.ts'
import type { SceneParameters } from './strokes.ts'
import { vehicle } from './vehicles.ts'
import { lorry } from './workshop.ts'

const live = { width: weight.detail, stroke: colour.copper }

/** Where the roof over the bays stands: near left corner and length. */
const roof = { x: -1.4, y: 1.8, w: 22.6 } as const

/** The shade the roof throws on the forecourt. */
function canopyShade(view: View): Mark {
  const { x, y, w } = roof
  return view.shade(
    triples([x + 1, y - 2.6, 0, x + w + 2, y - 2.6, 0, x + w + 3.4, y + 4.4, 0, x + 2, y + 4.4, 0]),
    { angle: 0, spacing: 4.5, tone: colour.shade, width: 1.6 },
  )
}

/** Steel portals behind the chargers, their arms reaching over the bays. */
function canopyPosts(view: View): Mark {
  const { x, y, w } = roof
  return [4, 3, 2, 1, 0].map((index) => {
    const at = x + 0.6 + ((w - 1.2) * index) / 4
    return [
      block(view, [at - 0.16, y + 3.6, 0], [0.32, 0.32, 4.3], { width: weight.hatch, spacing: 4 }),
      view.line([at, y + 3.7, 3], [at, y + 1.4, 4.2], { width: weight.detail }),
    ]
  })
}

/** The roof seen from below, its modules standing a little proud along the front edge. */
function canopyRoof(view: View): Mark {
  const { x, y, w } = roof
  return [
    // Seen from below: the underside, its purlins, the light line along the beam.
    view.face(
      triples([x, y - 3.4, 4.15, x + w, y - 3.4, 4.15, x + w, y + 4.2, 4.4, x, y + 4.2, 4.4]),
      {
        fill: colour.shade,
        width: weight.detail,
      },
    ),
    Array.from({ length: 19 }, (_, index) => {
      const at = x + ((index + 1) * w) / 20
      return view.line([at, y - 3.4, 4.15], [at, y + 4.2, 4.4], { width: 1, stroke: colour.dark })
    }),
    [-1.2, 1, 3.2].map((dy) =>
      view.line([x, y + dy, 4.25], [x + w, y + dy, 4.25], { width: weight.detail }),
    ),
    view.line([x + 0.6, y - 0.2, 4.2], [x + w - 0.6, y - 0.2, 4.2], {
      width: 3,
      stroke: colour.copperLight,
    }),
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((index) =>
      // The modules stand a little proud of the roof along its front edge.
      view.face(
        triples([
          x + (index * w) / 10 + 0.06,
          y - 3.5,
          4.18,
          x + ((index + 1) * w) / 10 - 0.06,
          y - 3.5,
          4.18,
          x + ((index + 1) * w) / 10 - 0.06,
          y - 3.5,
          4.42,
          x + (index * w) / 10 + 0.06,
          y - 3.5,
          4.42,
        ]),
        { fill: colour.dark, width: weight.hatch },
      ),
    ),
    view.face(
      [
        [x, y - 3.4, 3.85],
        [x + w, y - 3.4, 3.85],
        [x + w, y - 3.4, 4.15],
        [x, y - 3.4, 4.15],
      ],
      { fill: colour.copper, width: weight.detail },
    ),
  ]
}

/** Four chargers on the road to Qassim. */
export function drawHighwayCharging({ variant }: SceneParameters = { variant: 1 }): string {
  return outdoors(
    'highway charging',
    variant === 2
      ? { eye: [14.6, -11.5, 2.1], yaw: -33, focal: 980, horizon: 470, centre: 880 }
      : { eye: [-6.6, -12.5, 2.3], yaw: 24, focal: 990, horizon: 486, centre: 500 },
    (view) => {
      const floor = floorPlane(view)
      const tips = [
        [150, 210],
        [104, 176],
        [66, 148],
        [22, 116],
        [-24, 84],
      ] as const
      return [
        wires(
          view,
          tips.map(([x, y]) => pylonTips(x, y, 34)),
          4,
        ),
        tips.map(([x, y]) => pylon(view, x, y, 34, colour.dark)),
        roadAcross(view, [34, 41], [-90, 240]),
        roadAcross(view, [45, 52], [-90, 240]),
        pieces(view, [
          [30, 48, () => lorry(view, 26, 47, 'box')],
          [4, 37, () => vehicle(view, [2, 36], 'suv', { reverse: true })],
          [56, 36, () => vehicle(view, [58, 36], 'saloon', { reverse: true })],
        ]),
        fence(view, [-60, 31], [120, 31], 1.1, 60),
        // The forecourt and its bays.
        floor.rect(-24, -12, 70, 34, {
          fill: colour.paper,
          stroke: colour.grey,
          width: weight.hatch,
        }),
        Array.from({ length: 22 }, (_, index) =>
          floor.line(-24 + index * 3.2, -12, -24 + index * 3.2, 22, {
            width: 1,
            stroke: colour.shade,
          }),
        ),
        Array.from({ length: 11 }, (_, index) =>
          floor.line(-24, -12 + index * 3.2, 46, -12 + index * 3.2, {
            width: 1,
            stroke: colour.shade,
          }),
        ),
        [0, 4.6, 9.2, 13.8, 18.4].map((x) => [
          floor.rect(x - 0.07, -2.4, 0.14, 6.2, { fill: colour.grey, stroke: colour.none }),
        ]),
        [0, 1, 2, 3].map((bay) =>
          floor.hatchPolygon(
            pairs([
              bay * 4.6 + 0.5,
              -2.2,
              bay * 4.6 + 4.1,
              -2.2,
              bay * 4.6 + 4.1,
              -1.5,
              bay * 4.6 + 0.5,
              -1.5,
            ]),
            { angle: 60, spacing: 6, tone: colour.copperLight },
          ),
        ),
        building(view, [27, 8, 0], [15, 9, 5], {
          storeys: 1,
          kind: 'curtain',
          door: 'south',
          seed: 'rest stop',
        }),
        canopyShade(view),
        cabinetRow(view, [21.6, 8.4, 0], ['incomer', 'control', 'feeder'], {
          w: 1.2,
          h: 2.3,
          d: 1.2,
        }),
        view.trace(triples([21.6, 8.2, 0.06, 20, 5.6, 0.06, 2, 5.6, 0.06]), { ...live, width: 3 }),
        canopyPosts(view),
        pieces(
          view,
          [0, 1, 2, 3].flatMap((bay) => {
            const x = bay * 4.6
            return [
              [
                x + 2.3,
                4.8,
                () => [
                  chargePost(view, x + 2.9, 4.7, true, bay === 2 ? undefined : [x + 2.9, 3, 0.85]),
                ],
              ] as const,
              [
                x + 2,
                0,
                () =>
                  bay !== 2 &&
                  vehicle(view, [x + 1.2, -1.6], bay === 1 ? 'suv' : 'saloon', {
                    axis: 'y',
                    reverse: true,
                  }),
              ] as const,
            ]
          }),
        ),
        variant === 2 && grove(view, [
          { at: [-16, 9], kind: 'palm', height: 8 },
          { at: [-9, 11], kind: 'palm', height: 7 },
        ]),
        canopyRoof(view),
        pieces(view, [
          variant !== 2 && [-2.2, 0, () => person(view.spot(-0.9, 1.6), { dress: 'thobe', pose: 'shake' })],
          [11, -3, () => person(view.spot(10.6, -2.6), { dress: 'abaya', pose: 'walk' })],
          [
            11.8,
            -3,
            () => {
              // A child: the same figure at two thirds of the height.
              const spot = view.spot(11.6, -2.9)
              return person({ ...spot, scale: spot.scale * 0.66 }, { dress: 'shirt', pose: 'walk' })
            },
          ],
          variant !== 2 && [9, -4, () => person(view.spot(1, -4.6), { dress: 'shirt', pose: 'walk', flip: true })],
        ]),
        variant === 1 && [
        lampPost(view, [-4.4, 12], { height: 8, arms: [1] }),
        grove(view, [
          { at: [-15.4, 8.4], kind: 'palm', height: 8.4 },
          { at: [-9, 9], kind: 'palm', height: 7 },
          { at: [46, 12], kind: 'palm', height: 8 },
          { at: [50, 8], kind: 'palm', height: 9 },
        ]),
        // The kerbed bed at the edge of the forecourt, a car leaving past it.
        floor.rect(-22, 6.4, 17, 3.4, { width: weight.hatch }),
        [-19, -17.6, -15.8, -14.6, -12.8, -11.2, -9.8, -8.2, -6.4].map((x, index) =>
          shrub(view.spot(x, 8.2 - (index % 2) * 0.8), 1.5 + (index % 3) * 0.3),
        ),
        vehicle(view, [-8.6, -1.4], 'saloon', { width: weight.detail }),
        ],
      ]
    },
    {
      strokes: 10,
      sun: [620, 132],
      behind: (view) => [
        range('qassim', view.horizon + 4, 64, { peaks: 9, spacing: 8 }),
        dune('qassim', view.horizon + 22, 44),
      ],
    },
  )
}
