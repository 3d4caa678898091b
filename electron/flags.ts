// The flags of the application: the words of the engine's command line.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { defaultDataDir, type ServerSettings } from '../engine/index.ts';

interface Flags {
  /** Absolute path. */
  readonly dataDir: string;
  /** No window: the server alone. */
  readonly isHeadless: boolean;
  /** Starts in the tray. */
  readonly isHidden: boolean;
  /** Activates no workflow. */
  readonly isSafeMode: boolean;
  readonly settings: Partial<ServerSettings>;
  /** Files and links to open. */
  readonly opened: readonly string[];
}

/** Reads the arguments after the program; unknown ones are Chromium's and are ignored. */
export function readFlags(argv: readonly string[]): Flags {
  const { values, positionals } = parseArgs({
    args: argv.slice(1),
    strict: false,
    allowPositionals: true,
    options: {
      headless: { type: 'boolean' },
      hidden: { type: 'boolean' },
      'safe-mode': { type: 'boolean' },
      lan: { type: 'boolean' },
      host: { type: 'string' },
      port: { type: 'string' },
      'data-dir': { type: 'string' },
    },
  });
  const { host, port, lan } = values;
  const dataDir = values['data-dir'];
  return {
    dataDir: typeof dataDir === 'string' ? resolve(dataDir) : defaultDataDir(),
    isHeadless: values['headless'] === true,
    isHidden: values['hidden'] === true,
    isSafeMode: values['safe-mode'] === true,
    settings: {
      ...(lan === true ? { host: '0.0.0.0' } : {}),
      ...(typeof host === 'string' ? { host } : {}),
      ...(typeof port === 'string' && /^\d+$/.test(port) ? { port: Number(port) } : {}),
    },
    opened: positionals,
  };
}
