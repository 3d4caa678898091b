// S3 storage of any provider: requests are signed with Signature Version 4.
import { defineCredential, secret, text, toggle } from '../sdk/index.ts';
import { signForAws } from './_shared/aws.ts';

export const s3 = defineCredential({
  name: 's3',
  displayName: 'S3',
  documentationUrl: 'https://docs.aws.amazon.com/AmazonS3/latest/API/Welcome.html',
  fields: [
    text('endpoint', 'S3 Endpoint', { required: true }),
    text('region', 'Region', { required: true, default: 'us-east-1' }),
    text('accessKeyId', 'Access Key ID', { required: true }),
    secret('secretAccessKey', 'Secret Access Key', { required: true }),
    toggle('forcePathStyle', 'Force Path Style'),
    toggle('ignoreSSLIssues', 'Ignore SSL Issues (Insecure)'),
  ],
  sign: (data, request) => signForAws(request, { service: 's3', region: String(data['region'] ?? '') || 'us-east-1' }, data, ''),
});
