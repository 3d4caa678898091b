import { describe, expect, it } from 'vitest';
import { setPath } from '../../workflow/values/object-path.ts';
import { convertCommand, MAX_COMMAND } from './convert.ts';

type Parameters = Readonly<Record<string, unknown>>;

/** Returns the parameters of the resulting node, and the codes of the notices. */
function converted(command: string): { parameters: Parameters; notices: readonly { code: string; message: string }[] } {
  const emptyResult = { parameters: {}, notices: [] };
  for (const [path, value] of Object.entries(convertCommand(command).parameters)) setPath(emptyResult, path, value);
  return emptyResult;
}
const bodyFields = (fields: Readonly<Record<string, string>>) => ({
  parameters: Object.entries(fields).map(([name, value]) => ({ name, value })),
});

const to = (method: string, url: string, ...more: readonly Parameters[]): Parameters =>
  Object.assign({ method, url, authentication: 'none', sendQuery: false, sendHeaders: false, sendBody: false }, ...more) as Parameters;
const get = (url: string, ...more: readonly Parameters[]): Parameters => to('GET', url, ...more);
const post = (url: string, ...more: readonly Parameters[]): Parameters => to('POST', url, ...more);
const query = (fields: Record<string, string>) => ({ sendQuery: true, specifyQuery: 'keypair', queryParameters: bodyFields(fields) });
const headers = (fields: Record<string, string>) => ({
  sendHeaders: true,
  specifyHeaders: 'keypair',
  headerParameters: bodyFields(fields),
});
const json = (jsonBody: string) => ({ sendBody: true, contentType: 'json', specifyBody: 'json', jsonBody });
const form = (fields: Record<string, string>) => ({
  sendBody: true,
  contentType: 'form-urlencoded',
  specifyBody: 'keypair',
  bodyParameters: bodyFields(fields),
});
const formText = (body: string) => ({ sendBody: true, contentType: 'raw', rawContentType: 'application/x-www-form-urlencoded', body });
const raw = (rawContentType: string, body: string) => ({ sendBody: true, contentType: 'raw', rawContentType, body });
const multipart = (...parameters: readonly Parameters[]) => ({
  sendBody: true,
  contentType: 'multipart-form-data',
  bodyParameters: { parameters },
});
const formField = (name: string, value: string) => ({ parameterType: 'formData', name, value });
const file = (name: string, inputDataFieldName = 'data') => ({ parameterType: 'formBinaryData', name, inputDataFieldName });
const binary = { sendBody: true, contentType: 'binaryData', inputDataFieldName: 'data' };
const options = (values: Parameters) => ({ options: values });
const response = (values: Parameters) => options({ response: { response: values } });
const redirect = (values: Parameters) => options({ redirect: { redirect: values } });
const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`;
const FORM = 'application/x-www-form-urlencoded';
const at = 'https://example.com/a';

type Row = readonly [command: string, parameters: Parameters, ...notices: string[]];

const documentation: readonly Row[] = [
  // Stripe
  [
    `curl https://api.stripe.com/v1/charges \\
  -u sk_test_4eC39Hq: \\
  -d amount=2000 \\
  -d currency=usd \\
  -d source=tok_visa \\
  -d "description=My First Test Charge (created for API docs)"`,
    post(
      'https://api.stripe.com/v1/charges',
      headers({ Authorization: basic('sk_test_4eC39Hq:') }),
      form({ amount: '2000', currency: 'usd', source: 'tok_visa', description: 'My First Test Charge (created for API docs)' }),
    ),
  ],
  [
    'curl -G https://api.stripe.com/v1/charges -u "sk_test_x:" -d limit=3',
    get('https://api.stripe.com/v1/charges', query({ limit: '3' }), headers({ Authorization: basic('sk_test_x:') })),
  ],
  [
    'curl -X DELETE https://api.stripe.com/v1/customers/cus_1 -H "Idempotency-Key: 7" -u "sk_test_x:"',
    to('DELETE', 'https://api.stripe.com/v1/customers/cus_1', headers({ 'Idempotency-Key': '7', Authorization: basic('sk_test_x:') })),
  ],
  // GitHub
  [
    `curl -L \\
  -X POST \\
  -H "Accept: application/vnd.github+json" \\
  -H "Authorization: Bearer <YOUR-TOKEN>" \\
  -H "X-GitHub-Api-Version: 2022-11-28" \\
  https://api.github.com/repos/OWNER/REPO/issues \\
  -d '{"title":"Found a bug","body":"I'\\''m having a problem","labels":["bug"]}'`,
    post(
      'https://api.github.com/repos/OWNER/REPO/issues',
      headers({
        Accept: 'application/vnd.github+json',
        Authorization: 'Bearer <YOUR-TOKEN>',
        'X-GitHub-Api-Version': '2022-11-28',
      }),
      formText(`{"title":"Found a bug","body":"I'm having a problem","labels":["bug"]}`),
      redirect({ followRedirects: true }),
    ),
  ],
  [
    'curl --request GET --url "https://api.github.com/octocat" --header "X-GitHub-Api-Version: 2022-11-28"',
    get('https://api.github.com/octocat', headers({ 'X-GitHub-Api-Version': '2022-11-28' })),
  ],
  // OpenAI
  [
    `curl https://api.openai.com/v1/chat/completions \\
  -H "Content-Type: application/json" \\
  -H "Authorization: Bearer $OPENAI_API_KEY" \\
  -d '{
    "model": "gpt-4",
    "messages": [{"role": "user", "content": "Hello!"}]
  }'`,
    post(
      'https://api.openai.com/v1/chat/completions',
      headers({ Authorization: 'Bearer $OPENAI_API_KEY' }),
      json('{\n    "model": "gpt-4",\n    "messages": [{"role": "user", "content": "Hello!"}]\n  }'),
    ),
    'SHELL_VALUES',
  ],
  [
    `curl https://api.openai.com/v1/audio/transcriptions \\
  -H "Content-Type: multipart/form-data" \\
  -F file="@/path/to/file/audio.mp3" \\
  -F model="whisper-1"`,
    post('https://api.openai.com/v1/audio/transcriptions', multipart(file('file'), formField('model', 'whisper-1'))),
    'FILE_NEEDED',
  ],
  // Slack
  [
    `curl -X POST -H 'Content-type: application/json' --data '{"text":"Hello, World!"}' https://hooks.slack.com/services/T0/B0/x`,
    post('https://hooks.slack.com/services/T0/B0/x', json('{"text":"Hello, World!"}')),
  ],
  [
    `curl -F file=@dramacat.gif -F "initial_comment=Shakes the cat" -F channels=C024BE91L,D032AC32T -H "Authorization: Bearer xoxb" https://slack.com/api/files.upload`,
    post(
      'https://slack.com/api/files.upload',
      headers({ Authorization: 'Bearer xoxb' }),
      multipart(file('file'), formField('initial_comment', 'Shakes the cat'), formField('channels', 'C024BE91L,D032AC32T')),
    ),
    'FILE_NEEDED',
  ],
  [
    `curl -X POST -H 'Authorization: Bearer xoxb' -H 'Content-type: application/json; charset=utf-8' -d '{"channel":"C1"}' https://slack.com/api/chat.postMessage`,
    post(
      'https://slack.com/api/chat.postMessage',
      headers({ Authorization: 'Bearer xoxb', 'Content-type': 'application/json; charset=utf-8' }),
      json('{"channel":"C1"}'),
    ),
  ],
  // Twilio
  [
    `curl 'https://api.twilio.com/2010-04-01/Accounts/AC1/Messages.json' -X POST \\
--data-urlencode 'To=+15558675310' \\
--data-urlencode 'Body=This is the ship that made the Kessel Run & more' \\
-u AC1:token`,
    post(
      'https://api.twilio.com/2010-04-01/Accounts/AC1/Messages.json',
      headers({ Authorization: basic('AC1:token') }),
      form({ To: '+15558675310', Body: 'This is the ship that made the Kessel Run & more' }),
    ),
  ],
  // Elasticsearch, with a body in a here-document
  [
    `curl -XPUT "localhost:9200/books/_doc/1?pretty" -H 'Content-Type: application/json' -d @- <<'EOF'
{ "name": "Snow $Crash" }
EOF
`,
    to('PUT', 'http://localhost:9200/books/_doc/1?pretty', json('{ "name": "Snow $Crash" }')),
  ],
  // Google
  [
    `curl -X POST -H "Authorization: Bearer $(gcloud auth print-access-token)" -H 'Content-Type: application/json' https://x.example/v1 -d "$(cat <<EOF
{"a": ":)"}
EOF
)"`,
    post('https://x.example/v1', headers({ Authorization: 'Bearer $(gcloud auth print-access-token)' }), json('{"a": ":)"}')),
    'SHELL_VALUES',
  ],
];

