// What OpenAI's API has besides models that chat: speech, images, files, moderation, conversations, videos. Written from OpenAI's API reference.
import type { ServerResponse } from 'node:http';
import type { JsonObject } from '../../contract/json.ts';
import type { ReceivedRequest } from '../stub-server.ts';
import { sendJson } from './scripted-model.ts';

type Respond = (request: ReceivedRequest, response: ServerResponse) => void;

const files: readonly JsonObject[] = [
  { id: 'file-1', object: 'file', filename: 'notes.txt', purpose: 'assistants' },
  { id: 'file-2', object: 'file', filename: 'photo.png', purpose: 'vision' },
];

/** Base64 of "image". */
const IMAGE = Buffer.from('image').toString('base64');

/** Returns what responds to a path of the API; undefined for other paths. Tasks have ended at the second question. */
export function openAiResources(): (request: ReceivedRequest) => Respond | undefined {
  let questions = 0;
  const task = (states: readonly [first: JsonObject, last: JsonObject]): JsonObject => (++questions > 1 ? states[1] : states[0]);
  return ({ url, method, body }) => {
    const { pathname, searchParams } = new URL(url, 'http://stub');
    const path = pathname.replace(/^\/v1/, '');
    const json =
      (value: JsonObject): Respond =>
      (_, response) =>
        sendJson(response, 200, value);
    const id = path.split('/')[2];
    switch (path.split('/')[1]) {
      case 'audio':
        return path === '/audio/speech'
          ? bytes(`spoken: ${String(parsed(body)['input'])}`, 'audio/mpeg')
          : json({ text: `Heard at ${path}` });
      case 'images':
        return json({ created: 1, data: images(path === '/images/edits' ? {} : parsed(body)) });
      case 'moderations':
        return json({ id: 'modr-1', model: parsed(body)['model'], results: [{ flagged: true, categories: { violence: true } }] });
      case 'files': {
        if (method === 'DELETE') return json({ id, object: 'file', deleted: true });
        if (method === 'POST') return json({ id: 'file-3', object: 'file', bytes: body.length });
        const purpose = searchParams.get('purpose');
        return json({ object: 'list', data: files.filter((file) => purpose === null || file['purpose'] === purpose) });
      }
      case 'conversations':
        if (method === 'DELETE') return json({ id, object: 'conversation.deleted', deleted: true });
        return json({ id: id ?? 'conv_1', object: 'conversation', metadata: method === 'POST' ? (parsed(body)['metadata'] ?? {}) : {} });
      case 'videos':
        if (path.endsWith('/content')) return bytes('moving pictures', 'video/mp4');
        if (method === 'POST' && body.includes('\r\nmissing\r\n'))
          return (_, response) => sendJson(response, 404, { error: { message: 'Not found' } });
        if (method === 'POST') return json({ id: 'video_1', object: 'video', status: 'queued' });
        return json(
          task([
            { id, status: 'in_progress' },
            { id, status: 'completed' },
          ]),
        );
      case 'responses':
        if (id === undefined) return undefined;
        return json(task([{ id, status: 'in_progress' }, finishedResponse(id)]));
      default:
        return undefined;
    }
  };
}

const finishedResponse = (id: string): JsonObject => ({
  id,
  status: 'completed',
  output: [{ type: 'message', id: 'msg_1', role: 'assistant', content: [{ type: 'output_text', text: 'At last' }] }],
});

const parsed = (body: string): JsonObject => JSON.parse(body) as JsonObject;

const images = ({ n = 1, response_format: format }: JsonObject): readonly JsonObject[] =>
  Array.from({ length: Number(n) }, (_, index) =>
    format === 'url' ? { url: `https://example.com/${index}.png`, revised_prompt: 'A cat' } : { b64_json: IMAGE },
  );

const bytes =
  (content: string, type: string): Respond =>
  (_, response) => {
    response.writeHead(200, { 'content-type': type });
    response.end(content);
  };
