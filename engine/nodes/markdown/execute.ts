// Markdown: the result joins the item's other fields. The libraries are loaded only when used.
import { type ExecuteContext, type ExecuteResult, mapItems } from '../../sdk/index.ts';
import { fieldPath, setField } from '../_shared/field-path.ts';
import { perItem } from '../_shared/per-item.ts';
import { textOf } from '../_shared/text-of.ts';
import { htmlConverter } from './to-html.ts';
import { blocksToIgnore, listEntry, markdownOptions } from './to-markdown.ts';

type Options = Readonly<Record<string, unknown>>;
type Convert = (text: string) => string;

export async function execute(ctx: ExecuteContext): Promise<ExecuteResult> {
  const toHtml = ctx.param('mode', 0, 'htmlToMarkdown') === 'markdownToHtml';
  const converter = toHtml ? await htmlConverters(ctx) : await markdownConverters(ctx);
  const source = toHtml ? 'markdown' : 'html';
  return mapItems(ctx, (item, index) => {
    const value = ctx.param(source, index, '');
    const json = { ...item.json };
    setField(json, fieldPath(ctx.param('destinationKey', index, 'data')), converter(index)(textOf(value)));
    return item.binary === undefined ? { json } : { json, binary: item.binary };
  });
}

async function htmlConverters(ctx: ExecuteContext): Promise<(index: number) => Convert> {
  const { default: showdown } = await import('showdown');
  return perItem(ctx, ['options'], (index) => {
    const converter = htmlConverter(ctx.param<Options>('options', index, {}), showdown.Converter);
    return (text) => converter.makeHtml(text);
  });
}

async function markdownConverters(ctx: ExecuteContext): Promise<(index: number) => Convert> {
  const { NodeHtmlMarkdown, PostProcessResult } = await import('node-html-markdown');
  const kept = blocksToIgnore(ctx.param<Options>('options', 0, {}));
  if (kept.length > 0) {
    ctx.hint({ message: `"Ignored Elements" has no effect on block elements: ${kept.join(', ')} stay in the result.`, type: 'info' });
  }
  return perItem(ctx, ['options'], (index) => {
    const options = markdownOptions(ctx.param<Options>('options', index, {}));
    const converter = new NodeHtmlMarkdown(options, { li: listEntry(PostProcessResult.RemoveNode) });
    return (text) => converter.translate(text);
  });
}
