// Helpers that remember which data a workflow has processed, in its static data.
import { createHash } from 'node:crypto';
import type { JsonObject } from '../../../contract/json.ts';
import { ApplicationError } from '../../modules/errors.ts';
import type { PackageCall } from '../call.ts';

type Value = string | number;
type Scope = 'node' | 'workflow';

interface Options {
  /** `entries`: each value once; otherwise only values beyond the latest number or date. */
  readonly mode: 'entries' | 'latestIncrementalKey' | 'latestDate';
  /** Number of values to remember. Default: 10,000. */
  readonly maxEntries?: number;
}

/** What is stored of a scope, under `KEY`. */
interface Processed {
  mode: Options['mode'];
  /** Hashes of values, the oldest first. */
  entries: string[];
  latest?: number;
}

const KEY = 'processedData';
const MOST = 10_000;

const hashOf = (value: Value): string => createHash('sha256').update(String(value)).digest('base64url').slice(0, 22);

export function processedDataHelpers(call: Pick<PackageCall, 'staticData'>): object {
  const stored = (scope: Scope, { mode }: Options): Processed => {
    const state = call.staticData(scope === 'node' ? 'node' : 'global') as JsonObject & { [KEY]?: Processed };
    const processed = (state[KEY] ??= { mode, entries: [] });
    if (processed.mode !== mode) {
      throw new ApplicationError(
        `The data of this ${scope} was processed in the mode "${processed.mode}" before. Clear it to use the mode "${mode}".`,
      );
    }
    return processed;
  };
  /** Only looks: neither begins to remember nor rejects another mode. */
  const count = (scope: Scope): number =>
    (call.staticData(scope === 'node' ? 'node' : 'global') as { readonly [KEY]?: Processed })[KEY]?.entries.length ?? 0;
  const record = (values: readonly Value[], scope: Scope, options: Options): readonly boolean[] => {
    const processed = stored(scope, options);
    if (options.mode !== 'entries')
      return latest(
        processed,
        values.map((value) => numberOf(value, options.mode)),
      );
    const hashes = new Set(processed.entries);
    const news = values.map((value) => {
      const hash = hashOf(value);
      if (hashes.has(hash)) return false;
      hashes.add(hash);
      return true;
    });
    processed.entries = [...hashes].slice(-Math.max(1, options.maxEntries ?? MOST));
    return news;
  };
  const split = <T>(all: readonly T[], news: readonly boolean[]): { new: T[]; processed: T[] } => ({
    new: all.filter((_, index) => news[index] === true),
    processed: all.filter((_, index) => news[index] === false),
  });
  return {
    checkProcessedAndRecord: async (values: readonly Value[], scope: Scope, options: Options) =>
      split(values, record(values, scope, options)),
    checkProcessedItemsAndRecord: async (property: string, items: readonly JsonObject[], scope: Scope, options: Options) =>
      split(
        items,
        record(
          items.map((item) => item[property] as Value),
          scope,
          options,
        ),
      ),
    removeProcessed: async (values: readonly Value[], scope: Scope, options: Options) => {
      const processed = stored(scope, options);
      if (options.mode !== 'entries') throw new ApplicationError('Single values are only removed in the mode "entries".');
      const removed = new Set(values.map(hashOf));
      processed.entries = processed.entries.filter((hash) => !removed.has(hash));
    },
    clearAllProcessedItems: async (scope: Scope) => {
      delete call.staticData(scope === 'node' ? 'node' : 'global')[KEY];
    },
    getProcessedDataCount: async (scope: Scope) => count(scope),
  };
}

/** Returns which values are beyond those of earlier calls. Their order in this call does not matter. */
function latest(processed: Processed, values: readonly number[]): readonly boolean[] {
  const previousLatest = processed.latest ?? -Infinity;
  const greatest = values.reduce((most, value) => Math.max(most, value), previousLatest);
  if (greatest > previousLatest) processed.latest = greatest;
  return values.map((value) => value > previousLatest);
}

function numberOf(value: Value, mode: Options['mode']): number {
  const number = mode === 'latestDate' ? new Date(value).getTime() : Number(value);
  if (Number.isNaN(number)) throw new ApplicationError(`"${value}" is no ${mode === 'latestDate' ? 'date' : 'number'}.`);
  return number;
}
