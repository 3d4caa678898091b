// Whether a node's view opens when the node is added. Stored in this browser.
import { useSyncExternalStore } from 'react';

const KEY = 'millrace.opens-new-nodes';
const listeners = new Set<() => void>();
/** The choice on this page, if storage is blocked. */
let chosen = true;

export function opensNewNodes(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'false';
  } catch {
    return chosen;
  }
}

export function setOpensNewNodes(isOn: boolean): void {
  chosen = isOn;
  try {
    localStorage.setItem(KEY, String(isOn));
  } catch {
    // The choice then lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const useOpensNewNodes = (): boolean => useSyncExternalStore(subscribe, opensNewNodes);
