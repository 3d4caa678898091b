// Values of a credential: visible fields, problems, whether they can be tested, and what a change drops; and nodes that use a type.
import { describe, expect, it } from 'vitest';
import type { NodeDescription, NodeProperty } from '../../../engine/workflow/node-type.ts';
import type { CredentialType } from '../../api/credentials.ts';
import {
  changedValues,
  faultOf,
  hasFaults,
  isNamedAfterType,
  isTestable,
  needsAccount,
  visibleFields,
  withDefaults,
  type CredentialValues,
} from './credential-values.ts';
import { nodeUsers } from './node-users.ts';

const field = (name: string, more: Partial<NodeProperty> = {}): NodeProperty => ({
  displayName: name,
  name,
  type: 'string',
  default: '',
  ...more,
});
const type: CredentialType = {
  name: 'service',
  displayName: 'Service',
  isTestable: true,
  properties: [
    field('mode', { type: 'options', default: 'key' }),
    field('key', { required: true, displayOptions: { show: { mode: ['key'] } } }),
    field('port', { type: 'number', default: 443, required: true }),
    field('fixed', { type: 'hidden', default: 'https://service.example' }),
  ],
};

it('fields are shown by the values of others, and hidden ones never', () => {
  expect(visibleFields(type, withDefaults(type, {})).map(({ name }) => name)).toEqual(['mode', 'key', 'port']);
  expect(visibleFields(type, { mode: 'none' }).map(({ name }) => name)).toEqual(['mode', 'port']);
  expect(withDefaults(type, { key: 'a' })).toEqual({ mode: 'key', key: 'a', port: 443 });
});

it('of fields with the same name, the visible one sets the default', () => {
  const hosting = field('hosting', { type: 'options', default: 'cloud' });
  const domain = (value: string, when: string): NodeProperty =>
    field('domain', { default: value, displayOptions: { show: { hosting: [when] } } });
  const hosted = { ...type, properties: [hosting, domain('service.example', 'cloud'), domain('', 'self')] };
  expect(withDefaults(hosted, {})).toEqual({ hosting: 'cloud', domain: 'service.example' });
  expect(withDefaults(hosted, { hosting: 'self' })).toEqual({ hosting: 'self', domain: '' });
});

it.each<[Partial<NodeProperty>, unknown, string | undefined]>([
  [{ required: true }, '', 'missing'],
  [{ required: true }, '  ', 'missing'],
  [{ required: true }, undefined, 'missing'],
  [{ required: true }, 'a', undefined],
  [{ required: true }, '={{ $vars.a }}', undefined],
  [{}, '', undefined],
  [{ type: 'number', required: true }, 0, undefined],
  [{ type: 'number', required: true }, '', 'missing'],
  [{ type: 'number' }, 'many', 'number'],
  [{ type: 'number' }, '17169973925117969', 'digits'],
  [{ type: 'number' }, '', undefined],
])('a field %j with %j has the fault %s', (more, value, fault) => expect(faultOf(field('x', more), value)).toBe(fault));

describe('a test', () => {
  it.each<[CredentialValues, boolean]>([
    [{ mode: 'key', key: 'a', port: 1 }, true],
    [{ mode: 'none', key: '', port: 1 }, true],
    [{ mode: 'key', key: '', port: 1 }, false],
    [{ mode: 'key', key: '=a', port: 1 }, true],
    [{ mode: 'key', key: '={{ $vars.a }}', port: 1 }, false],
    [{ mode: 'key', key: '={{ $secrets.env.A }}', port: 1 }, true],
  ])('with %j is offered: %s', (values, isOffered) => {
    expect(isTestable(type, values)).toBe(isOffered);
    expect(isTestable({ ...type, isTestable: false }, values)).toBe(false);
    expect(hasFaults(type, values)).toBe(values['mode'] === 'key' && values['key'] === '');
  });
});

it('a change of a field drops the tokens of the connected account, unless it only limits where the credential is used', () => {
  expect(changedValues({ scope: 'a', oauthTokenData: {} }, 'scope', 'b')).toEqual({ scope: 'b' });
  const limited = changedValues({ allowedDomains: 'a.example', oauthTokenData: {} }, 'allowedDomains', 'b.example');
  expect(limited).toEqual({ allowedDomains: 'b.example', oauthTokenData: {} });
});

it.each([
  ['httpBasicAuth', false],
  ['httpHeaderAuth', true],
])('a new credential of the type %s is named after it: %s', (name, isNamed) => expect(isNamedAfterType(name)).toBe(isNamed));

it.each<[Partial<CredentialType>, CredentialValues, boolean]>([
  [{}, {}, false],
  [{ connects: 'oauth1' }, {}, true],
  [{ connects: 'oauth2', properties: [field('grantType')] }, { grantType: 'pkce' }, true],
  [{ connects: 'oauth2', properties: [field('grantType')] }, { grantType: 'clientCredentials' }, false],
])('a type with %j needs a connected account with %j: %s', (more, values, isNeeded) => {
  expect(needsAccount({ ...type, ...more }, values)).toBe(isNeeded);
});

it('nodes that declare a type can use it, and nodes that sign requests can use all types that sign', () => {
  const node = (name: string, more: object): NodeDescription => ({ name, displayName: name, properties: [], ...more }) as never;
  const nodes = [
    node('Service', { credentials: [{ name: 'service' }] }),
    node('Request', { properties: [field('nodeCredentialType', { type: 'credentialsSelect' })] }),
    node('Request', { properties: [field('nodeCredentialType', { type: 'credentialsSelect' })] }),
    node('Other', { credentials: [{ name: 'other' }] }),
  ];
  expect(nodeUsers({ name: 'service', canSign: true }, nodes).map(({ name }) => name)).toEqual(['Request', 'Service']);
  expect(nodeUsers({ name: 'service', canSign: false }, nodes).map(({ name }) => name)).toEqual(['Service']);
});
