// HTML Extract: values selected by CSS selectors, as bare text.
import { describe, expect, it } from 'vitest';
import { runNode } from '../../testing/run-node.ts';

const type = 'n8n-nodes-base.htmlExtract';
const data = '<h1> A </h1><p>b<br>c</p><a class="x" href="/1">one</a><a href="/2">two</a>';

describe('html extract', () => {
  it('returns all values of one text in one item', async () => {
    const values = [
      { key: 'title', cssSelector: 'h1' },
      { key: 'text', cssSelector: 'p' },
      { key: 'html', cssSelector: 'p', returnValue: 'html' },
      { key: 'links', cssSelector: 'a', returnValue: 'attribute', attribute: 'href', returnArray: true },
    ];
    const { outputs, error } = await runNode({ type, parameters: { extractionValues: { values } }, items: [{ data }] });
    expect(error).toBeUndefined();
    expect(outputs).toEqual([[{ json: { title: ' A ', text: 'bc', html: 'b<br>c', links: ['/1', '/2'] }, pairedItem: { item: 0 } }]]);
  });

  it('trims if set', async () => {
    const parameters = { extractionValues: { values: [{ key: 'k', cssSelector: 'h1' }] }, options: { trimValues: true } };
    expect((await runNode({ type, parameters, items: [{ data }] })).json).toEqual([{ k: 'A' }]);
  });

  it('omits the key for empty HTML, with null in lists; an empty text stays', async () => {
    const values = [
      { key: 'html', cssSelector: 'p', returnValue: 'html' },
      { key: 'list', cssSelector: 'p', returnValue: 'html', returnArray: true },
      { key: 'text', cssSelector: 'p' },
      { key: 'texts', cssSelector: 'p', returnArray: true },
    ];
    const { json } = await runNode({ type, parameters: { extractionValues: { values } }, items: [{ data: '<p></p><p>a</p>' }] });
    expect(json).toEqual([{ list: [null, 'a'], text: 'a', texts: ['', 'a'] }]);
  });

  it('reads files', async () => {
    const binary = { page: { data: Buffer.from(data).toString('base64'), mimeType: 'text/html' } };
    const parameters = { sourceData: 'binary', dataPropertyName: 'page', extractionValues: { values: [{ key: 'k', cssSelector: 'a.x' }] } };
    expect((await runNode({ type, parameters, items: [{ json: {}, binary }] })).json).toEqual([{ k: 'one' }]);
  });

  it('continues after a failing item if set', async () => {
    const parameters = { extractionValues: { values: [{ key: 'k', cssSelector: 'h1' }] } };
    const { json } = await runNode({ type, parameters, items: [{}, { data }], node: { onError: 'continueRegularOutput' } });
    expect(json).toEqual([{ error: expect.stringContaining('"data"') as string }, { k: ' A ' }]);
  });
});
