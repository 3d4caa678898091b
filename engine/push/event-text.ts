// The JSON text of an event, as all readers of events receive it.
import { asRead } from '../contract/exact-numbers.ts';
import type { PushEvent } from '../contract/push.ts';

/** Returns undefined for an event that cannot be serialized; the reader must fetch the data instead. */
export function eventText(event: PushEvent): string | undefined {
  try {
    return JSON.stringify(event, writable);
  } catch {
    return undefined;
  }
}

function writable(this: unknown, key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : asRead(this, key, value);
}
