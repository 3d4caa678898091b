// Nodes without code of their own whose descriptions have code around the request (`preSend`, `postReceive`).
import assert from 'node:assert/strict';
import type { RunCase } from '../run-cases.ts';
import { toFile } from './files.ts';

export const codeAround: readonly RunCase[] = [
  {
    make: 'Code in preSend',
    nodes: 'sendInBlue',
    checks: 'the code turns lists of addresses and a file into the body of the request, which the program signs',
    run: async (instance) => {
      instance.services.play({ 'api.brevo.com': () => ({ status: 201, content: { messageId: '<1@brevo>' } }) });
      const additionalFields = {
        emailAttachments: { attachment: { binaryPropertyName: 'data' } },
        receipientsCC: { receipientCc: { cc: 'cc@example.com' } },
        emailTags: { tags: { tag: 'news, weekly' } },
      };
      const run = await instance.run(
        {
          File: toFile,
          Send: {
            type: 'n8n-nodes-base.sendInBlue',
            credentials: await instance.credential('sendInBlueApi', { apiKey: 'key-1' }),
            parameters: {
              resource: 'email',
              operation: 'send',
              subject: 'Hello',
              textContent: 'Text',
              sender: 'me@example.com',
              receipients: 'ann@example.com, ben@example.com',
              additionalFields,
            },
          },
        },
        [{ text: 'content' }],
      );
      assert.equal(run.error, undefined);
      assert.deepEqual(run.json('Send'), [{ messageId: '<1@brevo>' }]);
      const [request] = instance.services.requests;
      assert.deepEqual([request?.method, request?.path, request?.headers['api-key']], ['POST', '/v3/smtp/email', 'key-1']);
      assert.deepEqual(request?.json(), {
        subject: 'Hello',
        textContent: 'Text',
        sender: { email: 'me@example.com' },
        to: [{ email: 'ann@example.com' }, { email: 'ben@example.com' }],
        cc: [{ email: 'cc@example.com' }],
        tags: ['news', 'weekly'],
        attachment: [{ content: Buffer.from('content').toString('base64'), name: 'note.txt' }],
      });
    },
  },
  {
    make: 'Code in preSend with a file',
    nodes: 'whatsApp',
    checks: 'the file of the item is sent as a form, signed by the program',
    run: async (instance) => {
      instance.services.play({ 'graph.facebook.com': () => ({ content: { id: 'media-1' } }) });
      const run = await instance.run(
        {
          File: toFile,
          Upload: {
            type: 'n8n-nodes-base.whatsApp',
            typeVersion: 1,
            credentials: await instance.credential('whatsAppApi', { accessToken: 'wa-1', businessAccountId: '1' }),
            parameters: {
              resource: 'media',
              operation: 'mediaUpload',
              phoneNumberId: '55',
              mediaPropertyName: 'data',
              additionalFields: {},
            },
          },
        },
        [{ text: 'content' }],
      );
      assert.equal(run.error, undefined);
      assert.deepEqual(run.json('Upload'), [{ id: 'media-1' }]);
      const [request] = instance.services.requests;
      assert.deepEqual([request?.method, request?.path, request?.headers['authorization']], ['POST', '/v13.0/55/media', 'Bearer wa-1']);
      const body = request?.body.toString() ?? '';
      assert.match(body, /name="file"; filename="note\.txt"/);
      assert.match(body, /content\r\n/);
    },
  },
  {
    make: 'Code in postReceive, and a session of the credential',
    nodes: 'metabase',
    checks:
      'the session is fetched once by code of the credential, and the response becomes the items and the file that the code makes of it',
    run: async (instance) => {
      let sessions = 0;
      instance.services.play({
        'metabase.example': ({ path, headers }) => {
          if (path === '/api/session') return { content: { id: `session-${++sessions}` } };
          if (headers['x-metabase-session'] !== 'session-1') return { status: 401, content: 'Unauthenticated' };
          if (path === '/api/card/7/query/csv') return { headers: { 'content-type': 'text/csv' }, content: 'a,b\n1,2\n' };
          return { content: { data: [{ id: 1, name: 'Sample', details: { host: 'db', port: 1 } }] } };
        },
      });
      const credentials = await instance.credential('metabaseApi', {
        url: 'https://metabase.example',
        username: 'ann',
        password: 'secret-1',
      });
      const type = 'n8n-nodes-base.metabase';
      const run = await instance.run({
        List: { type, credentials, parameters: { resource: 'databases', operation: 'getAll', simple: true } },
        Result: { type, credentials, parameters: { resource: 'questions', operation: 'resultData', questionId: '7', format: 'csv' } },
      });
      assert.equal(run.error, undefined);
      assert.equal(run.json('List')[0]?.['name'], 'Sample');
      assert.equal(await instance.file(run.items('Result')[0]), 'a,b\n1,2\n');
      assert.equal(sessions, 1);
    },
  },
];
