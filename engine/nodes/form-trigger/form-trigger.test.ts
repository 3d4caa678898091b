// Form Trigger: every kind of field on the page, and the submitted data.
import { afterEach, describe, expect, it } from 'vitest';
import { load } from 'cheerio';
import type { Item } from '../../contract/run-data.ts';
import { buildWorkflow } from '../../testing/build-workflow.ts';
import { webhookServer, type WebhookServer } from '../../testing/webhook-server.ts';

let server: WebhookServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

type Field = Readonly<Record<string, unknown>>;
const options = { values: [{ option: 'red' }, { option: '<b>' }] };

async function form(fields: readonly Field[], more: Field = {}, version = 2.2): Promise<string> {
  const trigger = {
    type: 'formTrigger',
    typeVersion: version,
    webhookId: 'id',
    parameters: { formTitle: 'A <form>', formFields: { values: fields }, ...more },
  };
  server = await webhookServer([buildWorkflow({ Form: trigger }, [], { id: 'w1', settings: { timezone: 'Asia/Tokyo' } })]);
  return `${server.address}/form/id`;
}

async function page(fields: readonly Field[], more: Field = {}, query = ''): Promise<ReturnType<typeof load>> {
  return load(await (await fetch(`${await form(fields, more)}${query}`)).text());
}

function data(values: readonly (readonly [string, string | File])[]): FormData {
  const body = new FormData();
  for (const [name, value] of values) body.append(name, value);
  return body;
}

async function received(): Promise<Item | undefined> {
  const execution = server?.executions.get('1');
  await execution?.done;
  return execution?.result?.resultData.runData['Form']?.[0]?.data?.['main']?.[0]?.[0];
}

describe('a page of hostile texts', () => {
  const texts = [
    '"><script>x</script>',
    "'><img src=x onerror=x>",
    '</title></textarea></select></style><svg onload=x>',
    '"autofocus onfocus="x',
    '<iframe srcdoc="<script>x</script>"></iframe>',
    '<a href="java&#x0a;script:x">l</a><a href="data:text/html,x">m</a>',
    '<form action="https://x.test"><input name="field-0">',
    '<meta http-equiv="refresh" content="0;url=https://x.test"><base href="https://x.test">',
    '<div style="background:url(https://x.test)">a</div><link rel="stylesheet" href="https://x.test">',
    '<div>'.repeat(30_000),
  ];
  const fieldsOf = (text: string): readonly [readonly Field[], Field] => [
    ['text', 'textarea', 'number', 'dropdown', 'radio', 'checkbox', 'file', 'hiddenField', 'html', text].map((fieldType) => ({
      fieldLabel: text,
      fieldName: text,
      fieldValue: text,
      fieldType,
      html: text,
      elementName: text,
      placeholder: text,
      defaultValue: text,
      acceptFileTypes: text,
      fieldOptions: { values: [{ option: text }] },
    })),
    { formTitle: text, formDescription: text, options: { buttonLabel: text, customCss: text } },
  ];

  it.each(texts)('runs and loads nothing: %s', async (text) => {
    const response = await fetch(await form(...fieldsOf(text)));
    const $ = load(await response.text());
    const own = ['script', 'meta', 'form', 'body > main'].map((selector) => $(selector).length);
    expect(own).toEqual([1, 3, 1, 1]);
    expect($('iframe, svg, object, embed, base, link, [style], [srcdoc], [action], [autofocus]').length).toBe(0);
    const names = $('*')
      .toArray()
      .flatMap((element) => Object.keys($(element).attr() ?? {}));
    expect(names.filter((name) => name.startsWith('on'))).toEqual([]);
    const links = $('a')
      .toArray()
      .map((element) => $(element).attr('href') ?? '');
    expect(links.filter((link) => /^(?:javascript|data):/i.test(link))).toEqual([]);
    expect(response.headers.get('content-security-policy')).toMatch(/default-src 'none'.*script-src 'sha256-[^ ]*';.*sandbox/);
    expect(response.headers.get('content-security-policy')).not.toMatch(/allow-same-origin|unsafe/);
  });
});

