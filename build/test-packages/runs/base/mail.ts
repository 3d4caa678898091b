// A node that opens its connections by itself, with a library of the package.
import assert from 'node:assert/strict';
import { smtpServer } from '../../../../engine/testing/smtp-server.ts';
import type { Sketch } from '../instance.ts';
import type { RunCase } from '../run-cases.ts';
import { toFile } from './files.ts';

export const mail: RunCase = {
  make: 'Connection of its own, with consent',
  nodes: 'emailSend',
  checks: 'the connection to the mail server is refused until the package may open connections; then the message arrives',
  run: async (instance) => {
    const server = await smtpServer();
    try {
      const { host, port } = server;
      const send: Sketch = {
        type: 'n8n-nodes-base.emailSend',
        typeVersion: 2.1,
        credentials: await instance.credential('smtp', { host, port, secure: false, disableStartTls: true, user: '', password: '' }),
        parameters: {
          operation: 'send',
          fromEmail: 'me@example.com',
          toEmail: 'ann@example.com',
          subject: 'Hello',
          emailFormat: 'text',
          text: '={{ $json.text ?? "Text of the mail" }}',
          options: { appendAttribution: false, attachments: 'data' },
        },
      };
      const rejected = await instance.run({ File: toFile, Send: send }, [{ text: 'content' }]);
      assert.match(rejected.error ?? '', /may not open connections by itself/);
      await instance.allowNetwork('n8n-nodes-base');
      const run = await instance.run({ File: toFile, Send: send }, [{ text: 'content' }]);
      assert.equal(run.error, undefined);
      assert.deepEqual(
        server.received.map(({ from, to, text }) => [from, to, text.trim()]),
        [['me@example.com', ['ann@example.com'], 'Text of the mail']],
      );
      assert.deepEqual((run.json('Send')[0] as { accepted?: unknown } | undefined)?.accepted, ['ann@example.com']);
    } finally {
      await server.close();
    }
  },
};
