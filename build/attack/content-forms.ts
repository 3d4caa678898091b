// Forms with markup and headers in every text of authors and visitors: nothing is executed or loaded, and no header is injected.
import type { Sketch } from '../faults/workflows.ts';
import { row } from '../faults/workflows.ts';
import { Tally, type Attack } from './attack.ts';
import { call, type ReceivedResponse } from './client.ts';
import { activate } from './runs.ts';
import type { Target } from './target.ts';

const texts: readonly string[] = [
  '"><script>alert(1)</script>',
  "'><img src=x onerror=alert(1)>",
  '</title></textarea></select></style></script><svg onload=alert(1)>',
  '"autofocus onfocus="alert(1)',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<a href="javascript:alert(1)">l</a><a href="java&#x0a;script:alert(1)">m</a><a href="data:text/html,x">n</a>',
  '<form action="https://x.test"><input name="field-0" onfocus=alert(1)>',
  '<meta http-equiv="refresh" content="0;url=https://x.test"><base href="https://x.test"><link rel="stylesheet" href="https://x.test">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=alert(1)&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<div style="background:url(https://x.test)">a</div><style>@import "https://x.test"</style>',
  '{{ $env.ATTACK_CANARY }}${7*7}<%= 7*7 %>',
  'a\r\nset-cookie: millrace-auth=x\r\n\r\n<script>alert(1)</script>',
  '\u202egnp.exe\u0000\u0007',
];

const kinds = ['text', 'textarea', 'number', 'dropdown', 'radio', 'checkbox', 'file', 'hiddenField', 'html'];

const fieldsOf = (text: string): readonly object[] =>
  kinds.map((fieldType) => ({
    fieldLabel: `${fieldType} ${text}`,
    fieldType,
    fieldName: text,
    fieldValue: text,
    elementName: text,
    html: text,
    placeholder: text,
    defaultValue: text,
    acceptFileTypes: '',
    fieldOptions: { values: [{ option: text }] },
  }));

const trigger = (text: string): Sketch => ({
  type: 'formTrigger',
  typeVersion: 2.2,
  parameters: {
    formTitle: text,
    formDescription: text,
    formFields: { values: fieldsOf(text) },
    responseMode: 'lastNode',
    options: { buttonLabel: text, customCss: text },
  },
});

const completion = (text: string): Sketch => ({
  type: 'form',
  parameters: {
    operation: 'completion',
    respondWith: 'text',
    completionTitle: text,
    completionMessage: text,
    options: { customCss: text },
  },
});

/**
 * Returns what is wrong with a page: tags and attributes that run or load something, apart from the product's own style and script, or a missing
 * policy.
 */
function fault({ status, headers, text }: ReceivedResponse): string | undefined {
  const policy = String(headers['content-security-policy'] ?? '');
  if (status >= 500) return `status ${status}`;
  if (String(headers['set-cookie'] ?? '').includes('millrace-auth')) return 'a cookie of the product';
  if (!/text\/html/.test(String(headers['content-type']))) return undefined;
  if (!/\bsandbox\b/.test(policy) || /allow-same-origin/.test(policy)) return `the policy ${policy}`;
  if ((text.match(/<script\b/gi) ?? []).length > 1) return 'a script';
  const markup = text.replaceAll(/<(style|script)>.*?<\/\1>/gs, '');
  const match =
    /<(?:script|style|svg|math|iframe|object|embed|base|link|noscript|form[^>]*\saction)\b|<[a-z][^<>]*\s(?:on\w+|style|srcdoc|autofocus)\s*=|href="\s*(?:javascript|data:text)/i.exec(
      // Quoted values may contain anything.
      markup.replaceAll(/="[^"]*"/g, (value) => (/^="\s*(?:javascript|data:text)/i.test(value) ? value : '=""')),
    );
  return match?.[0];
}

async function attackForm(target: Target, text: string, index: number, tally: Tally): Promise<void> {
  const name = `form-${index}`;
  const id = await activate(target.member, row(name, { Form: trigger(text), End: completion(text) }));
  const path = `/form/${name}-Form`;
  const notify = (what: string, receivedResponse: ReceivedResponse): void => {
    const problem = fault(receivedResponse);
    const leak = target.leak(receivedResponse.text);
    tally.check(problem === undefined && leak === undefined, `${what} holds ${leak ?? problem}`, `${path}: ${text}`);
  };
  const publicResponse = await call(target.url, { path });
  tally.check(publicResponse.status === 200, `The form was answered with ${publicResponse.status}`, `${path}: ${text}`);
  notify('The form', publicResponse);
  const part = (field: string, value: string, more = ''): string =>
    `--b\r\ncontent-disposition: form-data; name="${field}"${more}\r\n\r\n${value}\r\n`;
  const quoted = text.replaceAll(/["\r\n\0]/g, '%22');
  const fileName = `; filename="../../${quoted}"; filename*=UTF-8''${encodeURIComponent(text)}`;
  const send = (valueOf: (kind: string) => string): Promise<ReceivedResponse> => {
    const fields = kinds.map((kind, at) => part(`field-${at}`, valueOf(kind), kind === 'file' ? fileName : ''));
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    return call(target.url, { method: 'POST', path, headers, body: `${fields.join('')}${part(quoted, text)}--b--\r\n` });
  };
  notify('The form that was filled in wrongly', await send(() => text));
  const accepted = await send((kind) => (kind === 'number' ? '1' : text));
  notify('The page at the end', accepted);
  tally.check(accepted.status === 200, `The form was not accepted: ${accepted.status}`, `${path}: ${text}`);
  await target.member.data('DELETE', `workflows/${id}`);
}

/** Returns a file with this name from a webhook: the name must not break its header. */
async function attackFileName(target: Target, name: string, index: number, tally: Tally): Promise<void> {
  const path = `file-${index}`;
  const id = await activate(
    target.member,
    row(path, {
      Hook: {
        type: 'webhook',
        typeVersion: 2,
        parameters: {
          path,
          httpMethod: 'GET',
          responseMode: 'lastNode',
          responseData: 'firstEntryBinary',
          responseBinaryPropertyName: 'data',
          options: {},
        },
      },
      Set: {
        type: 'set',
        typeVersion: 3.4,
        parameters: {
          assignments: { assignments: [{ id: 'a', name: 'a', type: 'string', value: '<script>alert(1)</script>' }] },
          options: {},
        },
      },
      File: {
        type: 'convertToFile',
        typeVersion: 1.1,
        parameters: { operation: 'toText', sourceProperty: 'a', binaryPropertyName: 'data', options: { fileName: name } },
      },
    }),
  );
  const receivedResponse = await call(target.url, { path: `/webhook/${path}` });
  const disposition = String(receivedResponse.headers['content-disposition'] ?? '');
  const isPrevented =
    fault(receivedResponse) === undefined && /^(?:(?:inline|attachment); filename\*=UTF-8''[\w%.!~*'()-]*)?$/.test(disposition);
  tally.check(
    isPrevented,
    `The file was sent with ${disposition} (${fault(receivedResponse) ?? receivedResponse.status})`,
    `Convert to File: ${name}`,
  );
  await target.member.data('DELETE', `workflows/${id}`);
}

export const hostileForms: Attack = {
  area: 'Forms and file names',
  async run(target) {
    const tally = new Tally();
    for (const [index, text] of texts.entries()) {
      await attackForm(target, text, index, tally);
      await attackFileName(target, text, index, tally);
    }
    return tally;
  },
};
