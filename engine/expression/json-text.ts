// Writes JSON text in which values of expressions are embedded: in place of a value as JSON, within quotes as the content of a text.
import { CHARACTER_COST, stepsFor } from './budget.ts';
import { stringify } from './builtins/json.ts';
import { isScopeTable } from './data/legacy-node.ts';
import { toText } from './guard/convert.ts';

export interface JsonTextOptions {
  /**
   * Whether embedded values are as in versions of nodes that wrote them as texts, where that resulted in JSON: a list directly in brackets is
   * written as its entries, and nothing there as nothing.
   */
  readonly isLegacy?: boolean;
}

/** The text written so far, and where in the JSON its end is. Must be used within the budget of an expression. */
export class JsonText {
  readonly #isLegacy: boolean;
  #text = '';
  #quote: string | undefined;
  #isEscaped = false;
  /** Open brackets, outermost first. */
  readonly #open: string[] = [];
  /** The last character outside of quotes that is not a space. */
  #last = '';

  constructor({ isLegacy = false }: JsonTextOptions = {}) {
    this.#isLegacy = isLegacy;
  }

  get text(): string {
    return this.#text;
  }

  /** Adds text that is part of the JSON. */
  write(text: string): void {
    stepsFor(text.length * CHARACTER_COST);
    this.#text += text;
    for (const char of text) this.#follow(char);
  }

  /** Adds a value. Texts are added as they are, so that expressions can contribute parts of the JSON. */
  embed(value: unknown): void {
    if (typeof value === 'string') this.write(value);
    else this.write(this.#quote === undefined ? this.#asValue(value) : this.#asContent(value, this.#quote));
  }

  #follow(char: string): void {
    if (this.#quote !== undefined) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (char === '\\') this.#isEscaped = true;
      else if (char === this.#quote) this.#quote = undefined;
      return;
    }
    if (char === '"' || char === "'") this.#quote = char;
    else if (char === '{' || char === '[') this.#open.push(char);
    else if (char === '}' || char === ']') this.#open.pop();
    if (char.trim() !== '') this.#last = char;
  }

  get #isInList(): boolean {
    return this.#open.at(-1) === '[' && (this.#last === '[' || this.#last === ',');
  }

  #asValue(value: unknown): string {
    if (value === undefined || value === null || Number.isNaN(value)) {
      return this.#last === ':' || (this.#isInList && !this.#isLegacy) ? 'null' : '';
    }
    if (typeof value !== 'object') return toText(value);
    if (isScopeTable(value)) return '{}';
    const json = stringify(value) ?? '';
    const isSpliced = this.#isLegacy && this.#isInList && Array.isArray(value);
    return isSpliced ? json.slice(1, -1) : json;
  }

  #asContent(value: unknown, quote: string): string {
    if (value === undefined || value === null || Number.isNaN(value)) return '';
    if (typeof value !== 'object') return toText(value);
    if (isScopeTable(value)) return '';
    const escaped = JSON.stringify(this.#contentOf(value)).slice(1, -1);
    return quote === '"' ? escaped : escaped.replaceAll('\\"', '"').replaceAll("'", "\\'");
  }

  /** Lists of plain values are joined, as in any text; other data is written as JSON. */
  #contentOf(value: object): string {
    if (Array.isArray(value) && value.every((entry) => typeof entry !== 'object' || entry === null)) return toText(value);
    const json = stringify(value) ?? '';
    // The JSON form of a date is a text, that of an invalid one null.
    if (json === 'null') return '';
    return json.startsWith('"') ? (JSON.parse(json) as string) : json;
  }
}
