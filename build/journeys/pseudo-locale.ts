// A pseudo-locale: English, stretched to the length of German, which tests whether layouts can be translated.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Route } from 'playwright-core';

const folder = join(import.meta.dirname, '../../locales/en');

/** Short texts grow most: in German, `Pin` is `Anheften` and `Run node` is `Node ausführen`. */
function stretched(text: string): string {
  const length = Math.ceil(text.length * (text.length <= 12 ? 1.6 : 1.3));
  return text + 'en'.repeat(length).slice(0, Math.max(1, length - text.length));
}

/** Yields every text with its key. */
function* textsIn(value: unknown, key = ''): Generator<readonly [key: string, text: string]> {
  if (typeof value === 'string') yield [key, value];
  else for (const [name, inner] of Object.entries(value ?? {})) yield* textsIn(inner, name);
}

const texts: ReadonlySet<string> = new Set(
  readdirSync(folder).flatMap((name) =>
    [...textsIn(JSON.parse(readFileSync(join(folder, name), 'utf8')))].map(([key, text]) => literal(key, text)),
  ),
);

/** Returns an entry in the notation of the minifier. */
function literal(key: string, text: string): string {
  const name = /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
  return `${name}:\`${text.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${').replaceAll('\n', '\\n')}\``;
}

const entry = /(?:[A-Za-z_$][\w$]*|"[^"]*"):`(?:[^`\\]|\\.)*`/g;
const translate = (script: string): string =>
  script.replaceAll(entry, (literal) => (texts.has(literal) ? `${stretched(literal.slice(0, -1))}\`` : literal));

/** Translates parameter names, which are part of the node types. */
const translateTypes = (types: string): string =>
  types.replaceAll(/"displayName":"((?:[^"\\]|\\.)*)"/g, (_found, name: string) => `"displayName":"${stretched(name)}"`);

async function fulfill(route: Route, change: (text: string) => string): Promise<void> {
  const response = await route.fetch();
  // Scripts may be cached permanently, and the next journey may use the same window.
  const headers = { ...response.headers(), 'cache-control': 'no-store' };
  await route.fulfill({ response, headers, body: change(await response.text()) });
}

/** Shows all pages loaded from now on in the pseudo-locale, until the journey ends. */
export async function speakPseudo(page: Page): Promise<void> {
  await page.route(/\/assets\/[^/]+\.js$/, (route) => fulfill(route, translate));
  await page.route(/\/rest\/node-types/, (route) => fulfill(route, translateTypes));
}
