// AWS (IAM): requests are signed with Signature Version 4.
import { defineCredential, choice, NodeError, secret, text, toggle, type CredentialData } from '../sdk/index.ts';
import { signForAws } from './_shared/aws.ts';
import { awsScopeOf, withOwnRegion } from './_shared/aws-host.ts';
import type { AwsScope } from './_shared/aws-signature.ts';

export const aws = defineCredential({
  name: 'aws',
  displayName: 'AWS (IAM)',
  documentationUrl: 'https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_access-keys.html',
  fields: [
    choice(
      'region',
      'Region',
      {
        'af-south-1': 'af-south-1',
        'ap-east-1': 'ap-east-1',
        'ap-east-2': 'ap-east-2',
        'ap-south-1': 'ap-south-1',
        'ap-south-2': 'ap-south-2',
        'ap-southeast-1': 'ap-southeast-1',
        'ap-southeast-2': 'ap-southeast-2',
        'ap-southeast-3': 'ap-southeast-3',
        'ap-southeast-4': 'ap-southeast-4',
        'ap-southeast-5': 'ap-southeast-5',
        'ap-southeast-6': 'ap-southeast-6',
        'ap-southeast-7': 'ap-southeast-7',
        'ap-northeast-1': 'ap-northeast-1',
        'ap-northeast-2': 'ap-northeast-2',
        'ap-northeast-3': 'ap-northeast-3',
        'ca-central-1': 'ca-central-1',
        'ca-west-1': 'ca-west-1',
        'cn-north-1': 'cn-north-1',
        'cn-northwest-1': 'cn-northwest-1',
        'eu-central-1': 'eu-central-1',
        'eu-central-2': 'eu-central-2',
        'eu-north-1': 'eu-north-1',
        'eu-south-1': 'eu-south-1',
        'eu-south-2': 'eu-south-2',
        'eu-west-1': 'eu-west-1',
        'eu-west-2': 'eu-west-2',
        'eu-west-3': 'eu-west-3',
        'il-central-1': 'il-central-1',
        'me-central-1': 'me-central-1',
        'me-south-1': 'me-south-1',
        'mx-central-1': 'mx-central-1',
        'sa-east-1': 'sa-east-1',
        'us-east-1': 'us-east-1',
        'us-east-2': 'us-east-2',
        'us-gov-east-1': 'us-gov-east-1',
        'us-west-1': 'us-west-1',
        'us-west-2': 'us-west-2',
        'us-gov-west-1': 'us-gov-west-1',
      },
      { default: 'us-east-1' },
    ),
    text('accessKeyId', 'Access Key ID', { required: true }),
    secret('secretAccessKey', 'Secret Access Key', { required: true }),
    toggle('temporaryCredentials', 'Temporary Security Credentials'),
    secret('sessionToken', 'Session Token', { required: true, when: { temporaryCredentials: [true] } }),
    toggle('customEndpoints', 'Custom Endpoints'),
    text('rekognitionEndpoint', 'Rekognition Endpoint', { when: { customEndpoints: [true] } }),
    text('lambdaEndpoint', 'Lambda Endpoint', { when: { customEndpoints: [true] } }),
    text('snsEndpoint', 'SNS Endpoint', { when: { customEndpoints: [true] } }),
    text('sesEndpoint', 'SES Endpoint', { when: { customEndpoints: [true] } }),
    text('sqsEndpoint', 'SQS Endpoint', { when: { customEndpoints: [true] } }),
    text('s3Endpoint', 'S3 Endpoint', { when: { customEndpoints: [true] } }),
    text('ssmEndpoint', 'SSM Endpoint', { when: { customEndpoints: [true] } }),
    text('bedrockEndpoint', 'Bedrock Endpoint', { when: { customEndpoints: [true] } }),
    text('bedrockRuntimeEndpoint', 'Bedrock Runtime Endpoint', { when: { customEndpoints: [true] } }),
  ],
  sign: (data, request) => {
    const session = data['temporaryCredentials'] === true ? String(data['sessionToken'] ?? '').trim() : '';
    const url = withOwnRegion(request.url, String(data['region'] ?? 'us-east-1'));
    return signForAws({ ...request, url }, scopeOf(data, new URL(url)), data, session);
  },
  test: {
    url: '={{ $credentials.region.startsWith("cn-") ? `https://sts.${$credentials.region}.amazonaws.com.cn` : `https://sts.${$credentials.region}.amazonaws.com` }}?Action=GetCallerIdentity&Version=2011-06-15',
    method: 'POST',
  },
});

/** Services with custom endpoints, by the field that contains the endpoint. */
const endpoints: Readonly<Record<string, string>> = {
  rekognitionEndpoint: 'rekognition',
  lambdaEndpoint: 'lambda',
  snsEndpoint: 'sns',
  sesEndpoint: 'ses',
  sqsEndpoint: 'sqs',
  s3Endpoint: 's3',
  ssmEndpoint: 'ssm',
  bedrockEndpoint: 'bedrock',
  bedrockRuntimeEndpoint: 'bedrock',
};

/** Returns service and region for a custom endpoint of the credential, or for a host of AWS. */
function scopeOf(data: CredentialData, url: URL): AwsScope {
  const region = String(data['region'] ?? 'us-east-1');
  for (const [field, service] of Object.entries(data['customEndpoints'] === true ? endpoints : {})) {
    const endpoint = String(data[field] ?? '').replaceAll('{region}', region);
    if (URL.parse(endpoint)?.host === url.host) return { service, region };
  }
  const scope = awsScopeOf(url.hostname, region);
  if (scope !== undefined) return scope;
  throw new NodeError(`The host ${url.host} is not an address of AWS, so the service to sign for is unknown.`, {
    code: 'PARAMETER_INVALID',
    hint: 'Check the URL, or turn on "Custom Endpoints" in the credential and enter the address there.',
  });
}
