// Parses XML to json in a common form: elements are fields, repeated elements are lists, and an element that contains only text is its text.
import type { parser as createParser, SAXParser } from 'sax';
import type { JsonObject } from '../../../contract/json.ts';
import { NodeError } from '../../../sdk/index.ts';
import { sanitizeXmlName } from './names.ts';

export interface ReadSettings {
  /** Field for attributes, unless they are merged into the element. */
  readonly attrKey: string;
  /** Field for the text of elements that also contain something else. */
  readonly charKey: string;
  readonly explicitArray: boolean;
  readonly explicitRoot: boolean;
  readonly ignoreAttrs: boolean;
  readonly mergeAttrs: boolean;
  readonly normalize: boolean;
  readonly normalizeTags: boolean;
  readonly trim: boolean;
}

/** An element that is still open. */
interface Open {
  readonly name: string;
  readonly fields: JsonObject;
  text: string;
  hasCdata: boolean;
}

/** Returns the document as json; null for empty text. `create`: the parser factory of the package sax. Throws NodeError for malformed XML. */
export function readXml(text: string, settings: ReadSettings, create: typeof createParser): unknown {
  if (text.trim() === '') return null;
  const document = new Document(settings);
  const parser = create(true, {});
  listen(parser, document);
  parser.write(text).close();
  if (document.error !== undefined) throw document.error;
  if (!document.isComplete) throw new NodeError('The XML has no root element.');
  return document.result;
}

function listen(parser: SAXParser, document: Document): void {
  parser.onerror = (error) => {
    document.fail(error);
    // The parser resumes only after its error is cleared.
    parser.resume();
  };
  parser.onopentag = ({ name, attributes }) => document.open(name, attributes as Record<string, string>);
  parser.onclosetag = () => document.close();
  parser.ontext = (text) => document.add(text, false);
  parser.oncdata = (text) => document.add(text, true);
}

class Document {
  result: unknown;
  isComplete = false;
  error: NodeError | undefined;
  readonly #settings: ReadSettings;
  readonly #stack: Open[] = [];

  constructor(settings: ReadSettings) {
    this.#settings = settings;
  }

  /** Only the first error is reported; content after the root element is ignored. */
  fail(error: Error): void {
    if (this.isComplete || this.error !== undefined) return;
    this.error = new NodeError(`The XML cannot be read: ${error.message.replace(/\s*\n\s*/g, ', ')}`, { cause: error });
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    const { attrKey, ignoreAttrs, mergeAttrs, normalizeTags } = this.#settings;
    const fields: JsonObject = {};
    if (!ignoreAttrs) {
      let own: JsonObject | undefined;
      for (const [key, value] of Object.entries(attributes)) {
        if (mergeAttrs) this.#assign(fields, sanitizeXmlName(key), value);
        else (own ??= {})[sanitizeXmlName(key)] = value;
      }
      if (own !== undefined) fields[attrKey] = own;
    }
    this.#stack.push({ name: sanitizeXmlName(normalizeTags ? name.toLowerCase() : name), fields, text: '', hasCdata: false });
  }

  add(text: string, isCdata: boolean): void {
    const open = this.#stack[this.#stack.length - 1];
    if (open === undefined) return;
    open.text += text;
    if (isCdata) open.hasCdata = true;
  }

  close(): void {
    const open = this.#stack.pop();
    if (open === undefined || this.isComplete) return;
    const value = this.#valueOf(open);
    const parent = this.#stack[this.#stack.length - 1];
    if (parent !== undefined) {
      this.#assign(parent.fields, open.name, value);
      return;
    }
    this.result = this.#settings.explicitRoot ? { [open.name]: value } : value;
    this.isComplete = true;
  }

  #valueOf({ fields, text, hasCdata }: Open): unknown {
    const { charKey, normalize, trim } = this.#settings;
    const isBare = Object.keys(fields).length === 0;
    if (!hasCdata && /^\s*$/.test(text)) return isBare ? text : fields;
    let value = trim ? text.trim() : text;
    if (normalize) value = value.replace(/\s{2,}/g, ' ').trim();
    return isBare ? value : { [charKey]: value, ...fields };
  }

  /** Sets a field; repeated values become a list. */
  #assign(fields: JsonObject, key: string, value: unknown): void {
    if (!Object.hasOwn(fields, key)) {
      fields[key] = this.#settings.explicitArray ? [value] : value;
      return;
    }
    const present = fields[key];
    if (Array.isArray(present)) present.push(value);
    else fields[key] = [present, value];
  }
}
