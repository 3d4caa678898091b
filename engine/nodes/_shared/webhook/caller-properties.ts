// The parameter for how callers of a webhook or form authenticate, and the credentials that check them.
import type { CredentialSlot, NodeProperty } from '../../../workflow/node-type.ts';

const kinds = [
  { name: 'Basic Auth', value: 'basicAuth', credential: 'httpBasicAuth', description: 'User and password. A browser asks for them.' },
  {
    name: 'Header Auth',
    value: 'headerAuth',
    credential: 'httpHeaderAuth',
    description: 'A header with a secret, sent by a program, or added by a gateway or portal in front of the browser',
  },
  {
    name: 'JWT Auth',
    value: 'jwtAuth',
    credential: 'jwtAuth',
    description: 'A signed token in the Authorization header, sent by a program, or added by a gateway or portal in front of the browser',
  },
] as const;

/** Returns the parameter with this name. */
export const callerAuthentication = (name: string): NodeProperty => ({
  displayName: 'Authentication',
  name,
  type: 'options',
  default: 'none',
  options: [...kinds.map(({ name: label, value, description }) => ({ name: label, value, description })), { name: 'None', value: 'none' }],
  description: 'How requests must authenticate. Items contain the header without its value.',
});

/** Returns the credentials for the parameter with this name. */
export const callerCredentials = (name: string): readonly CredentialSlot[] =>
  kinds.map(({ credential, value }) => ({ name: credential, required: true, displayOptions: { show: { [name]: [value] } } }));