const copied: readonly Row[] = [
  // Chrome, bash
  [
    `curl 'https://shop.example/api/items?page=2&sort=name' \\
  -H 'accept: application/json, text/plain, */*' \\
  -H 'accept-language: en-US,en;q=0.9' \\
  -H 'content-type: application/json' \\
  -b 'sid=abc; theme=dark' \\
  -H 'sec-ch-ua: "Chromium";v="130", "Not?A_Brand";v="99"' \\
  -H 'user-agent: Mozilla/5.0 (X11; Linux x86_64)' \\
  --data-raw $'{"note":"it\\'s \\u0021 caf\\u00e9\\\\n"}' \\
  --compressed`,
    post(
      'https://shop.example/api/items',
      query({ page: '2', sort: 'name' }),
      headers({
        accept: 'application/json, text/plain, */*',
        'accept-language': 'en-US,en;q=0.9',
        'sec-ch-ua': '"Chromium";v="130", "Not?A_Brand";v="99"',
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)',
        Cookie: 'sid=abc; theme=dark',
      }),
      json('{"note":"it\'s ! café\\n"}'),
    ),
  ],
  [
    String.raw`curl 'https://shop.example/upload' -H 'content-type: multipart/form-data; boundary=----WebKitFormBoundaryA' --data-raw $'------WebKitFormBoundaryA\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n------WebKitFormBoundaryA--\r\n'`,
    post(
      'https://shop.example/upload',
      raw(
        'multipart/form-data; boundary=----WebKitFormBoundaryA',
        '------WebKitFormBoundaryA\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n------WebKitFormBoundaryA--\r\n',
      ),
    ),
  ],
  [String.raw`curl 'https://shop.example/\[a\]/\{b\}'`, get('https://shop.example/[a]/{b}')],
  // Chrome, cmd
  [
    'curl ^"https://shop.example/api?q=a^%^20b^&n=1^" ^\r\n  -H ^"accept: */*^" ^\r\n  -H ^"content-type: application/json^" ^\r\n' +
      '  --data-raw ^"^{^\\^"name^\\^":^\\^"it\'s 100^% ^\\^\\^n^\\^"^}^"',
    post('https://shop.example/api', query({ q: 'a b', n: '1' }), headers({ accept: '*/*' }), json('{"name":"it\'s 100% \\n"}')),
  ],
  [
    'curl "https://shop.example/api" ^\r\n  -H "content-type: text/plain" ^\r\n  --data-binary "one ^\r\n\r\ntwo \\"quoted\\" three" ^\r\n  --compressed',
    post('https://shop.example/api', raw('text/plain', 'one \ntwo "quoted" three')),
  ],
  [
    'curl "https://shop.example/api" ^\n -H "content-type: application/json" ^\n --data-raw "^{^\\^"a^\\^":1^}"',
    post('https://shop.example/api', json('{"a":1}')),
  ],
  // Firefox
  [
    `curl 'https://shop.example/login' --compressed -X POST -H 'User-Agent: Mozilla/5.0 Firefox/132.0' -H 'Accept-Encoding: gzip, deflate, br, zstd' -H 'Content-Type: application/x-www-form-urlencoded' -H 'Connection: keep-alive' -H 'Content-Length: 24' --data-raw 'user=a%40b.c&pass=x+y%26z'`,
    post(
      'https://shop.example/login',
      headers({ 'User-Agent': 'Mozilla/5.0 Firefox/132.0', 'Accept-Encoding': 'gzip, deflate, br, zstd' }),
      form({ user: 'a@b.c', pass: 'x y&z' }),
    ),
  ],
  [
    String.raw`curl 'https://shop.example/x' --data-raw $'name=Zo\xeb&b=1' -H 'Content-Type: text/plain;charset=UTF-8'`,
    post('https://shop.example/x', raw('text/plain;charset=UTF-8', 'name=Zoë&b=1')),
  ],
  // Postman
  [
    `curl --location --globoff --request PUT 'https://{{host}}/v1/items/[id]' \\
--header 'Content-Type: application/json' \\
--header 'x-api-key: {{key}}' \\
--data-raw '{
    "a": "{{value}}"
}'`,
    to(
      'PUT',
      'https://{{host}}/v1/items/[id]',
      headers({ 'x-api-key': '{{key}}' }),
      json('{\n    "a": "{{value}}"\n}'),
      redirect({ followRedirects: true }),
    ),
  ],
  [
    `curl --location 'https://postman-echo.com/post' --form 'a="x y"' --form 'f=@"/C:/tmp/a;b.png"' --form 'g=@"b.pdf"'`,
    post(
      'https://postman-echo.com/post',
      multipart(formField('a', 'x y'), file('f'), file('g', 'data2')),
      redirect({ followRedirects: true }),
    ),
    'FILE_NEEDED',
  ],
  [
    `curl --location 'https://postman-echo.com/post' --header 'Content-Type: application/x-www-form-urlencoded' --data-urlencode 'a=1 2' --data-urlencode 'b=ü'`,
    post('https://postman-echo.com/post', form({ a: '1 2', b: 'ü' }), redirect({ followRedirects: true })),
  ],
  // PowerShell
  [
    'curl.exe -X POST "https://shop.example/a" `\r\n  -H "Accept: text/`"x`"" `\r\n  -H \'Content-Type: application/json\' `\r\n  -d \'{\\"it\\":\\"\'\'s\\"}\'',
    post('https://shop.example/a', headers({ Accept: 'text/"x"' }), json('{"it":"\'s"}')),
  ],
  [
    'curl.exe https://shop.example/a `\n -H "Content-Type: application/json" -H "Authorization: Bearer $env:TOKEN" `\n -d @\'\n{"a": "b`c"}\n\'@',
    post('https://shop.example/a', headers({ Authorization: 'Bearer $env:TOKEN' }), json('{"a": "b`c"}')),
    'SHELL_VALUES',
  ],
];

