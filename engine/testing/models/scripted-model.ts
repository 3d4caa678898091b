// What a model answers in a test: one step per request, in order.
import type { ServerResponse } from 'node:http';
import type { JsonObject } from '../../contract/json.ts';

export interface ScriptedAnswer {
  readonly text?: string;
  readonly reasoning?: string;
  readonly toolCalls?: readonly { readonly name: string; readonly args: JsonObject }[];
  /** Responds with an error instead. */
  readonly status?: number;
  /** Message of the error. */
  readonly error?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the response never ends, after its first part. */
  readonly hangs?: boolean;
  /** Parts of the stream that replace those after the text. */
  readonly lines?: readonly string[];
  /** Whether the service interrupts its turn, to go on with the next request. */
  readonly isPaused?: boolean;
  /** Tokens of the prompt and of the answer. Default: 10 and 5. */
  readonly tokens?: readonly [prompt: number, answer: number];
}

/** Returns the answer to a request; `body`: its parsed JSON. */
export type Script = readonly ScriptedAnswer[] | ((body: JsonObject, index: number) => ScriptedAnswer);

/** Returns the answers of a script one after the other; the last one is repeated. */
export function answers(script: Script): (body: JsonObject) => ScriptedAnswer {
  let count = 0;
  return (body) => {
    const index = count++;
    return typeof script === 'function' ? script(body, index) : (script[Math.min(index, script.length - 1)] ?? {});
  };
}

/** Returns the text in short parts, for streamed answers. */
export const inParts = (text: string): readonly string[] => text.match(/.{1,7}/gs) ?? [];

/** Sends a JSON response. */
export function sendJson(response: ServerResponse, status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

/** Sends the parts of a stream; only the first one if the answer hangs. */
export function sendParts(response: ServerResponse, type: string, parts: Iterable<string>, { hangs = false }: ScriptedAnswer): void {
  response.writeHead(200, { 'content-type': type });
  for (const part of parts) {
    response.write(part);
    if (hangs) return;
  }
  response.end();
}

/** Returns an event of a stream of server-sent events. */
export const serverEvent = (data: JsonObject, event?: string): string =>
  `${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`;

const DIMENSIONS = 32;

/** Returns a vector in which each word adds to one place, so that texts with the same words are close. */
export function wordVector(text: string): readonly number[] {
  const vector = Array.from({ length: DIMENSIONS }, () => 0);
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
    const place = Array.from(word).reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % DIMENSIONS, 7);
    vector[place] = (vector[place] ?? 0) + 1;
  }
  return vector;
}

/** Returns the cosine of the angle between two vectors. */
export function cosineOf(one: readonly number[], other: readonly number[]): number {
  const product = (left: readonly number[], right: readonly number[]): number =>
    left.reduce((sum, value, at) => sum + value * (right[at] ?? 0), 0);
  return product(one, other) / (Math.sqrt(product(one, one) * product(other, other)) || 1);
}
