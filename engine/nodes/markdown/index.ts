// Markdown: converts Markdown to HTML and HTML to Markdown.
import { defineNode, type ExecuteContext, mapItemsAsync, type NodeOutput } from '../../sdk/index.ts';
import { description } from './description.ts';
import { fieldPath, setField } from '../_shared/fields/field-path.ts';
import { type Convert, type ConvertOptions, htmlToMarkdown, markdownToHtml, blocksToIgnore } from '../_shared/markdown/convert.ts';
import { isSmallMarkup, parseOnThread, readable } from '../_shared/parse-tasks.ts';
import { perItem } from '../_shared/per-item.ts';
import { textOf } from '../_shared/text-of.ts';

function execute(ctx: ExecuteContext): Promise<NodeOutput> {
  const toHtml = ctx.param('mode', 0, 'htmlToMarkdown') === 'markdownToHtml';
  const source = toHtml ? 'markdown' : 'html';
  const task = toHtml ? 'markdownToHtml' : 'htmlToMarkdown';
  const optionsOf = (index: number): ConvertOptions => ctx.param<ConvertOptions>('options', index, {});
  if (!toHtml) hintAtBlocks(ctx, optionsOf(0));
  const converter = perItem(ctx, ['options'], (index) => (toHtml ? markdownToHtml : htmlToMarkdown)(optionsOf(index)));
  return mapItemsAsync(ctx, async (item, index) => {
    const sourceText = textOf(ctx.param(source, index, ''));
    const result = isSmallMarkup(sourceText)
      ? converted(await converter(index), sourceText)
      : await parseOnThread(ctx, task, false, sourceText, optionsOf(index));
    const json = { ...item.json };
    setField(json, fieldPath(ctx.param('destinationKey', index, 'data')), result);
    return item.binary === undefined ? { json } : { json, binary: item.binary };
  });
}

function converted(convert: Convert, text: string): string {
  try {
    return convert(text);
  } catch (error) {
    throw readable(error);
  }
}

function hintAtBlocks(ctx: ExecuteContext, options: ConvertOptions): void {
  const textOnlyBlocks = blocksToIgnore(options);
  if (textOnlyBlocks.length === 0) return;
  ctx.hint({ message: `"Ignored Elements" has no effect on block elements: ${textOnlyBlocks.join(', ')} are kept.`, type: 'info' });
}

export const markdown = defineNode({ type: 'n8n-nodes-base.markdown', icon: 'icon.svg', versions: [{ description, execute }] });
