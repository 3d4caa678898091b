// Reads the entries of a feed (RSS 0.9 to 2.0, RDF, Atom) as plain fields with their conventional names.
import type { JsonObject } from '../../../contract/json.ts';
import { parseDateTime } from '../../../workflow/values/date-time.ts';
import { isForbiddenKey } from '../../../workflow/values/object-path.ts';
import { attributeOf, childOf, childrenOf, contentOf, isElement, type Element } from './element.ts';

/** Characters by HTML entity name. */
export type Entities = Readonly<Record<string, string>>;

/** Returns undefined if the document is not a feed. `customFields`: names of further elements to include. */
export function feedEntries(root: Element, customFields: readonly string[], entities: Entities): JsonObject[] | undefined {
  const name = root.name.toLowerCase();
  const entryFields = name === 'feed' ? atomFields : rssFields;
  const entries =
    name === 'feed'
      ? childrenOf(root, 'entry')
      : name === 'rss'
        ? rssItems(root)
        : name === 'rdf:rdf'
          ? childrenOf(root, 'item')
          : undefined;
  return entries?.map((entry) => {
    const fields = new Fields(entities);
    entryFields(entry, fields);
    for (const custom of customFields) fields.set(custom, customField(childrenOf(entry, custom)));
    return fields.json();
  });
}

function rssItems(root: Element): Element[] {
  const channel = childOf(root, 'channel');
  const items = channel === undefined ? [] : childrenOf(channel, 'item');
  return items.length > 0 ? items : childrenOf(root, 'item');
}

/** Collects fields by name and omits missing values. A Map, because names can be anything. */
class Fields {
  readonly #fields = new Map<string, unknown>();
  readonly #entities: Entities;

  constructor(entities: Entities) {
    this.#entities = entities;
  }

  has(name: string): boolean {
    return this.#fields.has(name);
  }

  set(name: string, value: unknown): void {
    if (value !== undefined && !isForbiddenKey(name)) this.#fields.set(name, value);
  }

