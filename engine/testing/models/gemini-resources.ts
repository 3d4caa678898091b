// What Google's API has besides models that chat: files, stores of files, images, videos. Written from Google's API reference.
import type { ServerResponse } from 'node:http';
import type { JsonObject } from '../../contract/json.ts';
import type { ReceivedRequest } from '../stub-server.ts';
import { sendJson } from './scripted-model.ts';

type Respond = (response: ServerResponse) => void;

const IMAGE = Buffer.from('image').toString('base64');

/** Returns what responds to a path of the API; undefined for other paths. Files and operations are finished at the second question. */
export function geminiResources(): (request: ReceivedRequest) => Respond | undefined {
  let questions = 0;
  return ({ url, method, body, headers }) => {
    const { pathname } = new URL(url, 'http://stub');
    const origin = `http://${headers.host}`;
    const json =
      (value: JsonObject, more: Readonly<Record<string, string>> = {}): Respond =>
      (response) =>
        sendJson(response, 200, value, more);
    if (pathname.startsWith('/upload/')) {
      const store = pathname.endsWith(':uploadToFileSearchStore');
      const command = headers['x-goog-upload-command'];
      if (command === 'start') return json({}, { 'x-goog-upload-url': `${origin}${pathname}?upload_id=1` });
      return json(store ? { name: 'operations/1' } : { file: fileOf(origin, 'PROCESSING') });
    }
    if (pathname.startsWith('/v1beta/files/')) return json(fileOf(origin, ++questions > 1 ? 'ACTIVE' : 'PROCESSING'));
    if (pathname.startsWith('/v1beta/fileSearchStores')) {
      const name = pathname.slice('/v1beta/'.length);
      if (method === 'GET') return json({ fileSearchStores: [{ name: 'fileSearchStores/one' }], nextPageToken: 'next' });
      return json(method === 'DELETE' ? {} : { name: `${name}/one`, displayName: (JSON.parse(body) as JsonObject)['displayName'] });
    }
    if (pathname.startsWith('/v1beta/operations/')) {
      return json(++questions > 1 ? { name: 'operations/1', done: true, response: operationResult(origin) } : { name: 'operations/1' });
    }
    if (pathname.endsWith(':predictLongRunning')) return json({ name: 'operations/1' });
    if (pathname.endsWith(':predict')) return json({ predictions: [{ bytesBase64Encoded: IMAGE, mimeType: 'image/png' }] });
    if (pathname.includes('image') && pathname.endsWith(':generateContent')) {
      const parts = [{ text: 'Here it is' }, { inlineData: { mimeType: 'image/png', data: IMAGE } }];
      return json({ candidates: [{ content: { role: 'model', parts } }] });
    }
    if (pathname.startsWith('/download/')) {
      return (response) => {
        response.writeHead(200, { 'content-type': 'video/mp4' });
        response.end('moving pictures');
      };
    }
    return undefined;
  };
}

const fileOf = (origin: string, state: string): JsonObject => ({
  name: 'files/1',
  uri: `${origin}/v1beta/files/1`,
  mimeType: 'audio/mpeg',
  state,
});

const operationResult = (origin: string): JsonObject => ({
  documentName: 'fileSearchStores/one/documents/1',
  generateVideoResponse: { generatedSamples: [{ video: { uri: `${origin}/download/video` } }] },
});
