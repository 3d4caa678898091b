// Hides from package code what signing has added to a request, where services repeat it: in the URL, headers and links of responses, and in errors.
import { withoutSecretValues } from '../../nodes/_shared/secret-values.ts';
import type { HttpRequest, HttpResponse } from '../../sdk/index.ts';

type Head = Pick<HttpResponse, 'status' | 'statusText' | 'headers' | 'url'>;

/** Shorter values are not hidden, since they would also match unrelated text. */
const SHORTEST = 4;
/** Headers of requests and responses that never contain secrets. */
const OPEN_HEADERS = /^(?:accept(?:-.*)?|content-.*|user-agent|date|cache-control|connection)$/i;

/** What signing has added to one request. If the service rejects the request, it may be signed again, which adds more. */
export class HiddenSignature {
  /** The request as package code wrote it. */
  readonly #request: HttpRequest;
  readonly #ownText: string;
  readonly #query = new Map<string, readonly [name: string, value: string]>();
  readonly #secrets = new Set<string>();
  readonly #sentUrls = new Set<string>();

  /** `knows`: text with the secrets that package code has written itself, which are not hidden. */
  constructor(own: HttpRequest, knows: string = requestText(own)) {
    this.#request = own;
    this.#ownText = knows;
  }

  /** Returns the signed request. Errors do not contain what was added, which stays hidden after another attempt, too. */
  request(signed: HttpRequest): HttpRequest {
    this.#note(signed);
    const { rejection } = signed;
    const hidden = { ...signed, secrets: [...this.#secrets] };
    if (rejection === undefined) return hidden;
    const retry: typeof rejection.retry = async (response) => {
      const next = await rejection.retry(response);
      return next === undefined ? undefined : this.request(next);
    };
    return { ...hidden, rejection: { ...rejection, retry } };
  }

  /** Returns status, headers and URL of the response. The URL is that of package code, or of the last redirect. */
  head({ status, statusText, headers, url }: Head): Head {
    const visibleHeaders = Object.entries(headers).map(
      ([name, value]) => [name, OPEN_HEADERS.test(name) ? value : this.#header(value)] as const,
    );
    const isSent = this.#sentUrls.has(hrefOf(url));
    return {
      status,
      statusText: this.text(statusText),
      headers: Object.fromEntries(visibleHeaders),
      url: isSent ? this.#request.url : this.text(url),
    };
  }

  #header(value: string | string[]): string | string[] {
    return typeof value === 'string' ? this.text(value) : value.map((each) => this.text(each));
  }

  /** Returns the text without what was added. */
  text(text: string): string {
    return withoutSecretValues([...this.#secrets], this.#withoutQuery(text));
  }

  /**
   * Returns the body without what was added to the query, which services repeat in links to other pages. Anything else in it is the service's own
   * data.
   */
  body(bytes: Uint8Array, headers: Head['headers']): Uint8Array {
    if (this.#query.size === 0 || !/\b(?:json|xml|text|urlencoded)\b/i.test(String(headers['content-type'] ?? ''))) return bytes;
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const isRepeated = [...this.#query.values()].some(([, value]) => formsOf(value).some((form) => buffer.includes(form, 0, 'latin1')));
    return isRepeated ? Buffer.from(this.#withoutQuery(buffer.toString('latin1')), 'latin1') : bytes;
  }

  #withoutQuery(text: string): string {
    let rest = text;
    for (const pair of this.#query.values()) rest = rest.replaceAll(patternOf(pair), keptSeparator);
    return rest;
  }

  #note({ url, headers = {}, body, secrets = [] }: HttpRequest): void {
    const { url: ownUrl, headers: ownHeaders = {}, body: ownBody } = this.#request;
    this.#sentUrls.add(hrefOf(url));
    const own = new Set(pairsIn(ownUrl).map(([name, value]) => `${name}=${value}`));
    for (const pair of pairsIn(url).filter(([name, value]) => !own.has(`${name}=${value}`))) {
      this.#query.set(pair.join('='), pair);
      this.#hide(pair[1]);
    }
    for (const [name, value] of Object.entries(headers)) {
      if (ownHeaders[name] === value || OPEN_HEADERS.test(name)) continue;
      // Also without the scheme: `Bearer …`, `Basic …`.
      for (const text of [value].flat()) for (const part of [text, text.slice(text.indexOf(' ') + 1)]) this.#hide(part);
    }
    if (body !== ownBody && typeof body === 'string') {
      const ownTexts = new Set(typeof ownBody === 'string' ? textsIn(ownBody) : []);
      for (const text of textsIn(body)) if (!ownTexts.has(text)) this.#hide(text);
    }
    const { username, password } = new URL(url);
    if (password !== new URL(ownUrl).password) for (const part of [username, password]) this.#hide(decodeURIComponent(part));
    for (const secret of secrets) this.#hide(secret);
  }

  #hide(value: string): void {
    if (value.length >= SHORTEST && !this.#ownText.includes(value)) this.#secrets.add(value);
  }
}

const requestText = ({ url, headers, body }: HttpRequest): string =>
  [url, JSON.stringify(headers ?? {}), typeof body === 'string' ? body : ''].join('\n');

const hrefOf = (url: string): string => (URL.canParse(url) ? new URL(url).href : url);

const pairsIn = (url: string): (readonly [string, string])[] => [...new URL(url).searchParams];

/** Returns the texts in a body of JSON or of a form. */
function textsIn(body: string): readonly string[] {
  const texts: string[] = [];
  try {
    JSON.parse(body, (_, value: unknown) => {
      if (typeof value === 'string') texts.push(value);
      return value;
    });
  } catch {
    texts.push(...new URLSearchParams(body).values());
  }
  return texts;
}

/** Returns the ways in which a name or a value is written in URLs; bytes of UTF-8 as single characters. */
const formsOf = (text: string): readonly string[] => [
  ...new Set([
    encodeURIComponent(text.toWellFormed()),
    new URLSearchParams({ text }).toString().slice('text='.length),
    text,
    Buffer.from(text).toString('latin1'),
  ]),
];

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

const AMPERSAND = '(?:&amp;|\\\\u0026|&)';

/** Matches a pair in the query of a URL with the separators around it. */
const patternOf = ([name, value]: readonly [string, string]): RegExp => {
  const either = (text: string): string => `(?:${formsOf(text).map(escaped).join('|')})`;
  return new RegExp(`(\\?|${AMPERSAND})${either(name)}=${either(value)}(?:(${AMPERSAND})|(?![^\\s"'<>#;,\\\\)\\]]))`, 'g');
};

/** Keeps the separator before the pair if another pair follows. */
const keptSeparator = (_pair: string, before: string, after: string | undefined): string => (after === undefined ? '' : before);
