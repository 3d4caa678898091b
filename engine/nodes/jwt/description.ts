// Description of the JWT node.
import { flag } from '../_shared/flags.ts';
import type { NodeVersion } from '../../sdk/index.ts';
import type { NodeProperty } from '../../workflow/node-type.ts';

const claim = (displayName: string, name: string, description: string): NodeProperty => ({
  displayName,
  name,
  type: 'string',
  default: '',
  description,
});
const seconds = (displayName: string, name: string, description: string, value: number): NodeProperty => ({
  displayName,
  name,
  type: 'number',
  default: value,
  description,
});

const algorithms = ['ES256', 'ES384', 'ES512', 'HS256', 'HS384', 'HS512', 'PS256', 'PS384', 'PS512', 'RS256', 'RS384', 'RS512'];

export const description: NodeVersion['description'] = {
  displayName: 'JWT',
  description: 'Signs, decodes and verifies JSON web tokens',
  version: 1,
  group: ['transform'],
  subtitle: '={{ $parameter["operation"] }}',
  defaults: { name: 'JWT' },
  inputs: ['main'],
  outputs: ['main'],
  credentials: [{ name: 'jwtAuth', required: true }],
  properties: [
    {
      displayName: 'Operation',
      name: 'operation',
      type: 'options',
      noDataExpression: true,
      default: 'sign',
      description: 'What to do',
      options: [
        { name: 'Decode', value: 'decode', action: 'Decode a JWT', description: 'Reads a token without checking its signature' },
        { name: 'Sign', value: 'sign', action: 'Sign a JWT', description: 'Creates a token' },
        { name: 'Verify', value: 'verify', action: 'Verify a JWT', description: 'Checks signature and times of a token, and reads it' },
      ],
    },
    {
      displayName: 'Use JSON to Build Payload',
      name: 'useJson',
      type: 'boolean',
      default: false,
      description: 'Whether to enter the payload as JSON',
      displayOptions: { show: { operation: ['sign'] } },
    },
    {
      displayName: 'Payload Claims',
      name: 'claims',
      type: 'collection',
      placeholder: 'Add Claim',
      default: {},
      description: 'Claims of the token',
      displayOptions: { show: { operation: ['sign'], useJson: [false] } },
      options: [
        claim('Audience', 'audience', 'The recipient of the token'),
        seconds('Expires In', 'expiresIn', 'Seconds until the token is no longer valid', 3600),
        claim('Issuer', 'issuer', 'The issuer of the token'),
        claim('JWT ID', 'jwtid', 'Unique id of the token'),
        seconds('Not Before', 'notBefore', 'Seconds until the token becomes valid', 0),
        claim('Subject', 'subject', 'The subject of the token'),
      ],
    },
    {
      displayName: 'Payload Claims (JSON)',
      name: 'claimsJson',
      type: 'json',
      default: '{\n  "my_field_1": "value 1",\n  "my_field_2": "value 2"\n}\n',
      typeOptions: { rows: 5 },
      description: 'Claims of the token, as a JSON object',
      displayOptions: { show: { operation: ['sign'], useJson: [true] } },
    },
    {
      displayName: 'Token',
      name: 'token',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      required: true,
      description: 'The token to read',
      displayOptions: { show: { operation: ['verify', 'decode'] } },
    },
    {
      displayName: 'Options',
      name: 'options',
      type: 'collection',
      placeholder: 'Add option',
      default: {},
      options: [
        flag('Return Additional Info', 'complete', 'Whether to also return header and signature', false, {
          '/operation': ['verify', 'decode'],
        }),
        flag('Ignore Expiration', 'ignoreExpiration', 'Whether to accept expired tokens', false, { '/operation': ['verify'] }),
        flag('Ignore Not Before Claim', 'ignoreNotBefore', 'Whether to accept tokens that are not valid yet', false, {
          '/operation': ['verify'],
        }),
        {
          ...seconds('Clock Tolerance', 'clockTolerance', 'Tolerated difference between clocks in seconds', 0),
          displayOptions: { show: { '/operation': ['verify'] } },
        },
        { ...claim('Key ID', 'kid', 'Name of the key, in the header of the token'), displayOptions: { show: { '/operation': ['sign'] } } },
        {
          displayName: 'Override Algorithm',
          name: 'algorithm',
          type: 'options',
          default: 'HS256',
          description: 'The algorithm to use instead of that of the credential',
          displayOptions: { show: { '/operation': ['sign', 'verify'] } },
          options: algorithms.map((value) => ({ name: value, value })),
        },
      ],
    },
  ],
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Helpers'] },
    alias: ['token', 'sign', 'verify', 'decode', 'security', 'jws'],
  },
};
