// Notices about options that have no matching parameter in the node.
import type { CurlNoticeCode } from '../../contract/rest/curl.ts';

export interface Notice {
  readonly code: CurlNoticeCode;
  readonly message: string;
}

/** Maximum number of notices. */
const MAX_NOTICES = 20;
const LONGEST_NAME = 60;

export class Notices {
  readonly #notices = new Map<string, Notice>();

  /** Adds a notice unless it was added before. It must not contain values that may be secret. */
  add(code: CurlNoticeCode, message: string): void {
    if (this.#notices.size < MAX_NOTICES) this.#notices.set(message, { code, message });
  }

  list(): readonly Notice[] {
    return [...this.#notices.values()];
  }
}

/** Truncates a name from the command for use in a message. */
export const shortened = (name: string): string => (name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name);

/** Lists the first ten names for use in a message. */
export function listNames(names: Iterable<string>): string {
  const all = [...names];
  return `${all.slice(0, 10).map(shortened).join(', ')}${all.length > 10 ? ' …' : ''}`;
}
