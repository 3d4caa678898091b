// Converts between Markdown and HTML, with the options of the node translated for the libraries, which are loaded on first use.
import type { Converter, ConverterOptions } from 'showdown';
import type { NodeHtmlMarkdownOptions, PostProcessResult, TranslatorConfigFactory } from 'node-html-markdown';
import { safePattern, type SafePattern } from '../../../expression/index.ts';
import { NodeError } from '../../../sdk/index.ts';
import { fieldList } from '../fields/fields-property.ts';

export type ConvertOptions = Readonly<Record<string, unknown>>;
export type Convert = (text: string) => string;

export async function markdownToHtml(options: ConvertOptions): Promise<Convert> {
  const { default: showdown } = await import('showdown');
  const converter = htmlConverter(options, showdown.Converter);
  return (text) => converter.makeHtml(text);
}

export async function htmlToMarkdown(options: ConvertOptions): Promise<Convert> {
  const { NodeHtmlMarkdown, PostProcessResult } = await import('node-html-markdown');
  const converter = new NodeHtmlMarkdown(markdownOptions(options), { li: listEntry(PostProcessResult.RemoveNode) });
  return (text) => converter.translate(text);
}

/** Options passed to Showdown under the same name. */
const switches = [
  'openLinksInNewWindow',
  'simplifiedAutoLink',
  'backslashEscapesHTMLTags',
  'completeHTMLDocument',
  'customizedHeaderId',
  'emoji',
  'encodeEmails',
  'excludeTrailingPunctuationFromURLs',
  'ghCodeBlocks',
  'ghCompatibleHeaderId',
  'ghMentions',
  'tasklists',
  'requireSpaceBeforeHeadingText',
  'literalMidWordAsterisks',
  'literalMidWordUnderscores',
  'noHeaderId',
  'parseImgDimensions',
  'rawHeaderId',
  'rawPrefixHeaderId',
  'simpleLineBreaks',
  'smartIndentationFix',
  'disableForced4SpacesIndentedSublists',
  'splitAdjacentBlockquotes',
  'strikethrough',
  'tablesHeaderId',
  'tables',
] as const;

/** Returns the converter for these options. `create` is the class of the package showdown. */
export function htmlConverter(options: Readonly<Record<string, unknown>>, create: new (options: ConverterOptions) => Converter): Converter {
  const input: Record<string, unknown> = {};
  for (const name of switches) if (typeof options[name] === 'boolean') input[name] = options[name];
  for (const name of ['ghMentionsLink', 'prefixHeaderId']) {
    const option = options[name];
    if (typeof option === 'string' && option !== '') input[name] = option;
  }
  if (typeof options['headerLevelStart'] === 'number') input['headerLevelStart'] = options['headerLevelStart'];
  return new create(input);
}

interface Replacement {
  readonly pattern?: string;
  readonly replacement?: string;
}

/** Elements that are never ignored: version 1 of the node never ignored blocks, and a shipped version does not change. */
const blocks = new Set(
  'ADDRESS ARTICLE ASIDE AUDIO BLOCKQUOTE BODY CANVAS CENTER DD DIR DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER FORM FRAMESET H1 H2 H3 H4 H5 H6 HEADER HGROUP HR HTML ISINDEX LI MAIN MENU NAV NOFRAMES NOSCRIPT OL OUTPUT P PRE SECTION TABLE TBODY TD TFOOT TH THEAD TR UL'.split(
    ' ',
  ),
);

/** Names of block elements to ignore. */
export function blocksToIgnore(options: Readonly<Record<string, unknown>>): string[] {
  return fieldList(options['ignore']).filter((name) => isBlock(name, options));
}

function isBlock(name: string, options: Readonly<Record<string, unknown>>): boolean {
  return blocks.has(name.toUpperCase()) || fieldList(options['blockElements']).some((block) => block.toUpperCase() === name.toUpperCase());
}

