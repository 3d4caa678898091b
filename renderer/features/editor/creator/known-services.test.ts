// Services of well-known packages, by what is typed.
import { expect, it } from 'vitest';
import { servicesNamed } from './known-services.ts';

it.each<[string, string, readonly string[]]>([
  ['slack', 'n8n-nodes-base', ['Slack']],
  ['SLA', 'n8n-nodes-base', ['Slack']],
  ['sheets', 'n8n-nodes-base', ['Google Sheets']],
  ['hubspot', 'n8n-nodes-base', ['HubSpot']],
  ['hub spot', 'n8n-nodes-base', ['HubSpot']],
  ['monday', 'n8n-nodes-base', ['Monday.com']],
  ['openai', '@n8n/n8n-nodes-langchain', ['OpenAI', 'Azure OpenAI']],
])('%s is in %s', (query, packageName, names) => {
  expect(servicesNamed(query).get(packageName)).toEqual(names);
});

it('finds all services of a company in one package', () => {
  const services = servicesNamed('google');
  expect([...services.keys()]).toEqual(['n8n-nodes-base', '@n8n/n8n-nodes-langchain']);
  expect(services.get('n8n-nodes-base')?.length).toBeGreaterThan(15);
});

it.each(['', 'sl', 'qqqq', '...', 'lack'])('finds nothing for %j', (query) => expect(servicesNamed(query).size).toBe(0));
