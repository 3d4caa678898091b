// The flags of the application: the words of the engine's command line.
import { existsSync } from 'node:fs';
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

const options = {
  version: { type: 'boolean' },
  help: { type: 'boolean' },
  headless: { type: 'boolean' },
  hidden: { type: 'boolean' },
  'safe-mode': { type: 'boolean' },
  lan: { type: 'boolean' },
  host: { type: 'string' },
  port: { type: 'string' },
  'data-dir': { type: 'string' },
} as const;

const parseFlags = (args: readonly string[]) =>
  parseArgs({ args: [...args], strict: false, allowPositionals: true, tokens: true, options });

type Token = ReturnType<typeof parseFlags>['tokens'][number];

/** Splits the arguments after the program: in a checkout, Electron's own flags and the application's folder come first. */
export function splitArguments(
  args: readonly string[],
  isInstalled: boolean,
): { readonly electron: readonly string[]; readonly own: readonly string[] } {
  const first = isInstalled ? 0 : args.findIndex((arg) => !arg.startsWith('-')) + 1;
  return { electron: args.slice(0, first), own: args.slice(first) };
}

/** Returns the flags for a restart: without files and links, in normal mode and with a visible window. */
export function flagsForRestart(args: readonly string[]): readonly string[] {
  const retained = parseFlags(args).tokens.flatMap((token) => {
    if (token.kind !== 'option' || token.name === 'safe-mode' || token.name === 'hidden') return [];
    return token.inlineValue === false ? [token.index, token.index + 1] : [token.index];
  });
  return args.filter((_arg, index) => retained.includes(index));
}

/** Reads the arguments after the program. Unknown flags are Chromium's and are ignored. */
export function readFlags(args: readonly string[]): Flags {
  const { values, positionals, tokens } = parseFlags(args);
  const { host, port, lan } = values;
  const first = tokens.find(({ kind }) => kind === 'positional');
  const command = first?.kind === 'positional' && isCommand(first.value) ? args.slice(first.index) : helpIn(tokens);
  const dataDir = values['data-dir'];
  const problem = problemOf(tokens) ?? (command === undefined ? mistyped(positionals) : undefined);
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

const helpIn = (tokens: readonly Token[]): readonly string[] | undefined =>
  tokens.some((token) => token.kind === 'option' && token.name === 'help') ? ['help'] : undefined;

/** A bare word that is not a file is meant as a command. Everything else is opened, or reported when it cannot be opened. */
function mistyped(positionals: readonly string[]): string | undefined {
  const word = positionals.find((item) => /^[\w-]+$/.test(item) && !existsSync(item));
  return word === undefined ? undefined : text('flags.unknownCommand', { word });
}

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
