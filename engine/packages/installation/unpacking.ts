// Limits how many archives npm's library unpacks at the same time: it starts all of them at once, and keeps in memory what it cannot write yet.
import type pacote from 'pacote';

/** Measured with n8n-nodes-base: more take more memory, and hardly less time. */
const AT_ONCE = 4;

/** Replaces `extract` of the library's module, which the rest of the library calls. `atOnce`: number of archives. */
export function limitUnpacking(library: Pick<typeof pacote, 'extract'>, atOnce = AT_ONCE): void {
  const { extract } = library;
  const waiting: (() => void)[] = [];
  let active = 0;
  const limited: typeof extract = async (...args) => {
    if (active >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else active++;
    try {
      return await extract(...args);
    } finally {
      // The next one takes the place of this one.
      const next = waiting.shift();
      if (next === undefined) active--;
      else next();
    }
  };
  Object.assign(library, { extract: limited });
}