  /** Sets a text, and next to it a snippet: the same text without markup. */
  setWithSnippet(name: string, text: string | undefined): void {
    this.set(name, text);
    if (text !== undefined) this.set(`${name}Snippet`, plainText(text, this.#entities));
  }

  setIsoDate(date: string | undefined): void {
    if (date !== undefined) this.set('isoDate', isoDate(date));
  }

  json(): JsonObject {
    return Object.fromEntries(this.#fields);
  }
}

/** Elements that are included under another name. */
const rssTexts = ['title', 'link', 'pubDate', 'author', 'comments', 'source'] as const;
const dublinCore = ['publisher', 'source', 'title', 'type', 'rights', 'language', 'date', 'subject'] as const;

function rssFields(item: Element, fields: Fields): void {
  const childText = (name: string): string | undefined => contentOf(childOf(item, name));
  fields.set('creator', childText('dc:creator') ?? childText('author'));
  for (const name of rssTexts) fields.set(name, childText(name));
  for (const name of dublinCore) if (!fields.has(name)) fields.set(name, childText(`dc:${name}`));
  if (fields.json()['link'] === '') fields.set('link', attributeOf(childOf(item, 'link'), 'href'));
  fields.setWithSnippet('content:encoded', childText('content:encoded'));
  fields.set('dc:creator', childText('dc:creator'));
  fields.set('enclosure', attributesOf(childOf(item, 'enclosure')));
  fields.setWithSnippet('content', childText('description'));
  fields.set('guid', childText('guid'));
  const categories = childrenOf(item, 'category').map((category) => contentOf(category));
  if (categories.length > 0) fields.set('categories', categories);
  fields.set('itunes', itunesFields(item));
  fields.setIsoDate(childText('pubDate') ?? childText('dc:date'));
}

function atomFields(entry: Element, fields: Fields): void {
  const childText = (name: string): string | undefined => contentOf(childOf(entry, name));
  const date = childText('published') ?? childText('updated');
  const author = childOf(entry, 'author');
  fields.set('title', childText('title'));
  fields.set('link', atomLink(childrenOf(entry, 'link')));
  fields.set('pubDate', date === undefined ? undefined : (isoDate(date) ?? date));
  fields.set('author', author === undefined ? undefined : contentOf(childOf(author, 'name')));
  fields.setWithSnippet('content', childText('content'));
  fields.setWithSnippet('summary', childText('summary'));
  fields.set('id', childText('id'));
  const categories = childrenOf(entry, 'category').map((category) => attributeOf(category, 'term') ?? contentOf(category));
  if (categories.length > 0) fields.set('categories', categories);
  fields.setIsoDate(date);
}

function atomLink(links: readonly Element[]): string | undefined {
  const rel = (link: Element): string => attributeOf(link, 'rel') ?? 'alternate';
  return attributeOf(links.find((link) => rel(link) === 'alternate') ?? links[0], 'href');
}

function attributesOf(element: Element | undefined): JsonObject | undefined {
  if (element === undefined) return undefined;
  return Object.fromEntries(Object.entries(element.attributes).filter(([name]) => !isForbiddenKey(name)));
}

const ITUNES = 'itunes:';

function itunesFields(item: Element): JsonObject | undefined {
  const fields = new Map<string, unknown>();
  for (const child of item.children) {
    if (!isElement(child) || !child.name.startsWith(ITUNES)) continue;
    const name = child.name.slice(ITUNES.length);
    if (!isForbiddenKey(name)) fields.set(name, attributeOf(child, 'href') ?? contentOf(child));
  }
  return fields.size === 0 ? undefined : Object.fromEntries(fields);
}

/** Returns the value of a single element, or a list for several. */
function customField(elements: readonly Element[]): unknown {
  const values = elements.map(elementValue);
  return values.length > 1 ? values : values[0];
}

/** Returns plain text as text; otherwise attributes under `$`, text under `_`, and lists of child elements. */
function elementValue(element: Element): unknown {
  const inner = element.children.filter(isElement);
  const text = element.children
    .filter((child) => !isElement(child))
    .join('')
    .trim();
  const hasAttributes = Object.keys(element.attributes).length > 0;
  if (inner.length === 0 && !hasAttributes) return text;
  const fields = new Map<string, unknown>();
  if (hasAttributes) fields.set('$', attributesOf(element));
  if (text !== '') fields.set('_', text);
  for (const child of inner) {
    if (isForbiddenKey(child.name)) continue;
    const list = (fields.get(child.name) ?? []) as unknown[];
    list.push(elementValue(child));
    fields.set(child.name, list);
  }
  return Object.fromEntries(fields);
}

/** Returns an ISO date in UTC with milliseconds; undefined if the text is not a date. */
function isoDate(date: string): string | undefined {
  return parseDateTime(date, 'utc')?.toUTC().toISO() ?? undefined;
}

/** `entities`: characters by name, without & and ;. */
function plainText(html: string, entities: Readonly<Record<string, string>>): string {
  return withoutTags(html)
    .replaceAll(/&(#\d{1,7}|#[xX][\da-fA-F]{1,6}|[a-zA-Z][a-zA-Z\d]{1,31});/g, (whole, name: string) => character(name, entities) ?? whole)
    .trim();
}

/** A manual scan, because a regular expression would search for the end of a tag again from each `<`. */
function withoutTags(html: string): string {
  const parts: string[] = [];
  let from = 0;
  for (let start = html.indexOf('<'); start !== -1; start = html.indexOf('<', from)) {
    const end = html.indexOf('>', start);
    if (end === -1) break;
    parts.push(html.slice(from, start));
    from = end + 1;
  }
  parts.push(html.slice(from));
  return parts.join('');
}

function character(name: string, entities: Readonly<Record<string, string>>): string | undefined {
  if (!name.startsWith('#')) return entities[name];
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}
