// Converts the parameters of the Local File Trigger to settings for the watcher.
import { matchesGlob } from 'node:path';
import type { ChokidarOptions } from 'chokidar';
import { NodeError } from '../../sdk/index.ts';
import { isOn } from '../_shared/flags.ts';

const knownEvents = new Set(['add', 'addDir', 'change', 'unlink', 'unlinkDir']);

export interface WatchSettings {
  readonly path: string;
  readonly isFolder: boolean;
  readonly events: ReadonlySet<string>;
  readonly watching: ChokidarOptions;
}

/** Throws NodeError PARAMETER_INVALID. */
export function watchSettings(input: {
  readonly triggerOn: unknown;
  readonly path: unknown;
  readonly events: unknown;
  readonly options: unknown;
}): WatchSettings {
  const { triggerOn, path } = input;
  if (triggerOn !== 'file' && triggerOn !== 'folder')
    throw invalid('Choose under "Trigger On" what to watch: a file or a folder.', 'triggerOn');
  if (typeof path !== 'string' || path.trim() === '') throw invalid(`The path of the ${triggerOn} to watch is empty.`, 'path');
  const isFolder = triggerOn === 'folder';
  const options = (input.options ?? {}) as Readonly<Record<string, unknown>>;
  return { path, isFolder, events: new Set(isFolder ? folderEvents(input.events) : ['change']), watching: watching(options) };
}

function folderEvents(events: unknown): string[] {
  const chosen = (Array.isArray(events) ? events : [events]).filter((event): event is string => knownEvents.has(event as string));
  if (chosen.length === 0) throw invalid('Choose at least one kind of change under "Watch for".', 'events');
  return chosen;
}

function watching(options: Readonly<Record<string, unknown>>): ChokidarOptions {
  const depth = Number(options['depth'] ?? -1);
  const ignored = ignoredPaths(options['ignored'], options['ignoreMode']);
  return {
    awaitWriteFinish: isOn(options, 'awaitWriteFinish', false),
    followSymlinks: isOn(options, 'followSymlinks', true),
    ignoreInitial: isOn(options, 'ignoreInitial', true),
    usePolling: isOn(options, 'usePolling', false),
    persistent: true,
    ...(Number.isInteger(depth) && depth >= 0 ? { depth } : {}),
    ...(ignored === undefined ? {} : { ignored }),
  };
}

function ignoredPaths(text: unknown, mode: unknown): ((path: string) => boolean) | undefined {
  if (typeof text !== 'string' || text === '') return undefined;
  return mode === 'contain' ? (path) => path.includes(text) : (path) => path === text || matchesGlob(path, text);
}

const invalid = (message: string, parameter: string): NodeError => new NodeError(message, { code: 'PARAMETER_INVALID', parameter });
