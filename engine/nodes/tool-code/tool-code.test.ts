// Code that a model calls: its input, its result, its errors.
import { afterAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../contract/json.ts';
import { createSandbox } from '../../sandbox/index.ts';
import { callTool, type ToolCase, type ToolOutcome } from '../../testing/models/call-tool.ts';

const sandbox = createSandbox();
afterAll(() => sandbox.stop());

const call = (version: number, parameters: JsonObject, args: JsonObject, more: Partial<ToolCase> = {}): Promise<ToolOutcome> =>
  callTool({ type: 'toolCode', version, parameters, args, ports: { sandbox }, ...more });

describe('the Code Tool', () => {
  it.each([
    [1, { name: 'shout' }, 'shout'],
    [1.1, { name: 'Shout it!' }, 'Shout_it_'],
    [1.2, { name: 'shout' }, 'My_tool'],
    [1.3, {}, 'My_tool'],
  ])('passes the text of a model to its code in version %d', async (version, name, expected) => {
    const parameters = { ...name, description: 'Shouts', jsCode: 'return query.toUpperCase()' };
    const { tools, reply, run } = await call(version, parameters, { query: 'hello' });
    expect(tools).toMatchObject([{ name: expected, description: 'Shouts', parameters: { properties: { query: { type: 'string' } } } }]);
    expect(reply).toBe('HELLO');
    expect(run?.inputOverride).toEqual({ ai_tool: [[{ json: { query: 'hello' } }]] });
    expect(run?.data).toEqual({ ai_tool: [[{ json: { response: 'HELLO' } }]] });
  });

  const example = {
    specifyInputSchema: true,
    jsonSchemaExample: '{"city":"Rome","days":2}',
    jsCode: 'return `${query.city}: ${query.days}`',
  };

  it.each([
    [1.2, undefined],
    [1.3, ['city', 'days']],
  ])('passes an object like the example, whose fields are required since 1.3: version %d', async (version, required) => {
    const { tools, reply } = await call(version, example, { city: 'Paris', days: 3 });
    const properties = { city: { type: 'string' }, days: { type: 'number' } };
    expect(tools[0]?.parameters).toEqual({ type: 'object', properties, ...(required === undefined ? {} : { required }) });
    expect(reply).toBe('Paris: 3');
  });

  it('passes an object by a JSON Schema', async () => {
    const inputSchema = '{"properties":{"city":{"type":"string","description":"Where"}}}';
    const parameters = { specifyInputSchema: true, schemaType: 'manual', inputSchema, jsCode: 'return { city: query.city }' };
    const { tools, reply } = await call(1.3, parameters, { city: 'Oslo' });
    expect(tools[0]?.parameters).toMatchObject({ type: 'object', properties: { city: { description: 'Where' } } });
    expect(JSON.parse(reply)).toEqual({ city: 'Oslo' });
  });

  it('sees the item of the agent', async () => {
    const jsCode = 'return [$json.name, $itemIndex, $("Start").item.json.name, $input.all().length].join()';
    const { runData } = await call(1.3, { jsCode }, { query: '' }, { items: [{ name: 'Ada' }, { name: 'Grace' }] });
    expect(runData['My tool']?.map(({ data }) => data?.['ai_tool']?.[0]?.[0]?.json['response'])).toEqual(['Ada,0,Ada,2']);
  });

  it.each([
    ['what it throws', 'throw new Error("No stock")', 'No stock [line 1]'],
    ['that it returned nothing', 'query.length', 'The code of the tool returned nothing.'],
  ])('tells the model %s', async (_, jsCode, message) => {
    const { reply, run } = await call(1.3, { jsCode }, { query: 'x' });
    expect(reply).toContain(message);
    expect(run).toMatchObject({ executionStatus: 'error', error: { message } });
  });

  it('keeps fields of the language out of reach', async () => {
    const { reply } = await call(1.3, { jsCode: 'return typeof process + typeof fetch' }, { query: '' });
    expect(reply).toBe('undefinedundefined');
  });

  it.each([
    ['Python', { language: 'python', pythonCode: 'return query' }, 'Python code is not supported yet.'],
    ['an example that is no object', { specifyInputSchema: true, jsonSchemaExample: '[1]' }, 'is not a JSON object'],
    ['a schema that is no JSON', { specifyInputSchema: true, schemaType: 'manual', inputSchema: '{' }, 'is not a JSON object'],
    ['a schema of a list', { specifyInputSchema: true, schemaType: 'manual', inputSchema: '{"type":"array"}' }, 'describes no object'],
  ])('ends the run with an error for %s', async (_, parameters, message) => {
    const { error } = await call(1.3, parameters, { query: 'x' });
    expect(error).toContain(message);
    expect(error).toContain('"My tool"');
  });
});
