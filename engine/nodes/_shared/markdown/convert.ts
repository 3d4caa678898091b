// Converts between Markdown and HTML. The libraries are loaded on first use.
import { htmlConverter } from './to-html.ts';
import { listEntry, markdownOptions } from './to-markdown.ts';

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
