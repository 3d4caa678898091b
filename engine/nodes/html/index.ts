// HTML: generates HTML from a template or from items, and extracts values from HTML.
import { defineNode, type ExecuteContext, type ExecuteResult, mapItems, mapItemsAsync } from '../../sdk/index.ts';
import { type SlicedWork, workInSlices } from '../../sdk/slices.ts';
import { description } from './description.ts';
import type { JsonObject } from '../../contract/json.ts';
import { allPaired } from '../_shared/lists/aggregate-items.ts';
import { type Extraction, sourceTexts } from '../_shared/html-extraction.ts';
import { type HtmlReading, isSmallMarkup, parseOnThread } from '../_shared/parse-tasks.ts';
import { htmlTable, type TableOptions } from './table.ts';
import { filledTemplate } from './template.ts';

/** Runs the operation. Since version 1.2, text is laid out as on a page; before, it was the bare text. */
function execute(ctx: ExecuteContext): ExecuteResult | Promise<ExecuteResult> {
  switch (ctx.param('operation', 0, 'generateHtmlTemplate')) {
    case 'extractHtmlContent':
      return extract(ctx);
    case 'convertToHtmlTable': {
      const items = ctx.input();
      const options = ctx.param<TableOptions>('options', 0, {});
      return workInSlices(ctx.signal, function* (pace): SlicedWork<ExecuteResult> {
        return [[{ json: { table: yield* htmlTable(items, options, pace) }, pairedItem: allPaired(items) }]];
      });
    }
    default:
      return mapItems(ctx, (_, index) => ({ json: { html: filledTemplate(ctx, index) } }));
  }
}

function extract(ctx: ExecuteContext): Promise<ExecuteResult> {
  return mapItemsAsync(ctx, async (item, index) => {
    const extractions = ctx.param<readonly Extraction[]>('extractionValues.values', index, []);
    const options = ctx.param<{ readonly trimValues?: boolean; readonly cleanUpText?: boolean }>('options', index, {});
    const reading: HtmlReading = {
      trim: options.trimValues === true,
      cleanUp: options.cleanUpText === true,
      joinsLines: ctx.version < 1.2,
      dropsEmptyText: ctx.version < 1.2,
      laysOut: ctx.version >= 1.2,
    };
    const texts = await sourceTexts(ctx, item, index);
    const items: { json: JsonObject }[] = [];
    for (const text of texts) items.push({ json: await parseOnThread(ctx, 'htmlValues', isSmallMarkup(text), text, extractions, reading) });
    return items;
  });
}

export const html = defineNode({ type: 'n8n-nodes-base.html', icon: 'icon.svg', versions: [{ description, execute }] });
