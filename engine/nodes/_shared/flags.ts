// Options that are on or off: the property, and its value.
import type { NodeProperty } from '../../workflow/node-type.ts';

/** `show`: the parameters that show the option; it is always shown if absent. */
export const flag = (
  displayName: string,
  name: string,
  description: string,
  value = false,
  show?: Readonly<Record<string, readonly unknown[]>>,
): NodeProperty => ({
  displayName,
  name,
  type: 'boolean',
  default: value,
  description,
  ...(show === undefined ? {} : { displayOptions: { show } }),
});

/** Returns the value of an option; `fallback` if it is not set. */
export const isOn = (options: Readonly<Record<string, unknown>>, name: string, fallback: boolean): boolean =>
  options[name] === undefined ? fallback : options[name] === true;