describe('the page', () => {
  it.each<[string, Field, string]>([
    ['text', { fieldLabel: 'N', placeholder: '"p"' }, 'input[type=text][placeholder=\'"p"\']'],
    ['text of older files', { fieldLabel: 'N', fieldType: 'string' }, 'input[type=text]'],
    ['textarea', { fieldLabel: 'N', fieldType: 'textarea' }, 'textarea'],
    ['number', { fieldLabel: 'N', fieldType: 'number' }, 'input[type=number][step=any]'],
    ['email', { fieldLabel: 'N', fieldType: 'email', requiredField: true }, 'input[type=email][required]'],
    ['password', { fieldLabel: 'N', fieldType: 'password', defaultValue: 'x' }, 'input[type=password]:not([value])'],
    ['date', { fieldLabel: 'N', fieldType: 'date' }, 'input[type=date]'],
    ['dropdown', { fieldLabel: 'N', fieldType: 'dropdown', fieldOptions: options }, 'select:has(option[value=""])'],
    [
      'file',
      { fieldLabel: 'N', fieldType: 'file', acceptFileTypes: '.pdf', multipleFiles: true },
      'input[type=file][accept=".pdf"][multiple]',
    ],
  ])('has a field with its label: %s', async (_, field, selector) => {
    const $ = await page([field]);
    const id = $('form label').attr('for');
    expect([$('form label').text().startsWith('N'), $(`#${id}`).is(selector), $('form').attr('method')]).toEqual([true, true, 'post']);
  });

  it.each<[string, Field, string]>([
    ['radio buttons', { fieldType: 'radio' }, 'radio'],
    ['checkboxes', { fieldType: 'checkbox' }, 'checkbox'],
    ['a dropdown of several', { fieldType: 'dropdown', multiselect: true }, 'checkbox'],
  ])('has a group with its legend: %s', async (_, field, type) => {
    const $ = await page([{ fieldLabel: 'N', fieldOptions: options, requiredField: true, ...field }]);
    expect([
      $('fieldset legend').text(),
      $(`fieldset label input[type=${type}]`)
        .map((_index, input) => $(input).attr('value'))
        .get(),
    ]).toEqual(['N (required)', ['red', '<b>']]);
  });

  it('escapes everything', async () => {
    const url = await form([{ fieldLabel: '"><script>alert(1)</script>', placeholder: '"><img onerror=x>' }], {
      formDescription: 'Hi <b onclick="x">you</b><script>alert(2)</script>\n<a href="javascript:alert(3)">x</a>',
      options: { customCss: '</style><script>alert(4)</script>', buttonLabel: '<i>Go</i>' },
    });
    const response = await fetch(url);
    const html = await response.text();
    const $ = load(html);
    expect([$('h1').text(), $('title').text(), $('button').text()]).toEqual(['A <form>', 'A <form>', '<i>Go</i>']);
    expect([$('script').length, $('img').length, $('.lead').html()]).toEqual([1, 0, 'Hi <b>you</b><br><a rel="noopener noreferrer">x</a>']);
    expect(html).not.toMatch(/alert\([1-4]\)<\/script>|onclick|javascript:/);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/default-src 'none'.*script-src 'sha256-[^ ;]+';.*sandbox allow-forms/);
    expect(policy).not.toContain('unsafe');
  });

  it('is prefilled from the query, including hidden fields', async () => {
    const fields = [
      { fieldLabel: 'Name' },
      { fieldName: 'ref', fieldType: 'hiddenField', fieldValue: 'none' },
      { fieldLabel: 'C', fieldType: 'checkbox', fieldOptions: options },
      { fieldLabel: 'D', defaultValue: 'start' },
    ];
    const $ = await page(fields, {}, '?Name=%22x&ref=ad&C=red&C=%3Cb%3E');
    expect([
      $('#field-0').attr('value'),
      $('[name=field-1]').attr('value'),
      $('[name=field-2][checked]').length,
      $('#field-3').attr('value'),
    ]).toEqual(['"x', 'ad', 2, 'start']);
  });

  it('names the product unless turned off', async () => {
    const footer = async (more: Field): Promise<string> => {
      const text = (await page([], more))('footer').text();
      await server?.stop();
      return text;
    };
    expect([await footer({}), await footer({ options: { appendAttribution: false } })]).toEqual(['Made with Millrace', '']);
  });
});

