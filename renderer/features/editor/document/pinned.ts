// Pinning items: problems of the data are return values, and files are embedded, so that they outlive the execution.
import { AppError } from '../../../../engine/contract/errors.ts';
import type { BinaryEntry, Item } from '../../../../engine/contract/run-data.ts';
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';
import { setPin } from './operations.ts';

export interface PinProblem {
  readonly reason: 'invalid-json' | 'data-too-large';
  /** The engine's error message. */
  readonly message: string;
}

/** Returns the file with items pinned, or the problem with the data. Other errors are thrown. */
export const pinned = (file: WorkflowFile, id: string, items: () => unknown): { readonly file: WorkflowFile } | PinProblem =>
  readOrProblem(() => ({ file: setPin(file, id, items()) }));

/** Returns the result of `read`, or the problem with the data. */
export function readOrProblem<T extends object>(read: () => T): T | PinProblem {
  try {
    return read();
  } catch (error) {
    const reason = error instanceof AppError ? error.params['reason'] : undefined;
    if (reason !== 'invalid-json' && reason !== 'data-too-large') throw error;
    const { message, hint } = error as AppError;
    return { reason, message: [message, hint].filter(Boolean).join(' ') };
  }
}

/** Returns the distinct ids of files stored on the server. */
export const storedFiles = (items: readonly Item[]): readonly string[] => [
  ...new Set(items.flatMap(({ binary }) => Object.values(binary ?? {}).flatMap(({ id }) => (id === undefined ? [] : [id])))),
];

/** Returns the bytes that these files would take in the workflow, as far as their sizes are known. */
export function bytesOfStored(items: readonly Item[]): number {
  let bytes = 0;
  for (const { binary } of items) {
    for (const entry of Object.values(binary ?? {})) if (entry.id !== undefined) bytes += Math.ceil((entry.bytes ?? 0) / 3) * 4;
  }
  return bytes;
}

/** Returns the items with file ids replaced by `contents` (base64 by id), without paired items. */
export function itemsToPin(items: readonly Item[], contents: ReadonlyMap<string, string>): readonly Item[] {
  return items.map(({ json, binary }): Item => {
    if (binary === undefined) return { json };
    return { json, binary: Object.fromEntries(Object.entries(binary).map(([name, entry]) => [name, withContent(entry, contents)])) };
  });
}

function withContent({ id, directory: _place, ...entry }: BinaryEntry, contents: ReadonlyMap<string, string>): BinaryEntry {
  return id === undefined ? entry : { ...entry, data: contents.get(id) ?? '' };
}
