// The result of a conversion: parameters by path, and notices.
import type { CurlParameters } from '../../contract/rest/curl.ts';
import type { Notice } from './notices.ts';
import type { Field } from './url-encoding.ts';

/** Escapes a literal value: with a leading `=` it would be an expression. */
export function literal(text: string): string {
  if (!text.startsWith('=')) return text;
  if (!/[{}\\]/.test(text)) return `=${text}`;
  const quoted = JSON.stringify(text).replaceAll('{', '\\u007b').replaceAll('}', '\\u007d');
  return `={{ ${quoted} }}`;
}

export class ParameterMap {
  readonly #entries = new Map<string, string | number | boolean>();

  /** Sets a literal value. */
  set(path: string, value: string | number | boolean): void {
    this.#entries.set(`parameters.${path}`, typeof value === 'string' ? literal(value) : value);
  }

  /** Sets an expression. */
  setExpression(path: string, expression: string): void {
    this.#entries.set(`parameters.${path}`, expression);
  }

  setFields(path: string, fields: readonly Field[]): void {
    for (const [index, [name, value]] of fields.entries()) {
      this.set(`${path}.parameters.${index}.name`, name);
      this.set(`${path}.parameters.${index}.value`, value);
    }
  }

  append(other: ParameterMap): void {
    for (const [path, value] of other.#entries) this.#entries.set(path, value);
  }

  with(notices: readonly Notice[]): CurlParameters {
    const replacements = notices.flatMap(({ code, message }, index): [string, string][] => [
      [`notices.${index}.code`, code],
      [`notices.${index}.message`, message],
    ]);
    return Object.fromEntries([...this.#entries, ...replacements]);
  }
}