describe('submitted data', () => {
  it('becomes one item by label', async () => {
    const fields = [
      { fieldLabel: 'Name' },
      { fieldLabel: 'Age', fieldType: 'number' },
      { fieldLabel: 'Empty', fieldType: 'number' },
      { fieldLabel: 'Day', fieldType: 'date', formatDate: 'dd/mm/yyyy' },
      { fieldLabel: 'One', fieldType: 'dropdown', fieldOptions: options },
      { fieldLabel: 'Some', fieldType: 'dropdown', multiselect: true, fieldOptions: options },
      { fieldLabel: 'Pick', fieldType: 'radio', fieldOptions: options },
      { fieldLabel: 'None', fieldType: 'checkbox', fieldOptions: options },
      { fieldName: 'ref', fieldType: 'hiddenField', fieldValue: 'x' },
      { elementName: 'note', fieldType: 'html', html: '<b>n</b>' },
      { fieldType: 'html', html: 'unnamed' },
      { fieldLabel: 'Papers (2)', fieldType: 'file', multipleFiles: true },
      { fieldLabel: '__proto__' },
    ];
    const url = await form(fields);
    const file = (name: string): File => new File(['abc'], name, { type: 'text/plain' });
    const body = data([
      ['field-0', ' Ann '],
      ['field-1', '4.5'],
      ['field-2', ''],
      ['field-3', '2026-03-01'],
      ['field-4', 'red'],
      ['field-5', '<b>'],
      ['field-6', 'red'],
      ['field-8', 'y'],
      ['field-11', file('a')],
      ['field-11', file('b')],
      ['field-12', 'p'],
      ['other', 'not asked for'],
    ]);
    expect((await fetch(url, { method: 'POST', body })).status).toBe(200);
    const item = await received();
    expect(Object.entries(item?.json ?? {})).toEqual([
      ['Name', 'Ann'],
      ['Age', 4.5],
      ['Empty', 0],
      ['Day', '01/03/2026'],
      ['One', 'red'],
      ['Some', ['<b>']],
      ['Pick', 'red'],
      ['None', []],
      ['ref', 'y'],
      ['note', '<b>n</b>'],
      [
        'Papers (2)',
        [
          { filename: 'a', mimetype: 'text/plain', size: 3 },
          { filename: 'b', mimetype: 'text/plain', size: 3 },
        ],
      ],
      ['__proto__', 'p'],
      ['submittedAt', expect.stringMatching(/\+09:00$/)],
      ['formMode', 'production'],
    ]);
    expect(Object.keys(item?.binary ?? {})).toEqual(['Papers__2__0', 'Papers__2__1']);
  });

  // Version → change of the form's address.
  it.each([
    [1, 'is below the id', 'id/n8n-form'],
    [2, 'is its own', 'own'],
    [2.2, 'is an option', 'own'],
  ])('in version %s, its address %s', async (version, _change, address) => {
    await form([{ fieldLabel: 'Name' }], { path: version < 2.2 ? 'own' : '', options: version < 2.2 ? {} : { path: 'own' } }, version);
    const statuses = await Promise.all(['id/n8n-form', 'own'].map(async (path) => (await fetch(`${server?.address}/form/${path}`)).status));
    expect(statuses).toEqual(['id/n8n-form', 'own'].map((path) => (path === address ? 200 : 404)));
  });

  // Version → change → what fields have that were left empty.
  it.each([
    [2, 'numbers that are left empty are 0', 0],
    [2.1, 'numbers that are left empty are 0', 0],
    [2.5, 'numbers that are left empty are 0', 0],
    [2.6, 'numbers that are left empty are null', null],
  ])('in version %s, %s', async (version, _change, number) => {
    const fields = [{ fieldLabel: 'Age', fieldType: 'number' }, { fieldLabel: 'Day', fieldType: 'date' }, { fieldLabel: 'Name' }]; // oxfmt-ignore
    const url = await form(fields, { path: 'id', options: { path: 'id' } }, version);
    await fetch(url, { method: 'POST', body: data([['field-0', ''], ['field-1', ''], ['field-2', '']]) }); // oxfmt-ignore
    expect((await received())?.json).toMatchObject({ Age: number, Day: '', Name: '' });
  });

  it.each<[string, Field, readonly (readonly [string, string | File])[], string]>([
    ['a missing required value', { requiredField: true }, [['field-0', ' ']], 'Please fill in this field.'],
    ['no e-mail address', { fieldType: 'email' }, [['field-0', 'me@']], 'Please enter an e-mail address'],
    ['no number', { fieldType: 'number' }, [['field-0', '4a']], 'Please enter a number.'],
    ['no date', { fieldType: 'date' }, [['field-0', '2026-02-31']], 'Please enter a date.'],
    ['no option', { fieldType: 'radio', fieldOptions: options }, [['field-0', 'blue']], 'Please choose one of the options.'],
    [
      'two of one',
      { fieldType: 'dropdown', fieldOptions: options },
      [
        ['field-0', 'red'],
        ['field-0', '<b>'],
      ],
      'Please choose one of the options.',
    ],
    [
      'too few',
      { fieldType: 'checkbox', fieldOptions: options, limitSelection: 'exact', numberOfSelections: 2 },
      [['field-0', 'red']],
      'Please choose exactly 2.',
    ],
    [
      'too many',
      { fieldType: 'checkbox', fieldOptions: options, limitSelection: 'range', maxSelections: 1 },
      [
        ['field-0', 'red'],
        ['field-0', '<b>'],
      ],
      'Please choose at most 1.',
    ],
    [
      'another kind of file',
      { fieldType: 'file', acceptFileTypes: '.pdf, image/*' },
      [['field-0', new File(['x'], 'x.txt')]],
      'Please choose a file of these types: .pdf, image/*.',
    ],
    [
      'two files for one',
      { fieldType: 'file', multipleFiles: false },
      [
        ['field-0', new File(['x'], 'x')],
        ['field-0', new File(['y'], 'y')],
      ],
      'Please choose one file only.',
    ],
  ])('shows the form again for %s', async (_, field, values, message) => {
    const url = await form([{ fieldLabel: 'N', ...field }]);
    const response = await fetch(url, { method: 'POST', body: data(values) });
    const $ = load(await response.text());
    expect([response.status, $('[role=alert] a[href="#field-0"]').text(), $('#field-0-error').text(), server?.executions.size]).toEqual([
      422,
      'N',
      expect.stringContaining(message),
      0,
    ]);
    expect($('#field-0').attr('aria-describedby')).toBe('field-0-error');
  });

  it.each<[number, Field, RegExp]>([
    [2, {}, /Z$/],
    [2, { options: { useWorkflowTimezone: true } }, /\+09:00$/],
    [2.5, { options: { useWorkflowTimezone: false } }, /Z$/],
  ])('contains its time in version %s with %j', async (version, more, expected) => {
    await fetch(await form([], more, version), { method: 'POST', body: new URLSearchParams() });
    expect((await received())?.json['submittedAt']).toMatch(expected);
  });
});

it.each<[number, Field, string]>([
  [2.2, { path: 'root' }, 'root'],
  [2.3, { options: { path: 'own' } }, 'own'],
  [2.5, {}, 'id'],
])('has its path in version %s from %j', async (version, more, path) => {
  const url = await form([], more, version);
  expect((await fetch(url.replace(/id$/, path))).status).toBe(200);
});
