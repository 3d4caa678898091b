// HTML Extract: bare texts, attributes, values and HTML by CSS selectors.
import type { JsonObject } from '../../contract/json.ts';
import { type ExecuteContext, mapItemsAsync, type NodeOutput } from '../../sdk/index.ts';
import { type Extraction, extractValues, sourceTexts } from '../_shared/html-extraction.ts';

export async function execute(ctx: ExecuteContext): Promise<NodeOutput> {
  // Loaded only when used.
  const { load } = await import('cheerio');
  return mapItemsAsync(ctx, async (item, index) => {
    const extractions = ctx.param<readonly Extraction[]>('extractionValues.values', index, []);
    const trim = ctx.param('options.trimValues', index, false);
    const texts = await sourceTexts(ctx, item, index);
    return texts.map((text): { json: JsonObject } => ({ json: extractValues(load(text), extractions, { trim, cleanUp: false }) }));
  });
}
