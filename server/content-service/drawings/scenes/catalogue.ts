/** Every scene of the drawing vocabulary, by its kind. */
import { drawAbha } from './abha.ts'
import {
  drawBranch,
  drawCampus,
  drawHeadOffice,
  drawHospital,
  drawHotel,
  drawHousing,
} from './buildings.ts'
import {
  drawAirport,
  drawMall,
  drawMosque,
  drawSkyline,
  drawStadium,
  drawTowerNight,
} from './civic.ts'
import { drawMcbCurves, drawRcdTypes, drawSelectivity } from './charts.ts'
import { drawChart, drawDiagram, drawLightingPlan } from './diagrams.ts'
import {
  drawBatteryYard,
  drawChargingStation,
  drawLeaf,
  drawRecycling,
  drawRooftopSolar,
  drawSolarField,
} from './energy.ts'
import { drawElectricVans } from './electric-vans.ts'
import { drawGridToSocket } from './grid-to-socket.ts'
import { drawHighwayCharging } from './highway-charging.ts'
import {
  drawCableLaying,
  drawDesertLine,
  drawEarthing,
  drawFarm,
  drawMine,
  drawPort,
  drawRoadLighting,
  drawSubstation,
  drawWaterPlant,
} from './infrastructure.ts'
import { drawCoast, drawMountainTown } from './landscape.ts'
import {
  drawAward,
  drawExhibition,
  drawMeeting,
  drawPeople,
  drawShowroom,
  drawTrainingRoom,
} from './people.ts'
import { drawNightCall } from './night-call.ts'
import { drawPanelWorks } from './panel-works.ts'
import type { SceneParameters } from './strokes.ts'
import { drawSunlitFields } from './sunlit-fields.ts'
import { drawWhoWeAre } from './who-we-are.ts'
import {
  drawCommissioning,
  drawControlRoom,
  drawDataCentre,
  drawDelivery,
  drawFactory,
  drawFactory1987,
  drawSwitchRoom,
  drawTestBench,
  drawWarehouse,
  drawWorkshop,
} from './workshop.ts'

/** Draws one scene as an SVG document of 1440 by 810 pixels. */
export type Scene = (parameters: SceneParameters) => string

export const scenes = {
  substation: drawSubstation,
  hospital: drawHospital,
  factory: drawFactory,
  'tower-night': drawTowerNight,
  'solar-field': drawSolarField,
  mall: drawMall,
  airport: drawAirport,
  campus: drawCampus,
  stadium: drawStadium,
  'water-plant': drawWaterPlant,
  'data-centre': drawDataCentre,
  port: drawPort,
  mosque: drawMosque,
  'road-lighting': drawRoadLighting,
  housing: drawHousing,
  hotel: drawHotel,
  warehouse: drawWarehouse,
  farm: drawFarm,
  mine: drawMine,
  workshop: drawWorkshop,
  'control-room': drawControlRoom,
  'test-bench': drawTestBench,
  'switch-room': drawSwitchRoom,
  'cable-laying': drawCableLaying,
  commissioning: drawCommissioning,
  'training-room': drawTrainingRoom,
  exhibition: drawExhibition,
  meeting: drawMeeting,
  award: drawAward,
  delivery: drawDelivery,
  showroom: drawShowroom,
  'head-office': drawHeadOffice,
  branch: drawBranch,
  skyline: drawSkyline,
  coast: drawCoast,
  'mountain-town': drawMountainTown,
  'desert-line': drawDesertLine,
  'rooftop-solar': drawRooftopSolar,
  'charging-station': drawChargingStation,
  'battery-yard': drawBatteryYard,
  leaf: drawLeaf,
  recycling: drawRecycling,
  diagram: drawDiagram,
  chart: drawChart,
  earthing: drawEarthing,
  'lighting-plan': drawLightingPlan,
  people: drawPeople,
  'factory-1987': drawFactory1987,
  'grid-to-socket': drawGridToSocket,
  'panel-works': drawPanelWorks,
  'sunlit-fields': drawSunlitFields,
  'night-call': drawNightCall,
  'highway-charging': drawHighwayCharging,
  'who-we-are': drawWhoWeAre,
  abha: drawAbha,
  'electric-vans': drawElectricVans,
  'mcb-curves': drawMcbCurves,
  selectivity: drawSelectivity,
  'rcd-types': drawRcdTypes,
} as const satisfies Record<string, Scene>
