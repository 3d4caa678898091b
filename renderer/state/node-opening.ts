// Whether a node's view opens when the node is added. Stored in this browser.
import { useSyncExternalStore } from 'react';
import { saveStored, readStored } from '../lib/browser-storage.ts';

const KEY = 'millrace.opens-new-nodes';
const listeners = new Set<() => void>();
/** The choice on this page, if storage is blocked. */
let chosen = true;

export function opensNewNodes(): boolean {
  const stored = readStored(KEY);
  return stored === undefined ? chosen : stored !== 'false';
}

export function setOpensNewNodes(isOn: boolean): void {
  chosen = isOn;
  saveStored(KEY, String(isOn));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useOpensNewNodes = (): boolean => useSyncExternalStore(subscribe, opensNewNodes);