const flags: readonly Row[] = [
  [`curl ${at}`, get(at)],
  ['curl example.com', get('http://example.com')],
  ['curl "https://example.com"', get('https://example.com')],
  ['curl https://user:pass@example.com/a#part', get('https://user:pass@example.com/a')],
  [`curl -XPOST ${at}`, post(at)],
  [`curl --request=patch ${at}`, to('PATCH', at)],
  [`curl -X PURGE ${at}`, to('=PURGE', at), 'METHOD_UNUSUAL'],
  [`curl -sSLk ${at}`, get(at, options({ redirect: { redirect: { followRedirects: true } }, allowUnauthorizedCerts: true }))],
  [`curl -L --max-redirs 3 ${at}`, get(at, redirect({ followRedirects: true, maxRedirects: 3 }))],
  [`curl -L --max-redirs 0 ${at}`, get(at, redirect({ followRedirects: false }))],
  [
    `curl --location-trusted ${at}`,
    get(at, options({ redirect: { redirect: { followRedirects: true } }, sendCredentialsOnCrossOriginRedirect: true })),
  ],
  [`curl -m 2.5 --connect-timeout 1 ${at}`, get(at, options({ timeout: 2500 }))],
  [`curl --connect-timeout 20 ${at}`, get(at, options({ timeout: 20_000 })), 'TIME_LIMIT'],
  [`curl -x proxy.example:3128 -U me:p@ss ${at}`, get(at, options({ proxy: 'http://me:p%40ss@proxy.example:3128' }))],
  [`curl --proxy=https://p.example:1 ${at}`, get(at, options({ proxy: 'https://p.example:1' }))],
  [`curl -x socks5://p.example:1 ${at}`, get(at), 'OPTIONS_LEFT_OUT'],
  [`curl --retry 5 --retry-delay 2 ${at}`, get(at, options({ retry: { enabled: true, maxRetries: 5, retryInterval: 2000 } }))],
  [`curl -o out.bin ${at}`, get(at, response({ responseFormat: 'file', outputPropertyName: 'data' }))],
  [`curl -OJ ${at}`, get(at, response({ responseFormat: 'file', outputPropertyName: 'data' }))],
  [`curl -so /dev/null ${at}`, get(at)],
  [`curl ${at} > out.txt 2>&1 | jq .a`, get(at)],
  [`curl -i ${at}`, get(at, response({ fullResponse: true }))],
  [`curl -I ${at}`, to('HEAD', at, response({ fullResponse: true }))],
  [`curl -IG -d a=1 ${at}`, to('HEAD', at, query({ a: '1' }), response({ fullResponse: true }))],
  [`curl -f -v --no-buffer -w '%{http_code}' -# ${at}`, get(at)],
  [`curl --cacert a.pem --resolve x:1:1.2.3.4 --some-new-flag ${at}`, get(at), 'OPTIONS_LEFT_OUT'],
  [`curl -E a.pem:pass --key b.pem ${at}`, get(at, { provideSslCertificates: true }), 'CREDENTIAL_NEEDED'],
  [`curl --insec --no-location ${at}`, get(at, options({ allowUnauthorizedCerts: true }))],
  [`curl --compressed --http2 --tlsv1.2 -4 ${at}`, get(at)],
  // Data
  [`curl -d@body.txt ${at}`, post(at, headers({ 'Content-Type': FORM }), binary), 'FILE_NEEDED'],
  [
    `curl --data-binary @a.png -H 'Content-Type: image/png' ${at}`,
    post(at, headers({ 'Content-Type': 'image/png' }), binary),
    'FILE_NEEDED',
  ],
  [`curl --data-raw @name ${at}`, post(at, formText('@name'))],
  [`curl -d '' ${at}`, post(at, formText(''))],
  [`curl -d a=1 --data-ascii b=2 --data 'a=3&c' ${at}`, post(at, formText('a=1&b=2&a=3&c'))],
  [`curl -d a=1 -d a=2 ${at}`, post(at, formText('a=1&a=2'))],
  [`curl -d a=%zz ${at}`, post(at, formText('a=%zz'))],
  [`curl --data-urlencode 'a b&' ${at}`, post(at, formText('a+b%26'))],
  [`curl --data-urlencode '=a b' ${at}`, post(at, formText('a+b'))],
  [`curl --data-urlencode 'n=a=b' --data-urlencode 'm@file.txt' ${at}`, post(at, form({ n: 'a=b', m: '' })), 'FILE_NEEDED'],
  [`curl -G --data-urlencode 'q=a+b c' -d page=1 "${at}?x=y"`, get(at, query({ x: 'y', q: 'a+b c', page: '1' }))],
  [`curl -G -d 'q=a+b' ${at}`, get(`${at}?q=a+b`)],
  [`curl --url-query 'a=b c' --url-query '+d=%20' ${at}`, get(at, query({ a: 'b c', d: ' ' }))],
  [`curl '${at}?flag&b=1'`, get(`${at}?flag&b=1`)],
  [`curl ${at}?a=1&b=2 -s`, get(at, query({ a: '1', b: '2' }))],
  [`curl --json '{"a":1}' ${at}`, post(at, headers({ Accept: 'application/json' }), json('{"a":1}'))],
  [`curl --json '{"a":' --json '1}' -H 'Accept: x/y' ${at}`, post(at, headers({ Accept: 'x/y' }), json('{"a":1}'))],
  [`curl --json '{"id":12345678901234567890}' -H Accept: ${at}`, post(at, raw('application/json', '{"id":12345678901234567890}'))],
  [`curl -H 'Content-Type: application/json' -d '{broken' ${at}`, post(at, raw('application/json', '{broken'))],
  [
    `curl -H 'Content-Type: application/vnd.api+json' -d '{}' ${at}`,
    post(at, headers({ 'Content-Type': 'application/vnd.api+json' }), json('{}')),
  ],
  [`curl -H 'Content-Type: application/xml' -d '<a/>' ${at}`, post(at, raw('application/xml', '<a/>'))],
  [`curl -H 'Content-Type:' -d x ${at}`, post(at, raw('', 'x'))],
  [`curl -X GET -H 'Content-Type: application/json' -d '{"query":{}}' ${at}`, get(at, json('{"query":{}}'))],
  // Forms and files
  [
    `curl -F 'a=1;type=application/json' -F 'b="x;\\"y"' --form-string 'c=@x;type=y' -F 'd=<t.txt' ${at}`,
    post(at, multipart(formField('a', '1'), formField('b', 'x;"y'), formField('c', '@x;type=y'), formField('d', ''))),
    'PART_TYPES_LEFT_OUT',
    'FILE_NEEDED',
  ],
  [
    `curl -F 'f=@a.png,b.png;type=image/png;filename=c.png' ${at}`,
    post(at, multipart(file('f'), file('f', 'data2'))),
    'PART_TYPES_LEFT_OUT',
    'FILE_NEEDED',
  ],
  [`curl -T 'a b.txt' https://example.com/dir/`, to('PUT', 'https://example.com/dir/a%20b.txt', binary), 'FILE_NEEDED'],
  // Headers
  [
    `curl -A agent -e 'https://r.example;auto' -b 'a=1' -b 'b=2' ${at}`,
    get(at, headers({ 'User-Agent': 'agent', Referer: 'https://r.example', Cookie: 'a=1; b=2' })),
  ],
  [`curl -b jar.txt -H @more.txt ${at}`, get(at), 'FILE_NEEDED', 'FILE_NEEDED'],
  [
    `curl -H 'Accept: a/b' -H 'accept: c/d' -H 'X-Empty;' -H 'User-Agent:' -A x -H nothing ${at}`,
    get(at, headers({ Accept: 'a/b, c/d', 'X-Empty': '' })),
  ],
  [`curl -H ':authority: x' -H 'Ok: y' ${at}`, get(at, headers({ Ok: 'y' })), 'HEADERS_LEFT_OUT'],
  [`curl -H '__proto__: x' -H 'constructor: y' ${at}`, get(at, headers({ ['__proto__']: 'x', constructor: 'y' }))],
  [`curl -r 0-99 ${at}`, get(at, headers({ Range: 'bytes=0-99' }))],
  // Signing in
  [`curl -u me:pa:ss ${at}`, get(at, headers({ Authorization: basic('me:pa:ss') }))],
  [`curl -u me ${at}`, get(at, headers({ Authorization: basic('me:') })), 'CREDENTIAL_NEEDED'],
  [`curl -u me:pass -H 'Authorization: Token x' ${at}`, get(at, headers({ Authorization: 'Token x' }))],
  [`curl --oauth2-bearer abc ${at}`, get(at, headers({ Authorization: 'Bearer abc' }))],
  [
    `curl --digest -u me:pass ${at}`,
    get(at, { authentication: 'genericCredentialType', genericAuthType: 'httpDigestAuth' }),
    'CREDENTIAL_NEEDED',
  ],
  [
    `curl --aws-sigv4 aws:amz -u key:secret ${at}`,
    get(at, { authentication: 'predefinedCredentialType', nodeCredentialType: 'aws' }),
    'CREDENTIAL_NEEDED',
  ],
  [`curl --ntlm -u me:pass ${at}`, get(at), 'CREDENTIAL_NEEDED'],
  // Position of the command
  ['```bash\ncurl ' + at + " \\\n -H 'A: `1`'\n```\n", get(at, headers({ A: '`1`' }))],
  [`curl -H “A: it” ‘${at}’`, get(at, headers({ A: 'it' }))],
  [`PS C:\\> curl.exe ${at} -H 'A: \\'`, get(at, headers({ A: '\\' }))],
  [`curl.exe ${at} --json '{\\"a\\":1}'`, post(at, headers({ Accept: 'application/json' }), json('{"a":1}'))],
  [`$ curl ${at} \\\n>   -H 'A: 1'`, get(at, headers({ A: '1' }))],
  [`  PS C:\\Users\\me> curl ${at}`, get(at)],
  [`C:\\>curl ${at}`, get(at)],
  [`TOKEN=x DEBUG=1 curl ${at}`, get(at)],
  [`export TOKEN=x\n# Ask\nsudo /usr/bin/curl ${at}; echo done`, get(at)],
  [`curl ${at}\n  -H 'A: 1'\n  -d x=1\n\necho done`, post(at, headers({ A: '1' }), form({ x: '1' }))],
  [`curl ${at} \\  \r\n -H 'A: 1' \\\r\n`, get(at, headers({ A: '1' }))],
  [`curl -H A:\\ 1 -- ${at}`, get(at, headers({ A: '1' }))],
  [`curl ${at} https://example.com/b`, get(at), 'ADDRESSES_LEFT_OUT'],
  [`curl https://example.com/<id>/x`, get('https://example.com/<id>/x')],
];

