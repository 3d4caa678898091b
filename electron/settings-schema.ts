// The application's settings: their schemas and defaults.
import { Type, type Static } from 'typebox';
import { Check } from 'typebox/value';

const bounds = Type.Object({ x: Type.Integer(), y: Type.Integer(), width: Type.Integer(), height: Type.Integer() });

const schema = Type.Object({
  /** Bounds of the window when it is not maximized. */
  windowBounds: Type.Optional(bounds),
  isMaximized: Type.Boolean(),
  /** Undefined for the port of the engine's settings. */
  port: Type.Optional(Type.Integer({ minimum: 0, maximum: 65_535 })),
  /** Whether other computers of the network can reach this one. */
  isOnLan: Type.Boolean(),
  startsAtLogin: Type.Boolean(),
  theme: Type.Union([Type.Literal('system'), Type.Literal('light'), Type.Literal('dark')]),
  /** Whether closing the window leaves the application running in the tray. */
  closesToTray: Type.Boolean(),
  hasShownTrayNotice: Type.Boolean(),
  /** Whether the computer stays awake while a workflow runs. */
  keepsAwake: Type.Boolean(),
  /** Whether schedules and polls pause while the computer runs on battery. */
  pausesOnBattery: Type.Boolean(),
});

export type DesktopSettings = Readonly<Static<typeof schema>>;

export const defaults: DesktopSettings = {
  isMaximized: false,
  isOnLan: false,
  startsAtLogin: false,
  theme: 'system',
  closesToTray: true,
  hasShownTrayNotice: false,
  keepsAwake: true,
  pausesOnBattery: false,
};

export const isValidSetting = (key: keyof DesktopSettings, value: unknown): boolean =>
  value !== undefined && Check(schema.properties[key], value);

/** Returns the valid values of a settings file, and defaults for the others. */
export function readable(stored: object): DesktopSettings {
  const valid = (Object.keys(schema.properties) as (keyof DesktopSettings)[]).flatMap((key) => {
    const value: unknown = Object.hasOwn(stored, key) ? (stored as Record<string, unknown>)[key] : undefined;
    return isValidSetting(key, value) ? [[key, value] as const] : [];
  });
  return { ...defaults, ...Object.fromEntries(valid) };
}
