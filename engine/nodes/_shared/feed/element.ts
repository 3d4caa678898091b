// Parses the XML of feeds and of other documents into a tree of elements. Names keep their prefix.
import type { parser as createParser } from 'sax';
import { NodeError } from '../../../sdk/index.ts';

/** Maximum depth: feeds have a few levels, and markup in them some more. */
const DEEPEST = 250;

export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: (Element | string)[];
}

/**
 * Returns the root of a document, or undefined if there is none. Errors that leave the tree readable are ignored, as feed readers do. `create` is the
 * parser factory of the package sax. Throws NodeError for elements nested too deeply.
 */
export function readElements(text: string, create: typeof createParser): Element | undefined {
  const parser = create(true, {});
  const open: Element[] = [];
  let root: Element | undefined;
  parser.onerror = () => {
    // The parser resumes only after its error is cleared.
    parser.error = null as unknown as Error;
  };
  parser.onopentag = ({ name, attributes }) => {
    if (open.length >= DEEPEST) throw new NodeError(`The XML cannot be read: its elements are nested more than ${DEEPEST} deep.`);
    const element: Element = { name, attributes: attributes as Record<string, string>, children: [] };
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  };
  parser.onclosetag = () => open.pop();
  parser.ontext = parser.oncdata = (part) => open.at(-1)?.children.push(part);
  parser.write(text).close();
  return root;
}

export const isElement = (child: Element | string): child is Element => typeof child !== 'string';

/** Returns the child elements with this name. */
export function childrenOf(element: Element, name: string): Element[] {
  return element.children.filter((child) => isElement(child) && child.name === name) as Element[];
}

export function childOf(element: Element, name: string): Element | undefined {
  return childrenOf(element, name)[0];
}

/** Returns an attribute, or undefined if it is absent. */
export function attributeOf(element: Element | undefined, name: string): string | undefined {
  return element !== undefined && Object.hasOwn(element.attributes, name) ? element.attributes[name] : undefined;
}

/** Returns the content of an element: its text, or its markup if it contains elements. */
export function contentOf(element: Element | undefined): string | undefined {
  if (element === undefined) return undefined;
  return (element.children.some(isElement) ? element.children.map(markup).join('') : element.children.join('')).trim();
}

function markup(child: Element | string): string {
  if (!isElement(child)) return escaped(child);
  const attributes = Object.entries(child.attributes).map(([name, value]) => ` ${name}="${escaped(value).replaceAll('"', '&quot;')}"`);
  const start = `${child.name}${attributes.join('')}`;
  return child.children.length === 0 ? `<${start}/>` : `<${start}>${child.children.map(markup).join('')}</${child.name}>`;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
