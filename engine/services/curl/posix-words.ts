// Splits commands of sh, bash and zsh into words. Nothing is executed or expanded: variables and substitutions are kept as written.
import { readAnsiC } from './ansi-c.ts';
import { readHereDocument, readQuotedCat, type HereDocument } from './here-document.ts';
import { isContinued, unfinished, type ShellCommand } from './shell-command.ts';

/** What the word after an operator is. */
type Awaited = 'target' | 'here-string' | 'here-document' | 'here-document-tabs';

export function* posixCommands(source: string): Generator<ShellCommand> {
  const reader = new PosixReader(source);
  for (let command = reader.next(); command !== undefined; command = reader.next()) yield command;
}

class PosixReader {
  readonly #source: string;
  #at = 0;
  #parts: string[] | undefined;
  #isQuoted = false;
  #words: string[] = [];
  #awaited: Awaited | undefined;
  #documents: HereDocument[] = [];
  #input: string | undefined;
  #unknowns = new Set<string>();

  constructor(source: string) {
    this.#source = source;
  }

  /** Returns the next non-empty command; undefined at the end. */
  next(): ShellCommand | undefined {
    while (this.#at < this.#source.length) {
      const isEnd = this.#step();
      if (isEnd && this.#words.length > 0) return this.#takeCommand();
    }
    this.#endWord();
    return this.#words.length === 0 ? undefined : this.#takeCommand();
  }

  #takeCommand(): ShellCommand {
    const command = { words: this.#words, unknowns: [...this.#unknowns], ...(this.#input === undefined ? {} : { input: this.#input }) };
    this.#words = [];
    this.#unknowns = new Set();
    this.#input = undefined;
    return command;
  }

  /** Parses the next token; returns true if it ends the command. */
  #step(): boolean {
    switch (this.#source[this.#at]) {
      case "'":
        return this.#singleQuoted();
      case '"':
        return this.#doubleQuoted();
      case '$':
        return this.#dollar();
      case '`':
        return this.#backquoted();
      case '\\':
        return this.#backslash();
      case ' ':
      case '\t':
      case '\u00A0':
        this.#at++;
        return this.#endWord();
      case '\n':
        return this.#newline();
      case '#':
        return this.#hash();
      case '|':
      case ';':
        this.#at++;
        this.#endWord();
        return true;
      case '&':
        return this.#ampersand();
      case '<':
      case '>':
        return this.#redirection();
      default:
        return this.#put(this.#match(/[^'"$`\\\s\u00A0#|;&<>]+|\s/y) ?? '');
    }
  }

  /** Consumes and returns a match of the sticky pattern. */
  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const matched = pattern.exec(this.#source)?.[0];
    if (matched !== undefined) this.#at += matched.length;
    return matched;
  }

  #put(text: string): false {
    (this.#parts ??= []).push(text);
    return false;
  }

  #endWord(): false {
    if (this.#parts === undefined) return false;
    const word = this.#parts.join('');
    const awaited = this.#awaited;
    const isQuoted = this.#isQuoted;
    this.#parts = undefined;
    this.#awaited = undefined;
    this.#isQuoted = false;
    if (awaited === undefined) this.#words.push(word);
    else if (awaited === 'here-string') this.#input = `${word}\n`;
    else if (awaited !== 'target') this.#documents.push({ delimiter: word, isQuoted, stripsTabs: awaited === 'here-document-tabs' });
    return false;
  }