/** Returns the library's options. Throws NodeError if a pattern is not a regular expression. */
export function markdownOptions(options: Readonly<Record<string, unknown>>): Partial<NodeHtmlMarkdownOptions> {
  const attribute = (name: string): string | undefined =>
    typeof options[name] === 'string' && options[name] !== '' ? options[name] : undefined;
  const ignore = fieldList(options['ignore']).filter((name) => !isBlock(name, options));
  const blockElements = fieldList(options['blockElements']);
  const textReplace = rows(options['textReplace']).map((row) => replacement(row, 'g'));
  const globalEscape = rows(options['globalEscape'])[0];
  const lineStartEscape = rows(options['lineStartEscape'])[0];
  return {
    ...defined('bulletMarker', attribute('bulletMarker')),
    ...defined('codeFence', attribute('codeFence')),
    ...defined('emDelimiter', attribute('emDelimiter')),
    ...defined('strongDelimiter', attribute('strongDelimiter')),
    ...defined('codeBlockStyle', options['codeBlockStyle'] === 'indented' ? ('indented' as const) : undefined),
    ...defined(
      'maxConsecutiveNewlines',
      typeof options['maxConsecutiveNewlines'] === 'number' ? options['maxConsecutiveNewlines'] : undefined,
    ),
    ...defined('keepDataImages', flag(options['keepDataImages'])),
    ...defined('useLinkReferenceDefinitions', flag(options['useLinkReferenceDefinitions'])),
    ...defined('ignore', ignore.length === 0 ? undefined : ignore),
    ...defined('blockElements', blockElements.length === 0 ? undefined : blockElements),
    ...defined('textReplace', textReplace.length === 0 ? undefined : textReplace),
    ...defined('globalEscape', globalEscape === undefined ? undefined : replacement(globalEscape, 'gm')),
    ...defined('lineStartEscape', lineStartEscape === undefined ? undefined : replacement(lineStartEscape, 'gm')),
  };
}

const indent = '   ';

/**
 * List items: each level is indented by three spaces, and line breaks within an item are hard breaks, so the line before a nested list ends with two
 * spaces. `removed` is the library's marker for an element without content.
 */
export function listEntry(removed: PostProcessResult): TranslatorConfigFactory {
  return ({ options, indentLevel, listKind, listItemNumber }) => {
    const inset = indent.repeat(Number(indentLevel ?? 0));
    const marker = listKind === 'OL' && listItemNumber !== undefined ? `${listItemNumber}.` : options.bulletMarker;
    return {
      prefix: `${inset}${marker} `,
      surroundingNewlines: 1,
      postprocess: ({ content }) => {
        const text = content.trim();
        return text === '' ? removed : text.replace(/([^\r\n])(?:\r?\n)+/g, `$1  \n${inset}`).replace(/(\S)[^\S\r\n]+$/gm, '$1  ');
      },
    };
  };
}

const flag = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined);

function defined<K extends string, V>(name: K, value: V | undefined): { [key in K]?: V } {
  return value === undefined ? {} : ({ [name]: value } as { [key in K]?: V });
}

/** Returns the rows of `{ values: [...] }` or `{ value: {...} }` that have a pattern. */
function rows(collection: unknown): Replacement[] {
  const { values, value } = (collection ?? {}) as { readonly values?: readonly Replacement[]; readonly value?: Replacement };
  return [...(values ?? []), ...(value === undefined ? [] : [value])].filter((row) => row.pattern !== undefined && row.pattern !== '');
}

/** The library calls `text.replace(pattern, …)`, which delegates to the pattern: this one stops if a text takes too long. */
function replacement({ pattern = '', replacement: by = '' }: Replacement, flags: string): readonly [RegExp, string] {
  const safe = compiled(pattern, flags);
  const replacer = { [Symbol.replace]: (text: string, replacementText: string): string => safe.replace(text, replacementText) };
  return [replacer as unknown as RegExp, by];
}

function compiled(pattern: string, flags: string): SafePattern {
  try {
    return safePattern(pattern, flags);
  } catch (cause) {
    throw new NodeError(`"${pattern}" is not a regular expression. Correct it, or put a backslash before special characters.`, {
      code: 'PARAMETER_INVALID',
      parameter: 'options',
      cause,
    });
  }
}
