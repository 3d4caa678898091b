// Finds the curl command in pasted text, for any shell.
import { cmdCommands } from './cmd-words.ts';
import { posixCommands } from './posix-words.ts';
import { powershellCommands } from './powershell-words.ts';
import { unsupported, type ReadCommands, type ShellCommand } from './shell-command.ts';

/** Words that may precede the command's name. */
const wrappers: ReadonlySet<string> = new Set(['sudo', 'time', 'env', 'command', 'exec', 'nohup', '&']);
const assignment = /^(?:[A-Za-z_]\w*=|\$[\w:]+=)/;

/** Returns the words after `curl`. Throws BAD_REQUEST if the first command is not curl. */
export function readCommand(pasted: string): ShellCommand {
  const { source, shell } = unwrapped(withStraightQuotes(pasted.replaceAll(/\r\n?/g, '\n').replace(/^\uFEFF/, '')));
  for (const { words, ...more } of (shell ?? readerFor(source))(source)) {
    let first = 0;
    while (first < words.length && (wrappers.has(words[first] ?? '') || assignment.test(words[first] ?? ''))) first++;
    if (first === words.length || words[0] === 'export' || words[0] === 'set') continue;
    if (isCurl(words[first] ?? '')) return { words: words.slice(first + 1), ...more };
    break;
  }
  throw unsupported('Paste a command that begins with curl, such as: curl https://example.com');
}

const isCurl = (word: string): boolean => /^(?:.*[/\\])?curl(?:\.exe)?$/i.test(word);

/** Replaces typographic quotes, which some web pages and word processors insert, if the text has no plain quotes. */
function withStraightQuotes(text: string): string {
  return /['"]/.test(text) ? text : text.replaceAll(/[“”„]/g, '"').replaceAll(/[‘’]/g, "'");
}

/**
 * Removes what is often copied along: a Markdown fence, and prompts, such as `$ curl …` with `> ` on continued lines, `C:\>curl …` and `PS C:\>
 * curl …`. Some prompts and quoted program names also identify the shell.
 */
function unwrapped(text: string): { source: string; shell?: ReadCommands } {
  const source = withoutFence(text.trimStart());
  const prompt = /^(?:[$%] |> (?=curl)|(?:PS )?[A-Za-z]:\\[^>\n]*> ?)/.exec(source)?.[0] ?? '';
  const [first = '', ...otherLines] = source.slice(prompt.length).split('\n');
  const arePrompted = prompt !== '' && otherLines.every((line) => line.startsWith('>'));
  const command = [first, ...(arePrompted ? otherLines.map((line) => line.replace(/^>+ ?/, '')) : otherLines)].join('\n');
  const isPowershell = prompt.startsWith('PS ') || (/^curl\.exe\s/i.test(command) && command.includes("'"));
  return { source: command, ...(isPowershell ? { shell: powershellCommands } : {}) };
}

function withoutFence(text: string): string {
  const opening = /^```[\w-]*\n\s*/.exec(text)?.[0];
  if (opening === undefined) return text;
  const end = text.lastIndexOf('\n```');
  return text.slice(opening.length, end < opening.length ? undefined : end);
}

/** Detects the shell by characteristic syntax outside of quotes: the caret of cmd, the trailing backtick of PowerShell. */
function readerFor(source: string): ReadCommands {
  const token =
    /\$'(?:[^'\\]+|\\[^])*'?|'[^']*'?|"(?:[^"\\]|\\[^])*"?|\\[^]|(?<cmd>\^["\n])|(?<powershell>`[ \t]*\n|@["'][ \t]*\n)|[^'"\\^`@$]+|[^]/y;
  for (let match = token.exec(source); match !== null; match = token.exec(source)) {
    if (match.groups?.['cmd'] !== undefined) return cmdCommands;
    if (match.groups?.['powershell'] !== undefined) return powershellCommands;
  }
  return posixCommands;
}