  #singleQuoted(): boolean {
    const end = this.#source.indexOf("'", this.#at + 1);
    if (end < 0) throw unfinished("quote (')");
    this.#put(this.#source.slice(this.#at + 1, end));
    this.#isQuoted = true;
    this.#at = end + 1;
    return false;
  }

  #doubleQuoted(): boolean {
    this.#at++;
    this.#isQuoted = true;
    this.#put('');
    while (this.#at < this.#source.length) {
      const plain = this.#match(/[^"\\$`]+/y);
      if (plain !== undefined) this.#put(plain);
      switch (this.#source[this.#at]) {
        case '"':
          this.#at++;
          return false;
        case '\\':
          this.#put(unescaped(this.#match(/\\[^]?/y) ?? ''));
          break;
        case '$':
          this.#expansion();
          break;
        case '`':
          this.#backquoted();
      }
    }
    throw unfinished('quote (")');
  }

  #dollar(): boolean {
    const next = this.#source[this.#at + 1];
    if (next === "'") {
      const { text, end } = readAnsiC(this.#source, this.#at + 2);
      this.#put(text);
      this.#at = end;
      return false;
    }
    if (next === '"') {
      this.#at++;
      return this.#doubleQuoted();
    }
    return this.#expansion();
  }

  /** Keeps `$NAME`, `${…}` and `$(…)` as written; `$(cat <<EOF …)` is replaced by its text. */
  #expansion(): boolean {
    const cat = readQuotedCat(this.#source, this.#at);
    if (cat !== undefined) {
      this.#at = cat.end;
      return this.#put(cat.text);
    }
    if (this.#source.startsWith('$(', this.#at)) return this.#substitution();
    if (this.#source.startsWith('${', this.#at) && this.#source.indexOf('}', this.#at) < 0) throw unfinished('variable (${)');
    const name = this.#match(/\$(?:\{[^}]*\}|[A-Za-z_]\w*|[\d@*#?$!-])/y);
    if (name !== undefined) this.#unknowns.add(name);
    return this.#put(name ?? this.#match(/\$/y) ?? '');
  }

  #substitution(): boolean {
    const start = this.#at;
    let depth = 0;
    const bracket = /[()]/g;
    bracket.lastIndex = start;
    for (let match = bracket.exec(this.#source); match !== null; match = bracket.exec(this.#source)) {
      depth += match[0] === '(' ? 1 : -1;
      if (depth > 0) continue;
      this.#at = bracket.lastIndex;
      return this.#unknown(this.#source.slice(start, this.#at));
    }
    throw unfinished('command ($()');
  }

  #backquoted(): boolean {
    const end = this.#source.indexOf('`', this.#at + 1);
    if (end < 0) throw unfinished('command (`)');
    const word = this.#source.slice(this.#at, end + 1);
    this.#at = end + 1;
    return this.#unknown(word);
  }

  #unknown(text: string): boolean {
    this.#unknowns.add(text);
    return this.#put(text);
  }

  #backslash(): boolean {
    // Spaces after the backslash are a common copying error.
    if (this.#match(/\\[ \t\u00A0]*\n/y) !== undefined) return false;
    const escaped = this.#match(/\\[^]?/y) ?? '';
    return this.#put(escaped.slice(1));
  }

  #newline(): boolean {
    this.#endWord();
    if (this.#documents.length === 0) {
      const goesOn = this.#words.length > 0 && isContinued(this.#source, this.#at);
      this.#at++;
      return !goesOn;
    }
    this.#at++;
    for (const document of this.#documents) {
      const { text, end } = readHereDocument(this.#source, this.#at, document);
      this.#input = text;
      this.#at = end;
    }
    this.#documents = [];
    return true;
  }

  #hash(): boolean {
    if (this.#parts !== undefined) return this.#put(this.#match(/#/y) ?? '');
    this.#match(/[^\n]*/y);
    return false;
  }

  /** An `&` within a word is part of it, since URLs are often pasted without quotes. */
  #ampersand(): boolean {
    if (this.#match(/&>>?/y) !== undefined) return this.#await('target');
    if (this.#parts !== undefined && /[^\s&]/.test(this.#source[this.#at + 1] ?? ' ')) return this.#put(this.#match(/&/y) ?? '');
    this.#at++;
    this.#endWord();
    return true;
  }

  #redirection(): boolean {
    // `<your-token>` is a placeholder.
    const placeholder = this.#match(/<[A-Za-z][\w.-]*>/y);
    if (placeholder !== undefined) return this.#put(placeholder);
    // A digit before the operator is a file descriptor.
    if (this.#parts !== undefined && /^\d$/.test(this.#parts.join(''))) this.#parts = undefined;
    const operator = this.#match(/<<<|<<-|<<|<>|<&|<|>>|>&|>\||>/y);
    if (operator === '<<<') return this.#await('here-string');
    if (operator === '<<' || operator === '<<-') return this.#await(operator === '<<' ? 'here-document' : 'here-document-tabs');
    return this.#await('target');
  }

  #await(what: Awaited): false {
    this.#endWord();
    this.#awaited = what;
    return false;
  }
}

/** Within double quotes a backslash is literal, unless a special character follows. */
function unescaped(pair: string): string {
  const next = pair.slice(1);
  if (next === '\n') return '';
  return next === '"' || next === '\\' || next === '$' || next === '`' ? next : pair;
}
