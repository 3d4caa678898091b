// Read PDF with real files.
import { expect, it } from 'vitest';
import { runNode } from '../../testing/run-node.ts';
import { samplePdf } from '../../testing/sample-pdf.ts';

const type = 'n8n-nodes-base.readPDF';

it('returns the text of all pages, and keeps the file', async () => {
  const file = { data: samplePdf([['One', 'Two'], ['Three']], 'Mine').toString('base64'), mimeType: 'application/pdf' };
  const { outputs, error } = await runNode({ type, items: [{ json: { gone: 1 }, binary: { data: file } }] });
  expect(error).toBeUndefined();
  expect(outputs[0]?.[0]).toMatchObject({
    json: { numpages: 2, numrender: 2, info: { Title: 'Mine', PDFFormatVersion: '1.4' }, text: 'One\nTwo\n\nThree' },
    binary: { data: { mimeType: 'application/pdf' } },
    pairedItem: { item: 0 },
  });
});

it.each([
  [
    'another file',
    { binary: { data: { data: Buffer.from('hello').toString('base64'), mimeType: 'text/plain' } } },
    'cannot be read as PDF',
  ],
  ['no file', {}, 'Item 0 has no file named "data"'],
])('rejects %s', async (_what, item, message) => {
  expect((await runNode({ type, items: [{ json: {}, ...item }] })).error?.message).toContain(message);
});
