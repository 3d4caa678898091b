// Reads the parts of zipped documents: the text of Word files (ECMA-376), and the order of the chapters of EPUB books (EPUB 3.3).
import type { parser as createParser } from 'sax';
import { attributeOf, childOf, childrenOf, readElements, type Element } from '../feed/element.ts';

/** What an element of a Word file writes where it begins, and where it ends. */
const wordMarks: Readonly<Record<string, readonly [start: string, end: string]>> = {
  'w:tab': ['\t', ''],
  'w:br': ['\n', ''],
  'w:cr': ['\n', ''],
  'w:p': ['', '\n'],
  'w:tc': ['', '\t'],
};

/** Returns the text of the main part of a Word file, with a line per paragraph. `create`: the parser factory of the package sax. */
export function wordText(xml: string, create: typeof createParser): string {
  const parser = create(true, {});
  const parts: string[] = [];
  let isText = false;
  const write = (name: string, place: 0 | 1): void => {
    if (Object.hasOwn(wordMarks, name)) parts.push(wordMarks[name]?.[place] ?? '');
  };
  parser.onerror = () => {
    // The parser resumes only after its error is cleared.
    parser.error = null as unknown as Error;
  };
  parser.onopentag = ({ name }) => {
    isText = name === 'w:t';
    write(name, 0);
  };
  parser.onclosetag = (name) => {
    isText = false;
    write(name, 1);
  };
  parser.ontext = (text) => {
    if (isText) parts.push(text);
  };
  parser.write(xml).close();
  return parts.join('').trim();
}

/** Returns the path of a book's package document, which its container names. */
export function bookPackage(xml: string, create: typeof createParser): string | undefined {
  const container = readElements(xml, create);
  const files = container === undefined ? undefined : childOf(container, 'rootfiles');
  return attributeOf(files === undefined ? undefined : childOf(files, 'rootfile'), 'full-path');
}

/** Returns the paths of the chapters in the order of reading, as the package document writes them. */
export function bookChapters(xml: string, create: typeof createParser): readonly string[] {
  const root = readElements(xml, create);
  const children = (part: string, name: string): readonly Element[] => {
    const element = root === undefined ? undefined : namedChild(root, part);
    return element === undefined ? [] : [...childrenOf(element, name), ...childrenOf(element, `opf:${name}`)];
  };
  const paths = new Map(children('manifest', 'item').map((item) => [attributeOf(item, 'id'), attributeOf(item, 'href')]));
  return children('spine', 'itemref').flatMap((reference) => paths.get(attributeOf(reference, 'idref')) ?? []);
}

const namedChild = (element: Element, name: string): Element | undefined => childOf(element, name) ?? childOf(element, `opf:${name}`);
