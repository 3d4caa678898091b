// Unsaved work, kept in the browser so that a crash or a closed window does not take it; forgotten as soon as it is saved.
import { nanoid } from '@reduxjs/toolkit';
import type { WorkflowFile } from '../../../../engine/contract/workflow.ts';

interface Work {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly workflow: WorkflowFile;
  /** That it was done on; absent where it was never saved, and in what was kept before versions were. */
  readonly version?: number;
}

/** Of this page, as long as it is there. */
const page = nanoid();
const lockOf = (name: string): string => `millrace-page:${name}`;

/** Held until the page is gone, however it goes: what a page that is still there has not saved is not lost. Only secure pages have locks. */
const locks = typeof navigator === 'undefined' ? undefined : (navigator as { readonly locks?: LockManager }).locks;
void locks?.request(lockOf(page), () => new Promise(() => undefined));

const startOf = (id: string | undefined): string => `millrace-unsaved:${id ?? 'new'}:`;
const ownKey = (id: string | undefined): string => startOf(id) + page;

/** Characters beyond which work is not kept: the browser's room is small. */
const MOST = 4_000_000;

export function keepUnsavedWork(id: string | undefined, workflow: WorkflowFile, at: number, version?: number): void {
  try {
    const text = JSON.stringify({ at, workflow, version } satisfies Work);
    if (text.length <= MOST) localStorage.setItem(ownKey(id), text);
  } catch {
    // No room, or storage is blocked: then there is only the warning when the window is closed.
  }
}

/** Forgets what this page kept. */
export function forgetUnsavedWork(id: string | undefined): void {
  forget(ownKey(id));
}

export interface LostWork extends Work {
  /** Forgets it alone: what was lost before it is offered next. */
  readonly forget: () => void;
}

/** The latest work on a workflow that no page saved before it was closed. */
export async function lostWork(id: string | undefined): Promise<LostWork | undefined> {
  const { held = [] } = (await locks?.query()) ?? {};
  const there = new Set(held.map(({ name }) => name));
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
    return { key, work: JSON.parse(localStorage.getItem(key) ?? '') as Work };
  } catch {
    return undefined;
  }
}

function forget(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was kept there.
  }
}
