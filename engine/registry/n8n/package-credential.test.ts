// Credential types of packages: where they are documented.
import { describe, expect, it } from 'vitest';
import { packageCredential } from './package-credential.ts';

describe('the documentation of a credential type', () => {
  it.each([
    ['n8n-nodes-x', 'https://example.com/keys', 'https://example.com/keys'],
    ['n8n-nodes-base', 'google/service-account', 'https://docs.n8n.io/integrations/builtin/credentials/google/service-account/'],
    ['@n8n/n8n-nodes-langchain', 'openAi', 'https://docs.n8n.io/integrations/builtin/credentials/openAi/'],
    ['n8n-nodes-x', 'openAi', undefined],
    ['n8n-nodes-base', '../../../elsewhere', undefined],
    ['n8n-nodes-x', 'javascript:alert(1)', undefined],
    ['n8n-nodes-x', 7, undefined],
  ])('of %s named %j is %s', (name, documentationUrl, expected) => {
    const owner = { packages: {} as Parameters<typeof packageCredential>[0]['packages'], name };
    const type = { name: 'someApi', documentationUrl };
    const found = packageCredential(owner, { place: { file: 'Some.js', className: 'Some' }, type, functions: [] });
    expect(found.documentationUrl).toBe(expected);
  });
});
