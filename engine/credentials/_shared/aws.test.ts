// AWS Signature Version 4, tested with the published examples: the Signature Version 4 test suite and the Amazon S3 API Reference.
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { HttpRequest } from '../../sdk/index.ts';
import { aws } from '../aws.ts';
import { awsScopeOf } from './aws-host.ts';
import { awsAuthorization, canonicalPath, type AwsRequest } from './aws-signature.ts';
import { signForAws } from './aws.ts';

const NOTHING = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const suite = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };
const TIME = '20150830T123600Z';

describe('the test suite', () => {
  it.each<[name: string, change: Partial<AwsRequest>, signature: string]>([
    ['get-vanilla', {}, '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31'],
    ['post-vanilla', { method: 'POST' }, '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b'],
    [
      'get-vanilla-query-order-key-case',
      {
        query: [
          ['Param2', 'value2'],
          ['Param1', 'value1'],
        ],
      },
      'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
    ],
    ['get-vanilla-utf8-query', { query: [['ሴ', 'bar']] }, '2cdec8eed098649ff3a119c94853b13c643bcf08f8b0a1d91e12c9027818dd04'],
    ['get-utf8', { path: '/ሴ' }, '8318018e0b0f223aa2bbf98705b62bb787dc9c0e678f255a891fd03141be5d85'],
    ['get-space', { path: '/example space/' }, '652487583200325589f1fba4c7e578f72c47cb61beeca81406b39ddec1366741'],
    ['get-slashes', { path: '//example//' }, '9a624bd73a37c9a373b5312afbebe7a714a789de108f0bdfe846570885f57e84'],
    [
      'get-unreserved',
      { path: '/-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz' },
      '07ef7494c76fa4850883e2b006601f940f8a34d404d0cfa977f52a65bbf5f24f',
    ],
    [
      'get-header-key-duplicate',
      { headers: [['My-Header1', ['value2', 'value2', 'value1']]] },
      'c9d5ea9f3f72853aea855b47ea873832890dbdd183b4468f858259531a5138ea',
    ],
    [
      'get-header-value-trim',
      {
        headers: [
          ['My-Header1', ' value1'],
          ['My-Header2', ' "a   b   c"'],
        ],
      },
      'acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736',
    ],
    [
      'post-x-www-form-urlencoded',
      {
        method: 'POST',
        headers: [['Content-Type', 'application/x-www-form-urlencoded']],
        payloadHash: createHash('sha256').update('Param1=value1').digest('hex'),
      },
      'ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a',
    ],
    [
      'post-sts-header-before',
      {
        method: 'POST',
        headers: [
          [
            'X-Amz-Security-Token',
            'AQoDYXdzEPT//////////wEXAMPLEtc764bNrC9SAPBSM22wDOk4x4HIZ8j4FZTwdQWLWsKWHGBuFqwAeMicRXmxfpSPfIeoIYRqTflfKD8YUuwthAx7mSEI/qkPpKPi/kMcGdQrmGdeehM4IC1NtBmUpp2wUE8phUZampKsburEDy0KPkyQDYwT7WZ0wq5VSXDvp75YU9HFvlRd8Tx6q6fE8YQcHNVXAkiY9q6d+xo0rKwT38xVqr7ZD0u0iPPkUL64lIZbqBAz+scqKmlzm8FDrypNC9Yjc8fPOLn9FX9KSYvKTr4rvx3iSIlTJabIQwj2ICCR/oLxBA==',
          ],
        ],
      },
      '85d96828115b5dc0cfc3bd16ad9e210dd772bbebba041836c64533a82be05ead',
    ],
  ])('%s', (_, { headers = [], ...change }, signature) => {
    const request: AwsRequest = {
      method: 'GET',
      path: '/',
      query: [],
      headers: [['Host', 'example.amazonaws.com'], ...headers, ['X-Amz-Date', TIME]],
      payloadHash: NOTHING,
      ...change,
    };
    expect(awsAuthorization(request, { service: 'service', region: 'us-east-1' }, suite, TIME)).toBe(
      `AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=${request.headers
        .map(([name]) => name.toLowerCase())
        .toSorted()
        .join(';')}, Signature=${signature}`,
    );
  });

  it.each([
    ['/a/../b/./c//d', 'service', '/b/c/d'],
    ['/..', 'service', '/'],
    ['/a/b/..', 'service', '/a/'],
    ['/example%20space/', 'service', '/example%2520space/'],
    ['/a//b/./c%20d!', 's3', '/a//b/./c%20d%21'],
    ['/50%', 's3', '/50%25'],
    ['', 's3', '/'],
  ])('the path %j for %s becomes %j', (path, service, expected) => {
    expect(canonicalPath(path, service)).toBe(expected);
  });
});

