// HTML Extract: extracts bare texts, attributes, values and HTML with CSS selectors.
import type { JsonObject } from '../../contract/json.ts';
import { type ExecuteContext, mapItemsAsync, type NodeOutput } from '../../sdk/index.ts';
import { type Extraction, sourceTexts } from '../_shared/html-extraction.ts';
import { isSmallMarkup, parsed } from '../_shared/parse-tasks.ts';

export function execute(ctx: ExecuteContext): Promise<NodeOutput> {
  return mapItemsAsync(ctx, async (item, index) => {
    const extractions = ctx.param<readonly Extraction[]>('extractionValues.values', index, []);
    const trim = ctx.param('options.trimValues', index, false);
    const texts = await sourceTexts(ctx, item, index);
    const found: { json: JsonObject }[] = [];
    for (const text of texts)
      found.push({ json: await parsed(ctx, 'htmlValues', isSmallMarkup(text), text, extractions, { trim, cleanUp: false }) });
    return found;
  });
}
