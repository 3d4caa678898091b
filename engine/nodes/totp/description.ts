// Description of the TOTP node.
import type { NodeVersion } from '../../sdk/index.ts';

export const description: NodeVersion['description'] = {
  displayName: 'TOTP',
  description: 'Generates time-based one-time passwords',
  version: 1,
  group: ['transform'],
  subtitle: '={{ $parameter["operation"] }}',
  defaults: { name: 'TOTP' },
  inputs: ['main'],
  outputs: ['main'],
  credentials: [{ name: 'totpApi', required: true }],
  properties: [
    {
      displayName: 'Operation',
      name: 'operation',
      type: 'options',
      noDataExpression: true,
      default: 'generateSecret',
      description: 'What to do',
      options: [{ name: 'Generate Secret', value: 'generateSecret', action: 'Generate secret', description: 'The current password' }],
    },
    {
      displayName: 'Options',
      name: 'options',
      type: 'collection',
      placeholder: 'Add option',
      default: {},
      displayOptions: { show: { operation: ['generateSecret'] } },
      options: [
        {
          displayName: 'Algorithm',
          name: 'algorithm',
          type: 'options',
          default: 'SHA1',
          description: 'The hash function',
          options: ['SHA1', 'SHA224', 'SHA256', 'SHA3-224', 'SHA3-256', 'SHA3-384', 'SHA3-512', 'SHA384', 'SHA512'].map((value) => ({
            name: value,
            value,
          })),
        },
        {
          displayName: 'Digits',
          name: 'digits',
          type: 'number',
          default: 6,
          description: 'Number of digits, 1 to 10',
        },
        { displayName: 'Period', name: 'period', type: 'number', default: 30, description: 'Validity of the password, in seconds' },
      ],
    },
  ],
  codex: {
    categories: ['Core Nodes'],
    subcategories: { 'Core Nodes': ['Helpers'] },
    alias: ['2fa', 'mfa', 'authenticator', 'one-time', 'password', 'security', 'otp'],
  },
};
