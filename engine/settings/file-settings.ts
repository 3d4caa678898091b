// Settings of where the files of items are stored.
import { choice, integer, secret, text, type SettingSpec } from './setting-kinds.ts';

export const fileSettings = {
  files: {
    kind: 'files',
    variable: 'MILLRACE_FILES',
    default: '',
    about:
      'Where files of items are stored: disk for the data folder, database, or s3://bucket/prefix; if not set, what N8N_DEFAULT_BINARY_DATA_MODE says (with N8N_EXTERNAL_STORAGE_S3_BUCKET_NAME), or else database with a Postgres database and disk without one',
  } as SettingSpec<'files', string>,
  binaryMiB: integer(
    'MILLRACE_BINARY_MAX',
    51_200,
    'Maximum size of all stored files of executions together, in MiB; further files are rejected. 0 for no limit',
  ),
  s3Endpoint: text(
    'MILLRACE_S3_ENDPOINT',
    '',
    'Address of the S3 service for files, such as https://s3.example.com; if not set, that of AWS in the region',
    'N8N_EXTERNAL_STORAGE_S3_HOST',
  ),
  s3Region: text('MILLRACE_S3_REGION', 'us-east-1', 'Region of the bucket for files', 'N8N_EXTERNAL_STORAGE_S3_BUCKET_REGION'),
  s3AccessKey: secret(
    'MILLRACE_S3_ACCESS_KEY',
    'Id of the access key for the bucket; if not set, credentials are looked for where AWS documents it: AWS_ACCESS_KEY_ID, the shared files, the role of the computer',
    'N8N_EXTERNAL_STORAGE_S3_ACCESS_KEY',
  ),
  s3SecretKey: secret('MILLRACE_S3_SECRET_KEY', 'Secret of the access key for the bucket', 'N8N_EXTERNAL_STORAGE_S3_ACCESS_SECRET'),
  s3PathStyle: choice(
    'MILLRACE_S3_PATH_STYLE',
    ['auto', 'true', 'false'],
    'Put the bucket in the path instead of the host name: auto does so for services other than AWS',
  ),
};
