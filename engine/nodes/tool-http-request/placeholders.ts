// What a model fills in: placeholders in texts, values of fields, and whole parts of the request.
import { NodeError, toolName, type JsonSchema } from '../../sdk/index.ts';
import type { JsonObject } from '../../contract/json.ts';

export interface Definition {
  readonly name: string;
  readonly description?: string;
  readonly type?: string;
}

const PLACEHOLDER = /\{([a-zA-Z0-9_-]+)\}/g;

/** The values that a model provides, by their names. */
export class Placeholders {
  readonly #definitions: ReadonlyMap<string, Definition>;
  /** Names in use, and whether the model must provide a value. */
  readonly #used = new Map<string, boolean>();
  /** Schemas of whole parts. */
  readonly #parts = new Map<string, JsonSchema>();

  constructor(definitions: readonly Definition[]) {
    this.#definitions = new Map(definitions.filter(({ name }) => name !== '').map((definition) => [definition.name, definition]));
  }

  /** Adds the placeholders of a text. */
  addText(text: string): void {
    for (const [, name = ''] of text.matchAll(PLACEHOLDER)) this.add(name, true);
  }

  add(name: string, isRequired: boolean): void {
    this.#used.set(name, isRequired || this.#used.get(name) === true);
  }

  addPart(name: string, description: string): void {
    this.#parts.set(name, { type: 'object', description });
  }

  /** Returns the schema of the arguments. Throws NodeError PARAMETER_INVALID for a definition without use. */
  schema(): JsonSchema {
    for (const name of this.#definitions.keys()) {
      if (this.#used.has(name)) continue;
      throw new NodeError(`The placeholder "${name}" is defined, but not used.`, {
        code: 'PARAMETER_INVALID',
        parameter: 'placeholderDefinitions',
        hint: `Write {${name}} in the URL or in another part of the request, or remove the definition.`,
      });
    }
    const names = [...this.#used.keys()];
    const required = [...names.filter((name) => this.#used.get(name) === true).map(toolName), ...this.#parts.keys()];
    return {
      type: 'object',
      properties: {
        ...Object.fromEntries(names.map((name) => [toolName(name), this.#fieldSchema(name)])),
        ...Object.fromEntries(this.#parts),
      },
      ...(required.length === 0 ? {} : { required }),
      additionalProperties: false,
    };
  }

  #fieldSchema(name: string): JsonSchema {
    const { type = '', description = '' } = this.#definitions.get(name) ?? {};
    const known = type === 'json' ? 'object' : type === 'number' || type === 'boolean' ? type : 'string';
    return { type: known, ...(description === '' ? {} : { description }) };
  }
}

/** Returns the value that a model provides for a name; undefined if there is none. */
export const valueFor = (args: JsonObject, name: string): unknown =>
  Object.hasOwn(args, toolName(name)) ? args[toolName(name)] : undefined;

const asText = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : value === undefined || value === null
      ? ''
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value);

/** Fills in a plain text. */
export const filledText = (text: string, args: JsonObject): string =>
  text.replaceAll(PLACEHOLDER, (_, name: string) => asText(valueFor(args, name)));

/**
 * Fills in a URL. Values cannot leave their place: they are encoded, and must not be steps to another folder. Only a placeholder that is the whole
 * URL is replaced by a URL.
 */
export function filledUrl(url: string, args: JsonObject): string {
  const whole = /^\s*\{([a-zA-Z0-9_-]+)\}\s*$/.exec(url)?.[1];
  if (whole !== undefined) return asText(valueFor(args, whole));
  return url.replaceAll(PLACEHOLDER, (_, name: string) => {
    const value = asText(valueFor(args, name));
    if (value !== '.' && value !== '..') return encodeURIComponent(value);
    throw new NodeError(`"${value}" cannot be the value of "${name}", since it would lead to another address.`);
  });
}

/** Whether the model chooses which server receives the request: the placeholder is not followed by a fixed domain. */
export const choosesServer = (url: string): boolean => /^\s*(?:https?:\/\/)?[^/?#]*\{[a-zA-Z0-9_-]+\}(?::\d+)?\s*(?:[/?#]|$)/i.test(url);

/** Fills in JSON: a placeholder with or without quotes becomes the value as JSON, one within a longer text its text. */
export function filledJson(json: string, args: JsonObject): string {
  return json.replaceAll(/"(?:[^"\\]|\\.)*"|\{([a-zA-Z0-9_-]+)\}/g, (token, name: string | undefined) => {
    const whole = name ?? /^"\{([a-zA-Z0-9_-]+)\}"$/.exec(token)?.[1];
    if (whole !== undefined) return JSON.stringify(valueFor(args, whole) ?? null);
    return token.replaceAll(PLACEHOLDER, (_, inner: string) => JSON.stringify(asText(valueFor(args, inner))).slice(1, -1));
  });
}