const tables: Readonly<Record<string, readonly Row[]>> = {
  'commands of documentation': documentation,
  'commands that browsers and tools copy': copied,
  'commands by their options': flags,
};

describe.each(Object.keys(tables))('%s', (name) => {
  it.each((tables[name] ?? []).map(([command, parameters, ...notices]) => ({ command, parameters, notices })))(
    '$command',
    ({ command, parameters, notices }) => {
      const result = converted(command);
      expect(result.parameters).toEqual(parameters);
      expect(result.notices.map(({ code }) => code)).toEqual(notices);
    },
  );
});

describe('texts that start like expressions', () => {
  it.each([
    ['=1', '==1'],
    ['={{ $env.KEY }}', '={{ "=\\u007b\\u007b $env.KEY \\u007d\\u007d" }}'],
    ['=a\\b', '={{ "=a\\\\b" }}'],
  ])('%s', (command, parameter) => {
    expect(converted(`curl -H 'A: ${command}' ${at}`).parameters).toEqual(get(at, headers({ A: parameter })));
  });
});

describe('a rejected command', () => {
  const unsupported = 'This command is in an unsupported format';

  it.each([
    '',
    ' \n ',
    'wget https://example.com',
    'Invoke-WebRequest -Uri https://example.com',
    'echo x | curl -d @- https://example.com',
    'curl',
    'curl -s',
    'curl https://example.com -H',
    `curl 'https://example.com`,
    `curl "https://example.com`,
    `curl $'https://example.com`,
    'curl https://example.com -d $(cat x',
    'curl ^"https://example.com ^\n -H ^"a: b^"',
    'curl.exe `\n "https://example.com',
    'curl https://example.com -d @- <<EOF\nx',
    'curl https://example.com --next https://example.com/b',
    'curl https://example.com -: https://example.com/b',
    'curl -d a=1 -F b=2 https://example.com',
    'curl -I -d a=1 https://example.com',
    'curl -F name https://example.com',
    "curl -X 'GET /' https://example.com",
  ])('%j', (command) => {
    expect(() => convertCommand(command)).toThrow(
      expect.objectContaining({ code: 'BAD_REQUEST', message: unsupported, hint: expect.stringMatching(/\w{3}.*\./s) }),
    );
  });

  it.each([
    ['-H a:b ', 1001],
    ['-F a=b ', 1001],
    ['-s ', 10_001],
  ])('is %j, %i times', (option, times) => {
    expect(() => convertCommand(`curl https://example.com ${option.repeat(times)}`)).toThrow(
      expect.objectContaining({ code: 'BAD_REQUEST', message: unsupported }),
    );
  });

  it('is too long', () => {
    expect(() => convertCommand(`curl ${'x'.repeat(MAX_COMMAND)}`)).toThrow(expect.objectContaining({ code: 'PAYLOAD_TOO_LARGE' }));
  });
});

it('contains no secrets except in the parameters', () => {
  const { notices } = converted(
    "curl --digest -u me:s3cret -H '@h' --proxy socks5://u:s3cret@p --cert c.pem:s3cret https://example.com https://u:s3cret@b.example/?k=s3cret",
  );
  expect(notices.length).toBeGreaterThan(3);
  expect(JSON.stringify(notices)).not.toContain('s3cret');
});
