// Options that are on or off: the property, and its value.
import type { NodeProperty } from '../../workflow/node-type.ts';

export const flag = (displayName: string, name: string, value: boolean, description: string): NodeProperty => ({
  displayName,
  name,
  type: 'boolean',
  default: value,
  description,
});

/** Returns the value of an option; `fallback` if it is not set. */
export const isOn = (options: Readonly<Record<string, unknown>>, name: string, fallback: boolean): boolean =>
  options[name] === undefined ? fallback : options[name] === true;
