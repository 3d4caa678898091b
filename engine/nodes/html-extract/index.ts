// HTML Extract: the predecessor of the HTML node's extraction, for older workflows.
import { defineNode, type ExecuteContext, mapItemsAsync, type NodeOutput, type NodeVersion } from '../../sdk/index.ts';
import type { JsonObject } from '../../contract/json.ts';
import { type Extraction, sourceTexts } from '../_shared/html-extraction.ts';
import { isSmallMarkup, parseOnThread } from '../_shared/parse-tasks.ts';
import { extractionProperties, trimValues } from '../_shared/html-extraction-properties.ts';

const description: NodeVersion['description'] = {
  displayName: 'HTML Extract',
  description: 'Extracts values from HTML',
  version: 1,
  group: ['transform'],
  subtitle: '={{ $parameter["sourceData"] + ": " + $parameter["dataPropertyName"] }}',
  defaults: { name: 'HTML Extract', color: '#333377' },
  hidden: true,
  inputs: ['main'],
  outputs: ['main'],
  properties: [
    ...extractionProperties({}),
    { displayName: 'Options', name: 'options', type: 'collection', placeholder: 'Add Option', default: {}, options: [trimValues] },
  ],
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Data Transformation'] },
    alias: ['css', 'parse', 'scrape'],
  },
};

function execute(ctx: ExecuteContext): Promise<NodeOutput> {
  return mapItemsAsync(ctx, async (item, index) => {
    const extractions = ctx.param<readonly Extraction[]>('extractionValues.values', index, []);
    const trim = ctx.param('options.trimValues', index, false);
    const texts = await sourceTexts(ctx, item, index);
    const items: { json: JsonObject }[] = [];
    for (const text of texts)
      items.push({ json: await parseOnThread(ctx, 'htmlValues', isSmallMarkup(text), text, extractions, { trim, cleanUp: false }) });
    return items;
  });
}

export const htmlExtract = defineNode({ type: 'n8n-nodes-base.htmlExtract', icon: 'icon.svg', versions: [{ description, execute }] });
