// The parts of a multipart form, as -F and --form-string describe them.
import type { CurlArguments } from './arguments.ts';
import { listNames, type Notices } from './notices.ts';
import { unsupported } from './shell-command.ts';

export type FormPart = { readonly name: string; readonly value: string } | { readonly name: string; readonly file: string };

interface Content {
  readonly text: string;
  readonly type?: string;
  /** End of the part: the end of the value, or a comma before another file. */
  readonly end: number;
}

/** Returns the form of the command; undefined if there is none. Throws BAD_REQUEST for a part without a name. */
export function readForm(args: CurlArguments, input: string | undefined, notices: Notices): readonly FormPart[] | undefined {
  const formOptions = args.these('form', 'form-string');
  if (formOptions.length === 0) return undefined;
  return formOptions.flatMap(({ name: option, value }) => {
    const equals = value.indexOf('=');
    if (equals < 0) throw unsupported('A part of the form (-F) lacks its value. Write it as name=value.');
    const name = value.slice(0, equals);
    return option === 'form-string' ? [{ name, value: value.slice(equals + 1) }] : partsOf(name, value.slice(equals + 1), input, notices);
  });
}

function partsOf(name: string, description: string, input: string | undefined, notices: Notices): readonly FormPart[] {
  if (description.startsWith('@')) return filesOf(name, description, notices);
  const isRead = description.startsWith('<');
  const content = readContent(description, isRead ? 1 : 0, false);
  if (content.type !== undefined) {
    notices.add(
      'PART_TYPES_LEFT_OUT',
      `The content types of form parts (${listNames([content.type])}) were left out: the node sends such parts as plain text.`,
    );
  }
  if (!isRead) return [{ name, value: content.text }];
  if (content.text === '-' && input !== undefined) return [{ name, value: input }];
  notices.add(
    'FILE_NEEDED',
    `The form part ${listNames([name])} contains the text of the file ${listNames([content.text])}. It is left empty: fill it in.`,
  );
  return [{ name, value: '' }];
}

/** Parses `@file`, or several files separated by commas. */
function filesOf(name: string, description: string, notices: Notices): readonly FormPart[] {
  const parts: FormPart[] = [];
  for (let at = 1; at <= description.length;) {
    const content = readContent(description, at, true);
    if (content.type !== undefined)
      notices.add(
        'PART_TYPES_LEFT_OUT',
        `The node uses the names and content types of its input files (the command has ${listNames([content.type])}).`,
      );
    parts.push({ name, file: content.text });
    at = content.end + 1;
  }
  return parts;
}

/** Parses a value, quoted or up to `;`, and its attributes: `;type=…;filename=…`. */
function readContent(description: string, start: number, isList: boolean): Content {
  const stop = isList ? /[;,]/g : /;/g;
  const first = readWord(description, start, stop);
  let type: string | undefined;
  let end = first.end;
  while (description[end] === ';') {
    const key = /;\s*(\w+)=/y;
    key.lastIndex = end;
    const match = key.exec(description);
    const word = readWord(description, match === null ? end + 1 : key.lastIndex, stop);
    if (match?.[1] === 'type') type = word.text;
    end = word.end;
  }
  return { text: first.text, end, ...(type === undefined ? {} : { type }) };
}

function readWord(description: string, start: number, stop: RegExp): { text: string; end: number } {
  const quoted = /\s*"((?:[^"\\]+|\\[^])*)"/y;
  quoted.lastIndex = start;
  const match = quoted.exec(description);
  stop.lastIndex = match === null ? start : quoted.lastIndex;
  const end = stop.exec(description)?.index ?? description.length;
  return { text: match === null ? description.slice(start, end).trim() : (match[1] ?? '').replaceAll(/\\(["\\])/g, '$1'), end };
}