describe('requests', () => {
  const keys = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' };
  const at = new Date('2013-05-24T00:00:00Z');
  const address = 'https://examplebucket.s3.amazonaws.com';
  const s3 = { service: 's3', region: 'us-east-1' };
  const parts = (...texts: readonly string[]): AsyncIterable<Uint8Array> => ({
    async *[Symbol.asyncIterator]() {
      for (const text of texts) yield Buffer.from(text);
    },
  });
  const put = {
    url: `${address}/test$file.text`,
    method: 'PUT',
    headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
  };

  it.each<[name: string, request: HttpRequest, signature: string]>([
    [
      'GET Object',
      { url: `${address}/test.txt`, headers: { range: 'bytes=0-9', 'user-agent': 'n8n' } },
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    ],
    ['PUT Object', { ...put, body: 'Welcome to Amazon S3.' }, '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd'],
    [
      'PUT Object in parts',
      { ...put, body: parts('Welcome to ', 'Amazon S3.') },
      '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    ],
    ['GET Bucket lifecycle', { url: `${address}?lifecycle` }, 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'],
    [
      'GET Bucket (List Objects)',
      { url: `${address}/?prefix=J&max-keys=2`, headers: { Authorization: 'own', 'X-Amz-Date': 'own' } },
      '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    ],
  ])('%s of the S3 reference', async (_, request, signature) => {
    const { headers = {} } = await signForAws(request, s3, keys, '', at);
    expect(headers['authorization']).toMatch(new RegExp(`Signature=${signature}$`));
    expect(Object.keys(headers).map((name) => name.toLowerCase())).toHaveLength(Object.keys(headers).length);
  });

  it('sends the query as it was signed', async () => {
    const { url } = await signForAws({ url: `${address}/?b=1+2&a=(x)%2F'` }, s3, keys, '', at);
    expect(url).toBe(`${address}/?a=%28x%29%2F%27&b=1%202`);
  });

  it('sends the token of temporary keys', async () => {
    const data = { ...keys, region: 'eu-west-1', temporaryCredentials: true, sessionToken: 'token-1' };
    const sign = aws.sign as (data: object, request: HttpRequest) => Promise<HttpRequest>;
    const { headers = {} } = await sign(data, { url: 'https://sqs.eu-west-1.amazonaws.com/', method: 'POST' });
    expect(headers['x-amz-security-token']).toBe('token-1');
    expect(headers['authorization']).toMatch(/\/eu-west-1\/sqs\/aws4_request, SignedHeaders=host;x-amz-date;x-amz-security-token,/);
    const lasting = await sign({ ...data, temporaryCredentials: false }, { url: 'https://sqs.eu-west-1.amazonaws.com/' });
    expect(lasting.headers).not.toHaveProperty('x-amz-security-token');
  });

  it('takes the service from a custom endpoint, and refuses other hosts', async () => {
    const data = { ...keys, region: 'eu-west-1', customEndpoints: true, lambdaEndpoint: 'http://lambda-{region}.example:4566' };
    const sign = aws.sign as (data: object, request: HttpRequest) => Promise<HttpRequest>;
    const { headers = {} } = await sign(data, { url: 'http://lambda-eu-west-1.example:4566/path' });
    expect(headers['authorization']).toContain('/eu-west-1/lambda/aws4_request');
    const elsewhere = async (): Promise<HttpRequest> =>
      sign({ ...data, customEndpoints: false }, { url: 'http://lambda-eu-west-1.example:4566/' });
    await expect(elsewhere()).rejects.toThrow('The host lambda-eu-west-1.example:4566 is not an address of AWS');
  });

  it.each<[HttpRequest, object, RegExp]>([
    [{ url: `${address}/` }, { ...keys, secretAccessKey: ' ' }, /has no access key/],
    [
      { url: `${address}/`, body: parts('a')[Symbol.asyncIterator]() as unknown as AsyncIterable<Uint8Array> },
      keys,
      /can be read only once/,
    ],
  ])('%j is refused with %j', async (request, data, message) => {
    await expect(signForAws(request, s3, data as typeof keys, '', at)).rejects.toThrow(message);
  });
});

it.each<[host: string, service: string | undefined, region?: string]>([
  ['sqs.eu-west-1.amazonaws.com', 'sqs', 'eu-west-1'],
  ['examplebucket.s3.amazonaws.com', 's3', 'eu-central-1'],
  ['my.bucket.s3.us-gov-west-1.amazonaws.com', 's3', 'us-gov-west-1'],
  ['bucket.s3.dualstack.ap-south-1.amazonaws.com', 's3', 'ap-south-1'],
  ['bucket.s3-eu-west-1.amazonaws.com', 's3', 'eu-west-1'],
  ['s3-fips.us-east-2.amazonaws.com', 's3', 'us-east-2'],
  ['name-1.s3-accesspoint.us-west-2.amazonaws.com', 's3', 'us-west-2'],
  ['iam.amazonaws.com', 'iam', 'us-east-1'],
  ['iam.amazonaws.com.cn', 'iam', 'cn-north-1'],
  ['sts.cn-north-1.amazonaws.com.cn', 'sts', 'cn-north-1'],
  ['email.eu-west-1.amazonaws.com', 'ses', 'eu-west-1'],
  ['bedrock-runtime.us-east-1.amazonaws.com', 'bedrock', 'us-east-1'],
  ['abc.execute-api.eu-north-1.amazonaws.com', 'execute-api', 'eu-north-1'],
  ['abc.lambda-url.eu-north-1.on.aws', 'lambda', 'eu-north-1'],
  ['search-name.eu-west-1.es.amazonaws.com', 'es', 'eu-west-1'],
  ['streams.dynamodb.eu-west-1.amazonaws.com', 'dynamodb', 'eu-west-1'],
  ['abc-ats.iot.eu-west-1.amazonaws.com', 'iotdata', 'eu-west-1'],
  ['iot.eu-west-1.amazonaws.com', 'iot', 'eu-west-1'],
  ['vpce-1a2b.sqs.eu-west-1.vpce.amazonaws.com', 'sqs', 'eu-west-1'],
  ['lambda.eu-west-1.api.aws', 'lambda', 'eu-west-1'],
  ['constructor.eu-west-1.amazonaws.com', 'constructor', 'eu-west-1'],
  ['eu-west-1.amazonaws.com', undefined],
  ['amazonaws.com', undefined],
  ['s3.amazonaws.com.example', undefined],
  ['service.example', undefined],
])('%s is %s in %s', (host, service, region) => {
  expect(awsScopeOf(host, 'eu-central-1')).toEqual(service === undefined ? undefined : { service, region });
});
