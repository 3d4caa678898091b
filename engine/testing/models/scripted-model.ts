// What a model answers in a test: one step per request, in order.
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

/** Splits a text, as services send it in parts. */
export const inParts = (text: string): readonly string[] => text.match(/.{1,7}/gs) ?? [];
