// One program per data folder: a second start hands over its links and files, and ends.
import { app } from 'electron';
import type { Opener } from './opening.ts';

/** What a second start hands over. */
interface Handed {
  readonly opened: readonly string[];
}

/** Returns whether this is the first start. `opened`: what a second one hands over. */
export function isOnlyInstance(opened: readonly string[]): boolean {
  return app.requestSingleInstanceLock({ opened } satisfies Handed);
}

/** Opens what second starts and the system hand over from now on. */
export function openHandedOver(opener: Opener): void {
  app.on('second-instance', (_event, _argv, folder, data) => {
    const { opened } = (data ?? {}) as Partial<Record<keyof Handed, unknown>>;
    opener.open(Array.isArray(opened) ? opened.filter((item) => typeof item === 'string') : [], folder);
  });
}

/** macOS hands over files and links by events, the first before the application is ready. Returns those, and the later ones to `later`. */
export function listenForOpened(): (opener: Opener) => void {
  let opener: Opener | undefined;
  const early: string[] = [];
  const receive = (event: { preventDefault(): void }, item: string): void => {
    event.preventDefault();
    if (opener === undefined) early.push(item);
    else opener.open([item], '/');
  };
  app.on('open-file', receive);
  app.on('open-url', receive);
  return (value) => {
    opener = value;
    if (early.length > 0) value.open(early, '/');
  };
}
