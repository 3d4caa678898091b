// Files that are sent and fetched.
import assert from 'node:assert/strict';
import type { Sketch } from '../instance.ts';
import type { RunCase } from '../run-cases.ts';
import type { Service } from '../services.ts';

/** Turns the field `text` of the item into a file. */
export const toFile: Sketch = {
  type: 'n8n-nodes-base.convertToFile',
  typeVersion: 1.1,
  parameters: { operation: 'toText', sourceProperty: 'text', binaryPropertyName: 'data', options: { fileName: 'note.txt' } },
};

function buckets(files: Map<string, Buffer>): Service {
  return ({ method, path, query, body, headers }) => {
    if (!String(headers['authorization']).startsWith('AWS4-HMAC-SHA256 Credential=key-1/')) return { status: 403, content: '<Error/>' };
    const xml = { 'content-type': 'application/xml' };
    if ('location' in query) return { headers: xml, content: '<?xml version="1.0"?><LocationConstraint>eu-west-1</LocationConstraint>' };
    if (method === 'PUT') {
      files.set(path, body);
      return { headers: xml, content: '' };
    }
    const file = files.get(path);
    return file === undefined ? { status: 404, content: '<Error/>' } : { headers: { 'content-type': 'text/plain' }, content: file };
  };
}

export const files: readonly RunCase[] = [
  {
    make: 'Binary upload and download, signed by code',
    nodes: 's3',
    checks: 'the bytes of a file arrive, are fetched again, and all requests have a signature of AWS',
    run: async (instance) => {
      const stored = new Map<string, Buffer>();
      instance.services.play({ 's3.example': buckets(stored) });
      const credentials = await instance.credential('s3', {
        endpoint: 'https://s3.example',
        region: 'eu-west-1',
        accessKeyId: 'key-1',
        secretAccessKey: 'secret-1',
        forcePathStyle: true,
      });
      const common = { type: 'n8n-nodes-base.s3', credentials };
      const text = 'Grüße '.repeat(20_000);
      const run = await instance.run(
        {
          File: toFile,
          Upload: {
            ...common,
            parameters: { operation: 'upload', bucketName: 'box', fileName: 'notes/note.txt', binaryPropertyName: 'data' },
          },
          Download: {
            ...common,
            parameters: { operation: 'download', bucketName: 'box', fileKey: 'notes/note.txt', binaryPropertyName: 'copy' },
          },
        },
        [{ text }],
      );
      assert.equal(run.error, undefined);
      assert.equal(stored.get('/box/notes/note.txt')?.toString(), text);
      const [item] = run.items('Download');
      assert.equal(await instance.file(item, 'copy'), text);
      assert.equal(item?.binary?.['copy']?.fileName, 'note.txt');
    },
  },
  {
    make: 'Binary upload as a form',
    nodes: 'telegram',
    checks: 'the form has the file with its name and the fields; the answer comes out',
    run: async (instance) => {
      instance.services.play({ 'api.telegram.org': () => ({ content: { ok: true, result: { message_id: 7 } } }) });
      const run = await instance.run(
        {
          File: toFile,
          Send: {
            type: 'n8n-nodes-base.telegram',
            typeVersion: 1.2,
            credentials: await instance.credential('telegramApi', { accessToken: '42:token', baseUrl: 'https://api.telegram.org' }),
            parameters: {
              resource: 'message',
              operation: 'sendDocument',
              chatId: '1',
              binaryData: true,
              binaryPropertyName: 'data',
              additionalFields: { caption: 'A note' },
            },
          },
        },
        [{ text: 'content of the note' }],
      );
      assert.equal(run.error, undefined);
      assert.deepEqual(run.json('Send'), [{ ok: true, result: { message_id: 7 } }]);
      const [request] = instance.services.requests;
      assert.equal(`${request?.method} ${request?.path}`, 'POST /bot42:token/sendDocument');
      const form = await new Response(new Uint8Array(request?.body ?? []), {
        headers: { 'content-type': String(request?.headers['content-type']) },
      }).formData();
      const file = form.get('document') as File;
      assert.deepEqual([form.get('chat_id'), form.get('caption'), file.name], ['1', 'A note', 'note.txt']);
      assert.equal(await file.text(), 'content of the note');
    },
  },
];
