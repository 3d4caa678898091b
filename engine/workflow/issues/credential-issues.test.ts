// Issues of credentials: not set, not found, ambiguous.
import { describe, expect, it } from 'vitest';
import { acmeNode } from '../../testing/acme-node.ts';
import type { WorkflowNode } from '../../contract/workflow.ts';
import { credentialIssues, visibleCredentialSlots, type CredentialLookup } from './credential-issues.ts';
import type { CredentialSlot, NodeDescription, NodeProperty } from '../node-type.ts';

const stringProperty = (name: string, value: string): NodeProperty => ({ displayName: name, name, type: 'string', default: value });

function describeNode(credentials: CredentialSlot[] | undefined): NodeDescription {
  const properties = [
    stringProperty('authentication', 'none'),
    stringProperty('genericAuthType', ''),
    stringProperty('nodeCredentialType', ''),
  ];
  return acmeNode({ properties, credentials });
}
const node = (credentials?: object, parameters: object = {}): WorkflowNode =>
  ({ name: 'A', type: 'acme.test', typeVersion: 1, position: [0, 0], parameters, credentials }) as WorkflowNode;

const savedCredentials = [
  { id: '1', name: 'Mine', type: 'acmeApi' },
  { id: '2', name: 'Twin', type: 'acmeApi' },
  { id: '3', name: 'Twin', type: 'acmeApi' },
];
const lookup: CredentialLookup = {
  ofType: (type) => savedCredentials.filter((credential) => credential.type === type),
  displayName: (type) => (type === 'acmeApi' ? 'Acme' : undefined),
};
const slot: CredentialSlot = { name: 'acmeApi', required: true };

it('shows only slots whose rules are met', () => {
  const description = describeNode([
    { ...slot, displayOptions: { show: { authentication: ['token'] } } },
    { name: 'other', displayOptions: { show: { authentication: ['none'] } } },
  ]);
  expect(visibleCredentialSlots(node(), description).map(({ name }) => name)).toEqual(['other']);
});

describe('credentialIssues', () => {
  it.each<[credentials: object | undefined, expected: string[] | undefined]>([
    [undefined, ['Credentials for "Acme" are not set.']],
    [{ acmeApi: null }, ['Credentials for "Acme" are not set.']],
    [{ acmeApi: {} }, ['Credentials for "Acme" are not set.']],
    [{ acmeApi: { id: '1', name: 'Old name' } }, undefined],
    [{ acmeApi: { id: '9', name: 'Mine' } }, undefined],
    [{ acmeApi: 'Mine' }, undefined],
    [
      { acmeApi: { id: null, name: 'Twin' } },
      ['Credentials with the name "Twin" are not identified: there are several for "Acme".', 'Choose one from the list.'],
    ],
    [
      { acmeApi: { id: '9', name: 'Gone' } },
      [
        'Credentials with the name "Gone" do not exist for "Acme".',
        'Create them with exactly this name and they are chosen by themselves.',
      ],
    ],
  ])('%j', (credentials, expected) => {
    expect(credentialIssues(node(credentials), describeNode([slot]), lookup)).toEqual(expected === undefined ? {} : { acmeApi: expected });
  });

  it('reveals less about credentials of other users', () => {
    expect(credentialIssues(node({ acmeApi: 'Gone' }), describeNode([slot]), { ...lookup, isSharingEnabled: true })).toEqual({
      acmeApi: ['Credentials with the name "Gone" are not available for "Acme".'],
    });
  });

  it('does not require optional credentials, but checks them if they are set', () => {
    const description = describeNode([{ name: 'acmeApi' }]);
    expect(credentialIssues(node(), description, lookup)).toEqual({});
    expect(Object.keys(credentialIssues(node({ acmeApi: 'Gone' }), description, lookup))).toEqual(['acmeApi']);
  });

  it.each<[parameters: object, expected: object]>([
    [
      { authentication: 'genericCredentialType', genericAuthType: 'httpBasicAuth' },
      { httpBasicAuth: ['Credentials for "httpBasicAuth" are not set.'] },
    ],
    [{ authentication: 'predefinedCredentialType', nodeCredentialType: 'acmeApi' }, { acmeApi: ['Credentials for "Acme" are not set.'] }],
    [{ authentication: 'predefinedCredentialType', nodeCredentialType: '' }, {}],
    [{ authentication: 'predefinedCredentialType', nodeCredentialType: '={{ 1 }}' }, {}],
    [{ authentication: 'none' }, {}],
  ])('follows the type chosen by %j', (parameters, expected) => {
    expect(credentialIssues(node({}, parameters), describeNode([]), lookup)).toEqual(expected);
  });

  it('handles a type named __proto__', () => {
    const issues = credentialIssues(
      node({}, { authentication: 'predefinedCredentialType', nodeCredentialType: '__proto__' }),
      describeNode([]),
      lookup,
    );
    expect(Object.keys(issues)).toEqual(['__proto__']);
  });
});
