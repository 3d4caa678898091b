// Non-JSON values of facts: encoded dates and classes, and stand-ins for an execution's context.
import { DateTime } from 'luxon';
import { decode } from '../compare.ts';

/** Stand-in for the context of a running node (`$exec`), with the fact's parameters, node and input. */
export class ExecutionStandIn {
  readonly fields: Readonly<Record<string, unknown>>;

  constructor(fields: Readonly<Record<string, unknown>>) {
    this.fields = fields;
  }

  /** Returns a parameter by name; `*` in the fact applies to any name. */
  parameter(name: string): unknown {
    const parameters = (this.fields['parameters'] ?? {}) as Record<string, unknown>;
    return Object.hasOwn(parameters, name) ? parameters[name] : parameters['*'];
  }
}

const encoded = ['$undefined', '$number', '$date', '$bigint', '$regex', '$error', '$map', '$set', '$base64'];

/** Decodes a fact's argument. Names such as `__proto__` stay own properties. */
export function decodeFact(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(decodeFact);
  if (typeof value !== 'object' || value === null) return value;
  const record = value as Record<string, unknown>;
  if ('$exec' in record) return new ExecutionStandIn(decodeFact(record['$exec']) as Record<string, unknown>);
  if ('$datetime' in record) return DateTime.fromISO(record['$datetime'] as string, { setZone: true });
  if (encoded.some((key) => Object.hasOwn(record, key))) return decode(record);
  const result: Record<string, unknown> = {};
  for (const [key, entry] of Object.entries(record))
    Object.defineProperty(result, key, { value: decodeFact(entry), enumerable: true, writable: true, configurable: true });
  return result;
}
