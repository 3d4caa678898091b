// Unsaved work, stored in the browser so that it survives a crash or a closed window; removed on save.
import { nanoid } from '@reduxjs/toolkit';
import { parseExactly, stringifyExactly } from '../../../../engine/contract/exact-numbers.ts';
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';

interface Work {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly workflow: WorkflowFile;
  /** The version it is based on; absent if the workflow was never saved, or the entry was stored by an older release. */
  readonly version?: number;
}

/** Id of this page. */
const page = nanoid();
const lockOf = (name: string): string => `millrace-page:${name}`;

/** Held until the page is gone, however it ends: unsaved work of an open page is not lost. Only secure pages have locks. */
const locks = typeof navigator === 'undefined' ? undefined : (navigator as { readonly locks?: LockManager }).locks;
void locks?.request(lockOf(page), () => new Promise(() => undefined));

const startOf = (id: string | undefined): string => `millrace-unsaved:${id ?? 'new'}:`;
const ownKey = (id: string | undefined): string => startOf(id) + page;

/** Maximum number of characters, since the browser's storage is limited. */
const MAX_CHARACTERS = 4_000_000;

export function storeUnsavedWork(id: string | undefined, workflow: WorkflowFile, at: number, version?: number): void {
  try {
    const json = stringifyExactly({ at, workflow, version } satisfies Work);
    if (json.length <= MAX_CHARACTERS) localStorage.setItem(ownKey(id), json);
  } catch {
    // If storage is full or blocked, only the warning on closing the window remains.
  }
}

/** Removes this page's entry. */
export function forgetUnsavedWork(id: string | undefined): void {
  forget(ownKey(id));
}

export interface LostWork extends Work {
  /** Removes only this entry; earlier lost work is offered next. */
  readonly forget: () => void;
}

/** Returns the latest unsaved work on a workflow that a closed page has left. */
export async function lostWork(id: string | undefined): Promise<LostWork | undefined> {
  const { held: heldLocks = [] } = (await locks?.query()) ?? {};
  const there = new Set(heldLocks.map(({ name }) => name));
  const start = startOf(id);
  const keys = storedKeys().filter((key) => key.startsWith(start) && key !== ownKey(id) && !there.has(lockOf(key.slice(start.length))));
  const works = keys.flatMap((key) => workAt(key) ?? []);
  const last = works.toSorted((one, other) => other.work.at - one.work.at)[0];
  return last === undefined ? undefined : { ...last.work, forget: () => forget(last.key) };
}

function storedKeys(): readonly string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}

function workAt(key: string): { readonly key: string; readonly work: Work } | undefined {
  try {
    return { key, work: parseExactly(localStorage.getItem(key) ?? '') as Work };
  } catch {
    return undefined;
  }
}

function forget(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing is stored there.
  }
}
