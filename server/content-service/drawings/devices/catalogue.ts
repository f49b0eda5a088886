import { z } from 'zod'
import { count, device, size, smallOrLarge, smallOrMedium, type Device } from './device.ts'
import * as cables from './cables.ts'
import * as control from './control.ts'
import * as energy from './energy.ts'
import * as instruments from './instruments.ts'
import * as lighting from './lighting.ts'
import * as panels from './panels.ts'
import * as protection from './protection.ts'
import * as transformers from './transformers.ts'

const poles = { poles: count(1, 4).default(3) }

/** Every kind of device a post can ask for, by name. */
export const devices: Readonly<Record<string, Device>> = {
  mcb: device(
    { ...poles, frame: z.union([z.literal(63), z.literal(125)]).default(63) },
    protection.mcb,
  ),
  'mcb-row': device({}, protection.mcbRow),
  rccb: device({ poles: z.union([z.literal(2), z.literal(4)]).default(2) }, protection.rccb),
  rcbo: device({ poles: count(1, 2).default(1) }, protection.rcbo),
  spd: device(poles, protection.spd),
  'surge-cartridge': device({}, protection.surgeCartridge),
  'mccb-motor': device({}, protection.mccbMotor),
  'trip-curve': device({}, protection.tripCurve),
  isolator: device({ poles: count(2, 4).default(2) }, protection.isolator),
  mccb: device({ poles: count(3, 4).default(3), size: size.default('m') }, protection.mccb),
  acb: device(
    {
      poles: count(3, 4).default(3),
      drawout: z.boolean().default(true),
      large: z.boolean().default(false),
      out: z.boolean().default(false),
      tripUnit: z.boolean().default(true),
    },
    protection.acb,
  ),
  fuse: device({ size: size.default('m') }, protection.fuse),
  contactor: device({ size: size.default('m') }, control.contactor),
  'service-kit': device({}, control.serviceKit),
  'overload-relay': device({ size: smallOrMedium.default('s') }, control.overloadRelay),
  'motor-starter': device({ size: smallOrMedium.default('s') }, control.motorStarter),
  'soft-starter': device({ size: size.default('m') }, control.softStarter),
  vfd: device({ size: size.default('m') }, control.vfd),
  'push-button': device({ count: count(1, 4).default(1) }, control.pushButton),
  plc: device({ modules: count(2, 8).default(3) }, control.plc),
  relay: device({}, control.relay),
  'power-meter': device({}, panels.powerMeter),
  'current-transformer': device({ size: smallOrMedium.default('s') }, panels.currentTransformer),
  'capacitor-bank': device({ steps: count(4, 12).default(6) }, panels.capacitorBank),
  panel: device(
    {
      doors: count(1, 5).default(2),
      /** What a single cubicle is for. */
      duty: z.enum(['control', 'starter', 'isolated']).default('control'),
    },
    panels.panel,
  ),
  drawer: device({}, panels.drawer),
  busbars: device({}, panels.busbars),
  panelboard: device({}, panels.panelboard),
  'distribution-board': device({ rows: count(1, 4).default(2) }, panels.distributionBoard),
  enclosure: device(
    { size: size.default('m'), glazed: z.boolean().default(false) },
    panels.enclosure,
  ),
  'meter-box': device({ ways: count(1, 12).default(1) }, panels.meterBox),
  'busbar-trunking': device({ size: size.default('m') }, panels.busbarTrunking),
  'transformer-oil': device({ size: size.default('m') }, transformers.transformerOil),
  'transformer-dry': device(
    { size: size.default('m'), enclosed: z.boolean().default(false) },
    transformers.transformerDry,
  ),
  rmu: device({ units: count(2, 5).default(3) }, transformers.rmu),
  'mv-switchgear': device({ panels: count(1, 5).default(3) }, transformers.mvSwitchgear),
  'mv-floor-truck': device({}, transformers.mvFloorTruck),
  'vacuum-tube': device({}, transformers.vacuumTube),
  kiosk: device({}, transformers.kiosk),
  'vacuum-breaker': device({}, transformers.vacuumBreaker),
  cable: device(
    { cores: count(1, 5).default(4), armoured: z.boolean().default(false) },
    cables.cable,
  ),
  'cable-drum': device({ size: size.default('m') }, cables.cableDrum),
  'wire-coil': device({ size: smallOrMedium.default('s') }, cables.wireCoil),
  'control-cable': device(
    { cores: z.union([z.literal(7), z.literal(12), z.literal(19)]).default(7) },
    cables.controlCable,
  ),
  'cable-tray': device(
    { type: z.enum(['ladder', 'perforated', 'mesh']).default('ladder') },
    cables.cableTray,
  ),
  conduit: device({}, cables.conduit),
  'cable-gland': device({}, cables.cableGland),
  'earth-rod': device({}, cables.earthRod),
  'lightning-rod': device({}, cables.lightningRod),
  'led-panel': device({}, lighting.ledPanel),
  downlight: device({}, lighting.downlight),
  'linear-light': device({ size: smallOrLarge.default('s') }, lighting.linearLight),
  'high-bay': device({ size: smallOrLarge.default('s') }, lighting.highBay),
  floodlight: device({ size: size.default('m') }, lighting.floodlight),
  'street-light': device(
    { arms: count(1, 2).default(1), solar: z.boolean().default(false) },
    lighting.streetLight,
  ),
  'emergency-light': device({ exit: z.boolean().default(true) }, lighting.emergencyLight),
  'bollard-light': device({}, lighting.bollardLight),
  'wall-light': device({}, lighting.wallLight),
  'solar-module': device(
    {
      count: count(1, 2).default(1),
      cells: z.union([z.literal(144), z.literal(156)]).default(144),
      bifacial: z.boolean().default(false),
    },
    energy.solarModule,
  ),
  inverter: device(
    { size: size.default('m'), hybrid: z.boolean().default(false) },
    energy.inverter,
  ),
  battery: device({ modules: count(1, 8).default(4) }, energy.battery),
  'combiner-box': device({ strings: count(4, 24).default(12) }, energy.combinerBox),
  'pv-mount': device({}, energy.pvMount),
  'ev-charger': device(
    { type: z.enum(['wall', 'post', 'dc']).default('wall'), guns: count(1, 2).default(1) },
    energy.evCharger,
  ),
  ups: device({ size: size.default('m') }, energy.ups),
  generator: device({ canopy: z.boolean().default(true) }, energy.generator),
  ats: device({}, energy.ats),
  socket: device({ gangs: count(1, 3).default(1) }, instruments.socket),
  'wall-switch': device({ gangs: count(1, 4).default(1) }, instruments.wallSwitch),
  keypad: device({}, instruments.keypad),
  sensor: device({}, instruments.sensor),
  gateway: device({}, instruments.gateway),
  thermostat: device({}, instruments.thermostat),
  multimeter: device({}, instruments.multimeter),
  'clamp-meter': device({}, instruments.clampMeter),
  'insulation-tester': device({}, instruments.insulationTester),
  'thermal-camera': device({}, instruments.thermalCamera),
  'tool-kit': device({}, instruments.toolKit),
}
