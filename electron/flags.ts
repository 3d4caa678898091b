// The flags of the application: the words of the engine's command line.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { defaultDataDir, isCommand, type ServerSettings } from '../engine/index.ts';
import { text } from './text.ts';

export interface Flags {
  /** Absolute path. */
  readonly dataDir: string;
  /** No window: the server alone. */
  readonly isHeadless: boolean;
  /** Starts in the tray. */
  readonly isHidden: boolean;
  /** Prints the version and ends. */
  readonly asksVersion: boolean;
  /** What is wrong with the flags. */
  readonly problem?: string;
  readonly settings: Partial<ServerSettings>;
  /** Files and links to open. */
  readonly opened: readonly string[];
  /** A command of the engine's command line with its arguments, such as `run FILE`. */
  readonly command?: readonly string[];
}

/** Reads the arguments after the program. Unknown flags are Chromium's and are ignored. */
export function readFlags(args: readonly string[]): Flags {
  const { values, positionals, tokens } = parseArgs({
    args: [...args],
    strict: false,
    allowPositionals: true,
    tokens: true,
    options: {
      version: { type: 'boolean' },
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
  const first = tokens.find(({ kind }) => kind === 'positional');
  const command = first?.kind === 'positional' && isCommand(first.value) ? args.slice(first.index) : undefined;
  const dataDir = values['data-dir'];
  const problem = problemOf(tokens);
  return {
    dataDir: typeof dataDir === 'string' ? resolve(dataDir) : defaultDataDir(),
    isHeadless: values['headless'] === true,
    isHidden: values['hidden'] === true,
    asksVersion: values['version'] === true,
    settings: {
      ...(values['safe-mode'] === true ? { safeMode: true } : {}),
      ...(lan === true ? { host: '0.0.0.0' } : {}),
      ...(typeof host === 'string' ? { host } : {}),
      ...(typeof port === 'string' ? { port: Number(port) } : {}),
    },
    opened: positionals,
    ...(command === undefined ? {} : { command }),
    ...(problem === undefined ? {} : { problem }),
  };
}

type Token = NonNullable<ReturnType<typeof parseArgs>['tokens']>[number];

const LARGEST_PORT = 65_535;

/** Returns what is wrong with the flags that need a value. */
function problemOf(tokens: readonly Token[]): string | undefined {
  for (const token of tokens) {
    if (token.kind !== 'option' || !['host', 'port', 'data-dir'].includes(token.name)) continue;
    const { name, value = '', inlineValue } = token;
    // The next flag is not a value.
    if (value === '' || (inlineValue !== true && value.startsWith('-'))) return text('flags.noValue', { name });
    if (name === 'port' && !(/^\d+$/.test(value) && Number(value) <= LARGEST_PORT)) return text('flags.badPort', { port: value });
  }
  return undefined;
}
