// Parses external content whose cost cannot be derived from its size: small content on this thread, larger content on a thread that can be
// terminated.
import type { FormatCallback } from 'html-to-text';
import { errorCodeOf } from '../../contract/errors.ts';
import type { JsonObject } from '../../contract/json.ts';
import { type ExecuteContext, NodeError } from '../../sdk/index.ts';
import { readElements } from './feed/element.ts';
import { feedEntries } from './feed/entries.ts';
import { readCalendarFile } from './files/read-calendar.ts';
import { readPdf } from './files/read-pdf.ts';
import { readSheet, writeSheet } from './files/sheets.ts';
import { bookChapters, bookPackage, wordText } from './files/zipped-text.ts';
import { type Extraction, extractValues, type ExtractSettings } from './html-extraction.ts';
import { type ConvertOptions, htmlToMarkdown, markdownToHtml } from './markdown/convert.ts';
import { type ReadSettings, readXml } from './xml/read-xml.ts';

/** Pure functions, whose arguments and results can be sent to another thread. */
const tasks = {
  sheetRows: readSheet,
  sheetFile: writeSheet,
  pdfText: readPdf,
  htmlValues,
  htmlToMarkdown: async (html: string, options: ConvertOptions) => (await htmlToMarkdown(options))(html),
  markdownToHtml: async (markdown: string, options: ConvertOptions) => (await markdownToHtml(options))(markdown),
  xmlValue: async (xml: string, settings: ReadSettings) => readXml(xml, settings, await saxParser()),
  entriesOfFeed,
  calendarFields: readCalendarFile,
  wordText: async (xml: string) => wordText(xml, await saxParser()),
  bookPackage: async (xml: string) => bookPackage(xml, await saxParser()),
  bookChapters: async (xml: string) => bookChapters(xml, await saxParser()),
};
type Tasks = typeof tasks;
export type ParseTask = keyof Tasks;

/** Maximum length of markup parsed on the engine's thread. The time of some parsers grows with the third power of the length. */
const SMALL_MARKUP = 2048;

/** Whether markup is parsed on the engine's thread. */
export const isSmallMarkup = (text: string): boolean => text.length <= SMALL_MARKUP;

/** Maximum length of XML parsed on the engine's thread, which takes some 30 ms; the time grows linearly. */
const SMALL_XML = 65_536;

/** Whether XML is parsed on the engine's thread. */
export const isSmallXml = (text: string): boolean => text.length <= SMALL_XML;

/** Parses content on the parsing thread, or on this one if `isSmall` or if there is no other. Throws NodeError. */
export async function parseOnThread<K extends ParseTask>(
  ctx: Pick<ExecuteContext, 'parsing' | 'signal'>,
  task: K,
  isSmall: boolean,
  ...args: Parameters<Tasks[K]>
): Promise<Awaited<ReturnType<Tasks[K]>>> {
  const done = isSmall || ctx.parsing === undefined ? runParseTask(task, args) : ctx.parsing.run(task, args, ctx.signal);
  return (await done) as Awaited<ReturnType<Tasks[K]>>;
}

/** Runs a task on the current thread. */
export async function runParseTask(task: ParseTask, args: readonly unknown[]): Promise<unknown> {
  try {
    return await (tasks[task] as (...taskArgs: readonly unknown[]) => unknown)(...args);
  } catch (error) {
    throw readable(error);
  }
}

/** Converts a parser's failure to a NodeError. */
export function readable(error: unknown): unknown {
  if (errorCodeOf(error) !== undefined || !(error instanceof RangeError) || !/call stack/i.test(error.message)) return error;
  return new NodeError('The content is nested too deeply to be read.', { hint: 'Check the source of the content.', cause: error });
}

export interface HtmlReading extends Omit<ExtractSettings, 'layOut'> {
  /** Whether text is laid out as on a page. */
  readonly laysOut?: boolean;
}

/** The parser is loaded on first use. */
const saxParser = async () => (await import('sax')).default.parser;

/** Returns the entries of a feed; undefined if the document is not a feed. */
async function entriesOfFeed(xml: string, customFields: readonly string[]): Promise<JsonObject[] | undefined> {
  const { default: sax } = await import('sax');
  const root = readElements(xml, sax.parser);
  return root === undefined ? undefined : feedEntries(root, customFields, sax.parser(true, {}).ENTITIES);
}

let layingOut: ReturnType<typeof layOutText> | undefined;

/** Returns the values that the selectors find. */
async function htmlValues(html: string, extractions: readonly Extraction[], { laysOut, ...reading }: HtmlReading): Promise<JsonObject> {
  // Loaded on first use.
  const { load } = await import('cheerio');
  const settings = laysOut === true ? { ...reading, layOut: await (layingOut ??= layOutText()) } : reading;
  return extractValues(load(html), extractions, settings);
}

type LayOut = NonNullable<ExtractSettings['layOut']>;

/** Elements that browsers show as blocks, and that html-to-text takes for inline ones. */
const blockTags =
  'address caption center dd details dialog dir dl dt fieldset figcaption figure hgroup legend li menu optgroup option search summary tr'.split(
    ' ',
  );

/** Rows of tables and other blocks are lines; cells and buttons are separated by spaces. Entries are lines too if their list is not part of the text. */
const lineSelectors = [
  ...blockTags.map((selector) => ({ selector, format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } })),
  ...['td', 'th'].map((selector) => ({ selector, format: 'cell' })),
  { selector: 'button', format: 'box' },
];

const cell: FormatCallback = (element, walk, builder) => {
  walk(element.children, builder);
  builder.addInline(' ');
};

const box: FormatCallback = (element, walk, builder, options) => {
  builder.addInline(' ');
  cell(element, walk, builder, options);
};

/** Loads the library and returns the layout function. Converters are cached by the elements they skip. */
async function layOutText(): Promise<LayOut> {
  const { compile } = await import('html-to-text');
  const converters = new Map<string, (html: string) => string>();
  return (html, skipSelectors) => {
    let convert = converters.get(skipSelectors);
    if (convert === undefined) {
      const skipped = skipSelectors.split(',').map((selector) => selector.trim());
      const selectors = skipped.filter((selector) => selector !== '').map((selector) => ({ selector, format: 'skip' }));
      // A page has no fixed width: lines break only where the document breaks them.
      convert = compile({ wordwrap: false, formatters: { cell, box }, selectors: [...lineSelectors, ...selectors] });
      converters.set(skipSelectors, convert);
    }
    return convert(html);
  };
}
