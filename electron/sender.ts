// Which pages may call the application: the top frame of our own pages.
import type { WebFrameMain } from 'electron';
import { desktopOrigin } from '../engine/contract/desktop.ts';

export function isOwnSender(frame: WebFrameMain | null): boolean {
  return frame !== null && frame.parent === null && frame.origin === desktopOrigin;
}

/** Throws if a message did not come from the top frame of one of our pages. */
export function assertOwnSender(frame: WebFrameMain | null): void {
  if (!isOwnSender(frame)) throw new Error('The call was refused, because it did not come from a page of Millrace.');
}
