// Sanitizes text and markup by authors for a page: the output is rebuilt from allowed elements, and nothing is passed on unchanged.
import type { CheerioAPI } from 'cheerio';
import { escapeHtml } from '../../../sdk/index.ts';

/** Allowed elements. Other elements are removed, but their content stays. */
const elements = new Set(['p', 'strong', 'b', 'code', 'a', 'br', 'i', 'em', 'small']);
const attributes = new Set(['href', 'name', 'target', 'title', 'class', 'id']);
/** Elements that are removed with their content. */
const dropped = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'iframe',
  'object',
  'embed',
  'svg',
  'math',
  'head',
  'title',
  'textarea',
  'select',
]);

const safeLink = /^(?:https?:\/\/|mailto:|tel:|[#/?]|[\w.-]+(?:[/?#]|$))/i;

type Node = ReturnType<CheerioAPI['root']>[number]['childNodes'][number];

const isText = (node: Node): node is Extract<Node, { readonly data: string }> => String(node.type) === 'text' && 'data' in node;
const isElement = (node: Node): node is Extract<Node, { readonly attribs: object }> => String(node.type) === 'tag' && 'attribs' in node;

const MAX_DEPTH = 100;
/** Maximum length of markup. The parser's time grows with the square of the depth, so longer texts are shown escaped. */
const MAX_MARKUP = 20_000;

/** Returns sanitized markup. Line breaks of plain text are kept. */
export async function safeHtml(markup: string): Promise<string> {
  if (markup.length > MAX_MARKUP || !/[<&]/.test(markup)) return withBreaks(escapeHtml(markup));
  const { load } = await import('cheerio');
  const $ = load(markup, null, false);
  return written([...($.root()[0]?.childNodes ?? [])], 0);
}

const withBreaks = (text: string): string => text.replaceAll(/\r?\n/g, '<br>');

function written(nodes: readonly Node[], depth: number): string {
  return depth > MAX_DEPTH ? '' : nodes.map((node) => writtenNode(node, depth)).join('');
}

function writtenNode(node: Node, depth: number): string {
  if (isText(node)) return withBreaks(escapeHtml(node.data));
  if (!isElement(node)) return '';
  const name = node.name.toLowerCase();
  if (dropped.has(name)) return '';
  if (name === 'img') return image(node.attribs);
  const inner = written(node.childNodes, depth + 1);
  if (!elements.has(name)) return inner;
  if (name === 'br') return '<br>';
  const target = name === 'a' ? ' rel="noopener noreferrer"' : '';
  return `<${name}${hiddenInputs(node.attribs)}${target}>${inner}</${name}>`;
}

function hiddenInputs(hiddenValues: Readonly<Record<string, string>>): string {
  return Object.entries(hiddenValues)
    .filter(([name, value]) => (attributes.has(name) || /^data-[\w-]+$/.test(name)) && (name !== 'href' || safeLink.test(value.trim())))
    .map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
    .join('');
}

function image({ src = '', alt = '', title }: Readonly<Record<string, string>>): string {
  if (!/^https:\/\//i.test(src.trim())) return '';
  return `<img src="${escapeHtml(src.trim())}" alt="${escapeHtml(alt)}"${title === undefined ? '' : ` title="${escapeHtml(title)}"`}>`;
}
