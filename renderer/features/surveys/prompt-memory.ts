// Remembers for this session which users have seen a prompt, so that it is not shown to them again.
import { readInTab, saveInTab } from '../../lib/browser-storage.ts';

/** For browsers that block storage. */
const shownPrompts = new Set<string>();

const keyOf = (prompt: string, userId: string): string => `asked ${prompt} ${userId}`;

export function wasAsked(prompt: 'prompts' | 'onboarding', userId: string): boolean {
  const key = keyOf(prompt, userId);
  return shownPrompts.has(key) || readInTab(key) !== undefined;
}

export function rememberAsked(prompt: 'prompts' | 'onboarding', userId: string): void {
  const key = keyOf(prompt, userId);
  shownPrompts.add(key);
  saveInTab(key, 'yes');
}
