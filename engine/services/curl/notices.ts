// Notices for options of a command that the node has no parameter for.
import type { CurlNoticeCode } from '../../contract/rest/curl.ts';

export interface Notice {
  readonly code: CurlNoticeCode;
  readonly message: string;
}

/** More would not be read. */
const MAX_NOTICES = 20;
const LONGEST_NAME = 60;

export class Notices {
  readonly #kept = new Map<string, Notice>();

  /** Notes something, once. Values that may be secret do not belong into it. */
  add(code: CurlNoticeCode, message: string): void {
    if (this.#kept.size < MAX_NOTICES) this.#kept.set(message, { code, message });
  }

  list(): readonly Notice[] {
    return [...this.#kept.values()];
  }
}

/** A name out of the command, short enough to be read in a sentence. */
export const shortened = (name: string): string => (name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name);

/** Names out of the command for a sentence, the first ten of them. */
export function named(names: Iterable<string>): string {
  const all = [...names];
  return `${all.slice(0, 10).map(shortened).join(', ')}${all.length > 10 ? ' …' : ''}`;
}
