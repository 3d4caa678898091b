// Converts json to XML text, indented by two spaces: fields are elements, lists repeat their element.
import { isRecord } from '../../contract/json.ts';
import { ExactNumber, takeAll, takeEntries, takeFrom } from '../../contract/exact-values.ts';
import { NodeError } from '../../sdk/index.ts';

export interface WriteSettings {
  /** Field whose entries become attributes. */
  readonly attrKey: string;
  /** Field that becomes the element's text. */
  readonly charKey: string;
  /** Whether to write texts that need escaping as CDATA sections. */
  readonly cdata: boolean;
  /** Whether to omit the XML declaration. */
  readonly headless: boolean;
  readonly rootName: string;
}

/** Content between two tags: markup of elements, or decoded text. */
interface Content {
  readonly attributes: string;
  readonly children: readonly (ElementNode | string)[];
}

interface ElementNode extends Content {
  readonly name: string;
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const defaultRoot = 'root';

const nameStart =
  ':A-Z_a-z\\u{C0}-\\u{D6}\\u{D8}-\\u{F6}\\u{F8}-\\u{2FF}\\u{370}-\\u{37D}\\u{37F}-\\u{1FFF}\\u{200C}-\\u{200D}\\u{2070}-\\u{218F}' +
  '\\u{2C00}-\\u{2FEF}\\u{3001}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFFD}\\u{10000}-\\u{EFFFF}';
/** A valid name in XML 1.0 (fifth edition). */
const legalName = new RegExp(`^[${nameStart}][-.0-9\\u{B7}\\u{300}-\\u{36F}\\u{203F}-\\u{2040}${nameStart}]*$`, 'u');
/** Characters that XML 1.0 cannot represent. */
// oxlint-disable-next-line no-control-regex
const illegalText = /[\u{0}-\u{8}\u{B}\u{C}\u{E}-\u{1F}\u{FFFE}\u{FFFF}\u{D800}-\u{DFFF}]/u;

/**
 * Returns an item's json as a document. A single field is the root element; several fields, or fields with a separate root name, are wrapped in
 * `rootName`. Throws NodeError for names and characters that XML cannot represent.
 */
export function writeXml(json: Readonly<Record<string, unknown>>, settings: WriteSettings): string {
  const keys = Object.keys(json);
  const isRoot = keys.length === 1 && settings.rootName === defaultRoot;
  const name = isRoot ? (keys[0] as string) : settings.rootName;
  const root = element(name, isRoot ? takeFrom(json, name) : json, settings);
  return (settings.headless ? '' : declaration) + printed(root, '');
}

function element(name: string, value: unknown, settings: WriteSettings): ElementNode {
  if (!legalName.test(name)) {
    throw new NodeError(
      `"${name}" cannot be the name of an XML element. Rename the field: names start with a letter and do not contain spaces.`,
    );
  }
  return { name, ...contentOf(name, value, settings) };
}

function contentOf(name: string, value: unknown, settings: WriteSettings): Content {
  if (typeof value !== 'object' || value === null || value instanceof Date || value instanceof ExactNumber)
    return textOnly(xmlText(value), settings);
  if (Array.isArray(value)) return listContent(value, settings);
  let attributes = '';
  const children: (ElementNode | string)[] = [];
  for (const [key, child] of takeEntries(value)) {
    if (key === settings.attrKey) attributes += typeof child === 'object' && child !== null ? attributesOf(child) : '';
    else if (key === settings.charKey) children.push(...elementText(name, child, settings));
    else if (Array.isArray(child)) for (const entry of takeAll(child)) children.push(element(key, entry, settings));
    else children.push(element(key, child, settings));
  }
  return { attributes, children };
}

/** Returns a list without an element name as content: the fields of its entries are elements, one after another. Numbers and the like are ignored. */
function listContent(list: readonly unknown[], settings: WriteSettings): Content {
  const children = list.flatMap((entry) => {
    if ((typeof entry === 'string' || Array.isArray(entry)) && entry.length > 0) {
      throw new NodeError(
        'A list that is the root element, or is in another list, must contain objects: their fields become elements. Put the list into a field of an object, or change the option "Root Name".',
      );
    }
    if (typeof entry !== 'object' || entry === null) return [];
    return takeEntries(entry).map(([key, child]) => element(key, child, settings));
  });
  return { attributes: '', children };
}

/** Returns what the field for text (`charKey`) contains. The fields of an object are elements. */
function elementText(name: string, value: unknown, settings: WriteSettings): Content['children'] {
  if (value === null || value === undefined) {
    throw new NodeError(`Missing element text. parent: <${name}>`, {
      description: `The field "${settings.charKey}", which contains the text of an element, is empty. Remove the field, or set it to a text.`,
    });
  }
  return isRecord(value) && !(value instanceof ExactNumber)
    ? contentOf(name, value, settings).children
    : [written(xmlText(value), settings)];
}

function textOnly(text: string, settings: WriteSettings): Content {
  return { attributes: '', children: text === '' ? [] : [written(text, settings)] };
}

function xmlText(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = value instanceof Date ? value.toISOString() : String(value as string | number | boolean);
  if (illegalText.test(text)) {
    throw new NodeError(
      'A text contains a character that XML cannot represent (a control character, or half of a surrogate pair). Remove it before this node.',
    );
  }
  return text;
}

function written(text: string, { cdata }: WriteSettings): string {
  if (cdata && /[&<>]/.test(text)) return `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
  return text.replace(/[&<>\r]/g, (character) => entities[character] as string);
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
};

function attributesOf(attributes: object): string {
  return takeEntries(attributes)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => {
      if (!legalName.test(name)) throw new NodeError(`"${name}" cannot be the name of an XML attribute. Rename the field.`);
      return ` ${name}="${xmlText(value).replace(/[&<"\t\n\r]/g, (character) => entities[character] as string)}"`;
    })
    .join('');
}

function printed({ name, attributes, children }: ElementNode, indent: string): string {
  const filled = children.filter((child) => child !== '');
  if (filled.length === 0) return `${indent}<${name}${attributes}/>`;
  if (filled.every((child) => typeof child === 'string')) return `${indent}<${name}${attributes}>${filled.join('')}</${name}>`;
  const inner = `${indent}  `;
  const lines = filled.map((child) => (typeof child === 'string' ? inner + child : printed(child, inner)));
  return `${indent}<${name}${attributes}>\n${lines.join('\n')}\n${indent}</${name}>`;
}
