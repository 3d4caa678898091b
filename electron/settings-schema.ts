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
  /** Language tag; undefined for the system's language. */
  language: Type.Optional(Type.String({ pattern: '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$' })),
  /** Whether closing the window leaves the application running in the tray. */
  closesToTray: Type.Boolean(),
  hasShownTrayNotice: Type.Boolean(),
  /** Whether the computer stays awake while a workflow runs. */
  keepsAwake: Type.Boolean(),
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
};

/** Returns the valid values of a settings file, and defaults for the others. */
export function readable(stored: object): DesktopSettings {
  const valid = Object.entries(schema.properties).flatMap(([key, type]) => {
    const value: unknown = Object.hasOwn(stored, key) ? (stored as Record<string, unknown>)[key] : undefined;
    return value !== undefined && Check(type, value) ? [[key, value] as const] : [];
  });
  return { ...defaults, ...Object.fromEntries(valid) };
}
