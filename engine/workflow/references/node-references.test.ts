// References to nodes in code: which are found, how they are renamed, and what stays unchanged.
import { describe, expect, it } from 'vitest';
import { findNodeReferences, hasRenamableContent, renameAllInParameters, type RenameOptions } from './node-references.ts';

const renameInParameters = <T>(value: T, from: string, to: string, options?: RenameOptions): T =>
  renameAllInParameters(value, new Map([[from, to]]), options);

const renameInCode = (code: string, from: string, to: string): string =>
  renameInParameters({ code }, from, to, { hasRenamableContent: true }).code;

describe('code', () => {
  it.each<[name: string, code: string, expected: string]>([
    ['$()', `$("Old").item + $('Old').all() + $(\`Old\`)`, `$("New").item + $('New').all() + $(\`New\`)`],
    ['$() with more arguments', `$('Old', 0, 1)`, `$('New', 0, 1)`],
    ['$items()', `$items("Old", 0)`, `$items("New", 0)`],
    ['$node[]', `$node["Old"].json + $node['Old']`, `$node["New"].json + $node['New']`],
    ['$node.name', `$node.Old.json`, `$node.New.json`],
    ['optional access', `$node?.Old?.json + $node?.["Old"]`, `$node?.New?.json + $node?.["New"]`],
    ['behind $item()', `$item(0).$node["Old"].json`, `$item(0).$node["New"].json`],
    ['with spaces and comments', `$ ( /* here */ "Old" )`, `$ ( /* here */ "New" )`],
    ['within templates', '`$("Old") ${$("Old").item}`', '`$("Old") ${$("New").item}`'],
    ['Python', `_("Old").all() + _node["Old"] + _items("Old")`, `_("New").all() + _node["New"] + _items("New")`],
    ['escapes in the name', `$("O\\u006cd")`, `$("New")`],
  ])('renames %s', (_name, code, expected) => {
    expect(renameInCode(code, 'Old', 'New')).toBe(expected);
  });

  it.each([
    `'Old' + "Old"`,
    `"say $('Old')"`,
    `// $('Old')`,
    `fn("Old")`,
    `page.$("Old")`,
    `$("Older")`,
    `$("Old`,
    `$("Old" + 1)`,
    `$(Old)`,
    `$node[Old]`,
    `$node["Old"`,
    `$node.Older`,
    `$nodes.Old`,
    `$node`,
    `$node.`,
    '$(`Old${1}`)',
    `Old`,
    ``,
  ])('leaves %s', (code) => {
    expect(renameInCode(code, 'Old', 'New')).toBe(code);
  });

  it.each<[to: string, code: string, expected: string]>([
    ['New Name', `$node.Old.json`, `$node["New Name"].json`],
    ['New Name', `$node?.Old.json`, `$node?.["New Name"].json`],
    ['2nd', `$node.Old`, `$node["2nd"]`],
    ['My $Node', `$node.Old.json`, `$node["My $Node"].json`],
    ['My$Node', `$node.Old.json`, `$node["My$Node"].json`],
    [`it's`, `$('Old')`, `$('it\\'s')`],
    ['say "hi"', `$("Old")`, `$("say \\"hi\\"")`],
    ['a\\b', `$("Old")`, `$("a\\\\b")`],
    ['a`${b}', '$(`Old`)', '$(`a\\`\\${b}`)'],
    ['$&', `$("Old")`, `$("$&")`],
    ['__proto__', `$node.Old`, `$node.__proto__`],
  ])('writes %s properly', (to, code, expected) => {
    expect(renameInCode(code, 'Old', to)).toBe(expected);
    expect(findNodeReferences(expected).map((reference) => reference.name)).toEqual([to]);
  });

  it.each(['__proto__', 'constructor', `it's "odd"`])('renames a node named %s', (from) => {
    expect(renameInCode(`$(${JSON.stringify(from)}).item`, from, 'New')).toBe('$("New").item');
  });
});

it('recognizes names that are not valid after a dot', () => {
  const written = (name: string): string => renameInCode('$node.Old', 'Old', name);
  expect(['abc', 'a_1', 'ä'].map(written)).toEqual(['$node.abc', '$node.a_1', '$node.ä']);
  const inBrackets = ['$a', 'a$b', 'a b', '1a', 'a-b', ''];
  expect(inBrackets.map(written)).toEqual(inBrackets.map((name) => `$node["${name}"]`));
});

describe('parameters', () => {
  it('renames in expressions at any depth, but only in code', () => {
    const parameters = {
      plain: `$('Old') is not code`,
      text: `=Dear $('Old'), {{ $('Old').item.json.name + 'Old' }}`,
      list: [{ value: `={{ $node.Old.json.a }}` }, 5, null],
    };
    expect(renameInParameters(parameters, 'Old', 'New')).toEqual({
      plain: `$('Old') is not code`,
      text: `=Dear $('Old'), {{ $('New').item.json.name + 'Old' }}`,
      list: [{ value: `={{ $node.New.json.a }}` }, 5, null],
    });
  });

  it('finds the end of code that contains braces', () => {
    expect(renameInParameters(`={{ ({a: {b: 1}}).a + $('Old').item }} $('Old')`, 'Old', 'New')).toBe(
      `={{ ({a: {b: 1}}).a + $('New').item }} $('Old')`,
    );
  });

  it('returns the same objects if nothing changes', () => {
    const parameters = { a: { b: [`={{ $('Other') }}`] }, c: { d: `={{ $('Old') }}` } };
    const renamed = renameInParameters(parameters, 'Old', 'New');
    expect(renamed.a).toBe(parameters.a);
    expect(renamed.c).not.toBe(parameters.c);
    expect(renameInParameters(parameters, 'Nobody', 'New')).toBe(parameters);
  });

  it('renames in code and markup parameters of node types that have them', () => {
    const options = { hasRenamableContent: true };
    expect(renameInParameters({ jsCode: `$('Old').all()` }, 'Old', 'New', options)).toEqual({ jsCode: `$('New').all()` });
    expect(renameInParameters({ html: `<p>$('Old') {{ $('Old').item.json.a }}</p>` }, 'Old', 'New', options)).toEqual({
      html: `<p>$('Old') {{ $('New').item.json.a }}</p>`,
    });
  });

  it('keeps a key named __proto__', () => {
    const parameters = JSON.parse(`{"__proto__": "={{ $('Old') }}"}`) as object;
    expect(JSON.stringify(renameInParameters(parameters, 'Old', 'New'))).toBe(`{"__proto__":"={{ $('New') }}"}`);
  });
});

it.each([
  ['n8n-nodes-base.code', true],
  ['n8n-nodes-base.html', true],
  ['@n8n/n8n-nodes-langchain.toolCode', true],
  ['n8n-nodes-base.set', false],
])('%s has renamable content: %s', (type, expected) => {
  expect(hasRenamableContent(type)).toBe(expected);
});
