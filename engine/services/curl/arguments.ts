// Parses the words after `curl` into options with their values, and addresses, in order.
import { flagOfLetter, flagOfName, type Flag } from './flags.ts';
import { unsupported } from './shell-command.ts';

interface Option {
  readonly flag: Flag;
  readonly value: string;
  readonly isOn: boolean;
}

/** Maximum number of words, more than any real command has. */
const MAX_WORDS = 10_000;

export class CurlArguments {
  readonly options: readonly Option[];
  /** Addresses, including those of `--url`. */
  readonly urls: readonly string[];
  /** Options that curl does not have. */
  readonly unknown: readonly string[];
  readonly #byName: ReadonlyMap<string, readonly Option[]>;

  constructor(options: readonly Option[], urls: readonly string[], unknown: readonly string[]) {
    this.options = options;
    this.urls = urls;
    this.unknown = unknown;
    this.#byName = Map.groupBy(options, ({ flag }) => flag.name);
  }

  /** The options with these names, in order. */
  these(...names: readonly string[]): readonly { readonly name: string; readonly value: string }[] {
    const requestedNames = new Set(names);
    return this.options.filter(({ flag }) => requestedNames.has(flag.name)).map(({ flag, value }) => ({ name: flag.name, value }));
  }

  /** All values of an option that may be given more than once. */
  all(name: string): readonly string[] {
    return (this.#byName.get(name) ?? []).map(({ value }) => value);
  }

  /** The last value of an option; it overrides earlier ones. */
  last(name: string): string | undefined {
    return this.#byName.get(name)?.at(-1)?.value;
  }

  has(...names: readonly string[]): boolean {
    return names.some((name) => this.#byName.has(name));
  }

  /** Whether the last option with one of these names enables it. */
  isOn(...names: readonly string[]): boolean {
    return names.some((name) => this.#byName.get(name)?.at(-1)?.isOn === true);
  }
}

/** Throws BAD_REQUEST for an option without its value, and for several requests in one command. */
export function readArguments(words: readonly string[]): CurlArguments {
  if (words.length > MAX_WORDS) throw unsupported(`The command has more than ${MAX_WORDS} words. Shorten it.`);
  const reader = new ArgumentReader(words);
  return reader.read();
}

class ArgumentReader {
  readonly #words: readonly string[];
  readonly #options: Option[] = [];
  readonly #urls: string[] = [];
  readonly #unknown: string[] = [];
  #at = 0;

  constructor(words: readonly string[]) {
    this.#words = words;
  }

  read(): CurlArguments {
    let areOptionsOver = false;
    while (this.#at < this.#words.length) {
      const word = this.#words[this.#at++] ?? '';
      if (areOptionsOver || !word.startsWith('-')) this.#urls.push(word);
      else if (word === '--') areOptionsOver = true;
      else if (word.startsWith('--')) this.#long(word.slice(2));
      else this.#short(word);
    }
    return new CurlArguments(
      this.#options,
      this.#urls.filter((url) => url !== '' && url !== '-'),
      this.#unknown,
    );
  }

  #long(word: string): void {
    const equals = word.indexOf('=');
    const name = equals < 0 ? word : word.slice(0, equals);
    const match = flagOfName(name);
    if (match === undefined) this.#unknown.push(`--${name}`);
    else this.#add(match.flag, match.isOn, `--${name}`, equals < 0 ? undefined : word.slice(equals + 1));
  }

  /** Parses combined short options. After an option with a value, the rest of the word is that value. */
  #short(word: string): void {
    if (word === '-') this.#urls.push(word);
    for (let index = 1; index < word.length; index++) {
      const letter = word[index] ?? '';
      const flag = flagOfLetter(letter);
      if (flag === undefined) {
        this.#unknown.push(`-${letter}`);
        continue;
      }
      const rest = word.slice(index + 1);
      this.#add(flag, true, `-${letter}`, rest === '' ? undefined : rest);
      if (flag.takesValue) return;
    }
  }

  #add(flag: Flag, isOn: boolean, visible: string, inlineValue: string | undefined): void {
    if (flag.name === 'next')
      throw unsupported('The command makes several requests (--next). Import them one by one, each into a node of its own.');
    const value = flag.takesValue ? (inlineValue ?? this.#words[this.#at++]) : '';
    if (value === undefined) throw unsupported(`The option ${visible} at the end of the command lacks its value.`);
    if (flag.name === 'url') this.#urls.push(value);
    else this.#options.push({ flag, value, isOn });
  }
}
