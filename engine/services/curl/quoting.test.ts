// Words survive the quoting of each shell, and hostile commands are parsed in bounded time.
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../testing/fake-ports.ts';
import { convertCommand } from './convert.ts';
import { readCommand } from './read-command.ts';

const RUNS = 400;
const pieces = [
  ...Array.from('ab7 \t\n\'"\\`$^%!&|;<>(){}[]#~*?=:/@,.-_é€\u0085'),
  '\u{1F600}', '\\"', "'\\''", '$(', '${', '^"', '""', '\\\\', '\n\n', '%41', '&&', '@-', '$HOME', '\\n',
]; // oxfmt-ignore
const random = seededRandom(20_261_121);
const below = (limit: number): number => Math.floor(random() * limit);
const word = (without: RegExp): string =>
  Array.from({ length: below(12) }, () => pieces[below(pieces.length)] ?? '')
    .join('')
    .replaceAll(without, '');
/** Random lists of words. */
const lists = (without = /(?!)/g): string[][] =>
  Array.from({ length: RUNS }, () => Array.from({ length: 1 + below(4) }, () => word(without)));

const single = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const double = (text: string): string => `"${text.replaceAll(/["\\$`]/g, '\\$&')}"`;
const bare = (text: string): string =>
  text === ''
    ? "''"
    : text
        .replaceAll('\n', "'\n'")
        .replaceAll(/[^\w\n']/gu, '\\$&')
        .replaceAll("'\\\n'", "'\n'");
const hex = (code: number, length: number): string => code.toString(16).padStart(length, '0');
/** Quotes words as Chrome does. */
const ansiC = (text: string): string =>
  `$'${text
    .replaceAll('\\', '\\\\')
    .replaceAll("'", "\\'")
    .replaceAll('\n', '\\n')
    .replaceAll(/[^\u0020-\u007E\u00A0-\uFFFF]|!/g, (char) => `\\u${hex(char.charCodeAt(0), 4)}`)}'`;
/** Quotes words as Firefox does. */
const ansiCBytes = (text: string): string =>
  `$'${text
    .replaceAll('\\', '\\\\')
    .replaceAll("'", "\\'")
    .replaceAll(/[^\u0020-\u007E]/g, (char) => {
      const code = char.charCodeAt(0);
      return code < 256 ? `\\x${hex(code, 2)}` : `\\u${hex(code, 4)}`;
    })}'`;
/** Quotes words as Chrome does for Windows. */
const cmd = (text: string): string =>
  `^"${text
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll(/[^a-zA-Z0-9\s_\-:=+~'/.',?;()*`]/g, '^$&')
    .replaceAll('\n', '^\n\n')}^"`;
const powershellSingle = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const powershellDouble = (text: string): string => `"${text.replaceAll(/["`$]/g, '`$&')}"`;

const wordsOf = (command: string): readonly string[] => readCommand(command).words;

describe('words come back from', () => {
  const quoteLists: readonly (readonly [string, (text: string) => string, RegExp?])[] = [
    ['single quotes', single],
    ['double quotes', double],
    ['backslashes', bare, /'/g],
    ['$ quotes with code points', ansiC],
    // Byte escapes are read as UTF-8 if they are valid UTF-8, otherwise as single characters.
    ['$ quotes with bytes', ansiCBytes],
  ];
  it.each(quoteLists.map(([name, quote, without]) => ({ name, quote, without })))('$name', ({ quote, without }) => {
    for (const list of lists(without)) expect(wordsOf(`curl ${list.map(quote).join(' \\\n  ')}`)).toEqual(list);
  });

  it('quotes of all kinds side by side', () => {
    const quotes = [single, double, ansiC];
    for (const list of lists())
      expect(wordsOf(`curl x${list.map((text, index) => (quotes[index % 3] ?? single)(text)).join('')}`)).toEqual([`x${list.join('')}`]);
  });

  it("cmd's quotes", () => {
    // Browsers double every backslash.
    for (const list of lists()) expect(wordsOf(`curl ^"x^" ^\n  ${list.map(cmd).join(' ^\n  ')}`)).toEqual(['x', ...list]);
  });

  it.each([
    ['single', powershellSingle],
    ['double', powershellDouble],
  ])("PowerShell's %s quotes", (_, quote) => {
    for (const list of lists(/\\/g)) expect(wordsOf(`curl.exe x \`\n ${list.map(quote).join(' `\n ')}`)).toEqual(['x', ...list]);
  });
});

const hasBash = spawnSync('bash', ['-c', 'true']).status === 0;

it.runIf(hasBash)('reads quotes as bash does', () => {
  const commands = lists().map((list) => {
    const quotes = [single, double, (text: string) => ansiC(text.replaceAll('\u0085', ''))];
    return list.map((text) => (quotes[below(3)] ?? single)(text) + (quotes[below(3)] ?? single)(word(/\u0085/g))).join(' ');
  });
  const script = commands.map((command) => `printf '%s\\0' ${command}`).join('\n');
  const printed = spawnSync('bash', [], { input: script, encoding: 'utf8', env: { LC_ALL: 'C.UTF-8', PATH: process.env['PATH'] ?? '' } });
  const words = printed.stdout.split('\0').slice(0, -1);
  expect(words).toEqual(commands.flatMap((command) => wordsOf(`curl ${command}`)));
});

describe('a long command is read completely', () => {
  const much = (text: string): string => text.repeat(Math.floor(900_000 / text.length));
  const outcome = (command: string): string => {
    try {
      return `${Object.keys(convertCommand(command).parameters).length}`;
    } catch (error) {
      return (error as { code: string }).code;
    }
  };
  it.each([
    ['backslashes', `curl -d ${much('\\')}`],
    ['backslashes in cmd', `curl ^"x^" -d ^"${much('\\')}`],
    ['carets', `curl ^"x^" ${much('^')}`],
    ['opened commands', `curl x -d "${much('$(')}"`],
    ['opened variables', `curl x -d "${much('${')}"`],
    ['opened commands in PowerShell', `curl x \`\n -d "${much('$(')}"`],
    ['here-documents', `curl x ${much('<<E ')}\n`],
    ['here-documents within commands', `curl x "${much('$(cat <<E\n')}"`],
    ['placeholders', `curl x ${much('<a')}`],
    ['spaces', `curl x${much(' ')}-s`],
    ['spaces after a backslash', `curl x ${much('\\    ')}`],
    ['lines', `curl x${much('\n \t')}`],
    ['quotes', `curl x -F 'a="${much('\\"')}'`],
    ['files of a form', `curl x -F 'a=@${much(',')}'`],
    ['parameters of a form', `curl x -F 'a=${much('; type=')}'`],
    ['fields', `curl x -d '${much('a=b&')}'`],
    ['query', `curl 'x?${much('a=b&')}'`],
    ['JSON', `curl x --json '[${much('[')}'`],
    ['numbers', `curl x --json '[${much('1,')}1]'`],
    ['cookies', `curl x -b '${much('a=b; ')}'`],
    ['header', `curl x -H 'a${much(' ')}'`],
    ['slashes', `curl 'x:${much('/')}'`],
    ['at signs', `curl x '//${much('@')}'`],
    ['prompts', `$ curl x\n${much('> \n')}`],
    ['letters', `curl x -${much('s')}`],
    ['unknown options', `curl x ${'--zz '.repeat(9000)}`],
    ['UTF-8 bytes', `curl x -d $'${much('\\xe2')}'`],
  ])('%s', (_, command) => {
    expect(outcome(command)).toMatch(/^(\d+|BAD_REQUEST)$/);
  });
});
