// Merge by SQL: the dialect, what it rejects, and the resulting items.
import { afterAll, describe, expect, it } from 'vitest';
import { createSandbox } from '../../../sandbox/index.ts';
import { runNode } from '../../../testing/run-node.ts';
import { aggregates, aliases, scalars, windowFunctions } from './functions.ts';

const sandbox = createSandbox();
afterAll(() => sandbox.stop());

const people = [
  { id: 1, name: 'Ada', age: 36, active: true, city: 'Ulm' },
  { id: 2, name: 'Bob', age: 25, active: false, city: 'Bonn' },
  { id: 3, name: 'Cid', age: 25, active: true, city: null },
];
const orders = [
  { id: '2', person: 2, total: 10, lines: ['pen', 'ink'], to: { city: 'Kiel', 'zip code': '24103' } },
  { id: '9', person: 9, total: 7.5, lines: [], to: { city: 'Jena' } },
  { id: '3', person: 2, total: 4, note: 'late' },
];

type Inputs = readonly (readonly object[])[];

const run = (query: string, inputs: Inputs = [people, orders], parameters: object = {}, version = 3.2) =>
  runNode({
    type: 'n8n-nodes-base.merge',
    version,
    parameters: { mode: 'combineBySql', query, numberInputs: inputs.length, ...parameters },
    inputs: inputs as never,
    ports: { sandbox },
  });

async function rows(query: string, inputs?: Inputs, parameters?: object): Promise<readonly object[]> {
  const { json, error } = await run(query, inputs, parameters);
  if (error !== undefined) throw new Error(`${error.message}: ${String(error.description)}`);
  return json;
}

async function value(expression: string, input: object = {}): Promise<unknown> {
  const [row] = await rows(`SELECT ${expression} AS value FROM input1`, [[input], []]);
  return (row as { value?: unknown } | undefined)?.value;
}

describe('selects', () => {
  it.each<[string, readonly unknown[]]>([
    ['SELECT * FROM input1', people],
    ['SELECT name FROM input1 WHERE id = 2;', [{ name: 'Bob' }]],
    ['SELECT name FROM input1 WHERE active', [{ name: 'Ada' }, { name: 'Cid' }]],
    ['SELECT name FROM input1 WHERE NOT active', [{ name: 'Bob' }]],
    ['SELECT name FROM input1 WHERE active = true AND age >= 30', [{ name: 'Ada' }]],
    ['SELECT name FROM input1 WHERE name IN (\'Ada\', "Cid")', [{ name: 'Ada' }, { name: 'Cid' }]],
    ['SELECT name FROM input1 WHERE id NOT IN (1, 2)', [{ name: 'Cid' }]],
    ['SELECT name FROM input1 WHERE age BETWEEN 20 AND 30 ORDER BY name DESC', [{ name: 'Cid' }, { name: 'Bob' }]],
    ['SELECT name FROM input1 WHERE city IS NULL', [{ name: 'Cid' }]],
    ['SELECT name FROM input1 WHERE city IS NOT NULL', [{ name: 'Ada' }, { name: 'Bob' }]],
    ['SELECT name FROM input1 WHERE name LIKE "%d_"', [{ name: 'Ada' }]],
    ["SELECT name FROM input1 WHERE name NOT LIKE 'a%'", [{ name: 'Bob' }, { name: 'Cid' }]],
    ["SELECT name FROM input1 WHERE name REGEXP '^[AB]'", [{ name: 'Ada' }, { name: 'Bob' }]],
    ['SELECT name FROM input1 LIMIT 1 OFFSET 1', [{ name: 'Bob' }]],
    ['SELECT name FROM input1 LIMIT 1, 2', [{ name: 'Bob' }, { name: 'Cid' }]],
    ['SELECT TOP 2 name FROM input1 ORDER BY id DESC', [{ name: 'Cid' }, { name: 'Bob' }]],
    ['SELECT DISTINCT age FROM input1', [{ age: 36 }, { age: 25 }]],
    ['SELECT age, name FROM input1 ORDER BY age, name DESC', [{ age: 25, name: 'Cid' }, { age: 25, name: 'Bob' }, { age: 36, name: 'Ada' }]], // oxfmt-ignore
    ['SELECT name AS `the name`, age years FROM input1 WHERE id = 1', [{ 'the name': 'Ada', years: 36 }]],
    ['SELECT p.name FROM input1 AS p WHERE p.id = 3', [{ name: 'Cid' }]],
    ['SELECT [name], `age` FROM input1 WHERE id = 1', [{ name: 'Ada', age: 36 }]],
    ['select NAME from INPUT1 where ID = 1', [{ name: 'Ada' }].map(({ name }) => ({ NAME: name }))],
    ['SELECT id + 1 AS next, id / 2 AS half FROM input1 WHERE id = 1', [{ next: 2, half: 0.5 }]],
    ['SELECT age FROM input1 GROUP BY age', [{ age: 36 }, { age: 25 }]],
    ['SELECT COUNT(*) FROM input1', [{ 'COUNT(*)': 3 }]],
    ['SELECT count(*) AS n, SUM(age) s, AVG(age) a, MIN(name) low, MAX(name) high FROM input1', [{ n: 3, s: 86, a: 86 / 3, low: 'Ada', high: 'Cid' }]], // oxfmt-ignore
    ['SELECT age, COUNT(*) AS n FROM input1 GROUP BY age HAVING COUNT(*) > 1', [{ age: 25, n: 2 }]],
    ['SELECT age, COUNT(*) AS n FROM input1 GROUP BY age HAVING n = 1 ORDER BY n', [{ age: 36, n: 1 }]],
    ['SELECT COUNT(DISTINCT age) AS n FROM input1', [{ n: 2 }]],
    ['SELECT COUNT(city) AS n FROM input1', [{ n: 2 }]],
    ['SELECT UPPER(name), LEN(name) FROM input1 WHERE id = 1', [{ 'UPPER(name)': 'ADA', 'LEN(name)': 3 }]],
    ['SELECT GROUP_CONCAT(name) AS names, ARRAY(id) AS ids FROM input1', [{ names: 'Ada,Bob,Cid', ids: [1, 2, 3] }]],
    ['SELECT FIRST(name) AS f, LAST(name) AS l, MEDIAN(age) AS m FROM input1', [{ f: 'Ada', l: 'Cid', m: 25 }]],
    ["SELECT name, CASE WHEN age > 30 THEN 'old' ELSE 'young' END AS kind FROM input1 WHERE id < 3", [{ name: 'Ada', kind: 'old' }, { name: 'Bob', kind: 'young' }]], // oxfmt-ignore
    ['SELECT CASE age WHEN 25 THEN TRUE ELSE FALSE END AS young FROM input1 WHERE id < 3', [{ young: false }, { young: true }]],
    ['SELECT age > 30 AS old, NOT active AS idle FROM input1 WHERE id = 1', [{ old: true, idle: false }]],
    ['SELECT ROW_NUMBER() OVER (PARTITION BY age ORDER BY name) AS n, name FROM input1 ORDER BY id', [{ n: 1, name: 'Ada' }, { n: 1, name: 'Bob' }, { n: 2, name: 'Cid' }]], // oxfmt-ignore
    ["SELECT COALESCE(city, '?') AS city FROM input1 WHERE id = 3", [{ city: '?' }]],
    ['SELECT IFNULL(city, "none") AS city FROM input1 WHERE id = 3', [{ city: 'none' }]],
    ['SELECT active, city FROM input1 WHERE id = 3', [{ active: true, city: null }]],
    ['SELECT DISTINCT active FROM input1', [{ active: true }, { active: false }]],
    ['SELECT missing, name FROM input1 WHERE id = 1', [{ name: 'Ada' }]],
    ['SELECT name FROM input1 ORDER BY 1 DESC LIMIT 1', [{ name: 'Cid' }]],
    ['SELECT 1 AS one', [{ one: 1 }]],
    ['SELECT name -- a remark\nFROM input1 /* and another */ WHERE id = 1', [{ name: 'Ada' }]],
    ['SELECT CONCAT(name, " ", age) AS label FROM input1 WHERE id = 1', [{ label: 'Ada 36' }]],
    ["SELECT name || '-' || id AS label FROM input1 WHERE id = 1", [{ label: 'Ada-1' }]],
    ["SELECT name + '!' AS label FROM input1 WHERE id = 1", [{ label: 'Ada!' }]],
    ['SELECT CAST(age AS STRING) AS t, CAST("12.7" AS INT) AS i, CONVERT(FLOAT, "1.5") AS f FROM input1 WHERE id = 1', [{ t: '36', i: 12, f: 1.5 }]], // oxfmt-ignore
  ])('%s', async (query, expected) => {
    expect(await rows(query)).toEqual(expected);
  });
});

describe('several tables', () => {
  it.each<[string, readonly unknown[]]>([
    ['SELECT name, total FROM input1 JOIN input2 ON input1.id = input2.person', [{ name: 'Bob', total: 10 }, { name: 'Bob', total: 4 }]], // oxfmt-ignore
    ['SELECT a.name, b.total FROM input1 a, input2 b WHERE a.id = b.person', [{ name: 'Bob', total: 10 }, { name: 'Bob', total: 4 }]], // oxfmt-ignore
    ['SELECT name, total FROM input1 LEFT JOIN input2 ON input1.id = input2.person WHERE total IS NULL', [{ name: 'Ada' }, { name: 'Cid' }]], // oxfmt-ignore
    ['SELECT total, name FROM input1 RIGHT OUTER JOIN input2 ON input1.id = input2.person ORDER BY total', [{ total: 4, name: 'Bob' }, { total: 7.5 }, { total: 10, name: 'Bob' }]], // oxfmt-ignore
    ['SELECT name FROM input1 OUTER JOIN input2 ON input1.id = input2.person', [{ name: 'Ada' }, { name: 'Bob' }, { name: 'Bob' }, { name: 'Cid' }, {}]], // oxfmt-ignore
    ['SELECT COUNT(*) AS n FROM input1 CROSS JOIN input2', [{ n: 9 }]],
    // The text "3" in one input equals the number 3 in the other.
    ['SELECT name, note FROM input1 JOIN input2 ON input1.id = input2.id WHERE note = "late"', [{ name: 'Cid', note: 'late' }]],
    ['SELECT name, note FROM input1 JOIN input2 USING (id) WHERE note = "late"', [{ name: 'Cid', note: 'late' }]],
    ['SELECT name FROM input1 NATURAL JOIN input2', [{ name: 'Bob' }, { name: 'Cid' }]],
    ['SELECT name FROM input1 WHERE id IN (SELECT person FROM input2)', [{ name: 'Bob' }]],
    ['SELECT name FROM input1 WHERE id IN (SELECT id FROM input2)', [{ name: 'Bob' }, { name: 'Cid' }]],
    ['SELECT name FROM input1 SEMI JOIN input2 ON input1.id = input2.person', [{ name: 'Bob' }]],
    ['SELECT name FROM input1 ANTI JOIN input2 ON input1.id = input2.person', [{ name: 'Ada' }, { name: 'Cid' }]],
    ['SELECT name FROM input1 WHERE NOT EXISTS (SELECT 1 FROM input2 WHERE person = input1.id)', [{ name: 'Ada' }, { name: 'Cid' }]],
    ['SELECT name, (SELECT SUM(total) FROM input2 WHERE person = input1.id) AS sum FROM input1 WHERE id = 2', [{ name: 'Bob', sum: 14 }]], // oxfmt-ignore
    ['SELECT * FROM (SELECT name, age * 2 AS twice FROM input1) t WHERE twice > 60', [{ name: 'Ada', twice: 72 }]],
    ['WITH young AS (SELECT * FROM input1 WHERE age < 30) SELECT COUNT(*) AS n FROM young', [{ n: 2 }]],
    ['WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3) SELECT i FROM n', [{ i: 1 }, { i: 2 }, { i: 3 }]],
    ['SELECT id FROM input1 UNION SELECT person FROM input2', [{ id: 1 }, { id: 2 }, { id: 3 }, { id: 9 }]],
    ['SELECT id FROM input1 UNION ALL SELECT person FROM input2 ORDER BY id DESC LIMIT 2', [{ id: 9 }, { id: 3 }]],
    ['SELECT id FROM input1 INTERSECT SELECT person FROM input2', [{ id: 2 }]],
    ['SELECT id FROM input1 EXCEPT SELECT person FROM input2', [{ id: 1 }, { id: 3 }]],
    ['(SELECT id FROM input1 LIMIT 1) UNION ALL (SELECT person FROM input2 LIMIT 1)', [{ id: 1 }, { id: 2 }]],
  ])('%s', async (query, expected) => {
    expect(await rows(query)).toEqual(expected);
  });

  it('merges the items of a star, the last table first', async () => {
    const [row] = await rows('SELECT * FROM input1 JOIN input2 ON input1.id = input2.person');
    expect(row).toEqual({ ...people[1], ...orders[0] });
  });

  it('keeps the fields of a row without a partner', async () => {
    expect(await rows('SELECT * FROM input1 LEFT JOIN input2 ON input1.id = input2.person WHERE input1.id = 1')).toEqual([people[0]]);
  });

  it('keeps the order of the items in right and full joins', async () => {
    const inputs = [[{ k: 3, a: 1 }, { k: 1, a: 2 }, { k: 2, a: 3 }], [{ k: '9', b: 1 }, { k: '2', b: 2 }, { k: '3', b: 3 }, { k: '0', b: 4 }]]; // oxfmt-ignore
    expect(await rows('SELECT a, b FROM input1 FULL JOIN input2 ON input1.k = input2.k', inputs)).toEqual([{ a: 1, b: 3 }, { a: 2 }, { a: 3, b: 2 }, { b: 1 }, { b: 4 }]); // oxfmt-ignore
    expect(await rows('SELECT input1.k FROM input1 RIGHT JOIN input2 ON input1.k = input2.k', inputs)).toEqual([
      { k: 3 },
      { k: 2 },
      {},
      {},
    ]);
  });

  it('combines stars by name', async () => {
    const inputs = [[{ a: 1, b: true }], [{ b: false, c: { d: 1 } }]];
    expect(await rows('SELECT * FROM input1 UNION ALL SELECT * FROM input2', inputs)).toEqual([{ a: 1, b: true }, { b: false, c: { d: 1 } }]); // oxfmt-ignore
  });

  it('has a table for each of ten inputs', async () => {
    const inputs = Array.from({ length: 10 }, (_, index) => [{ n: index + 1 }]);
    expect(await rows('SELECT input10.n, input3.n AS three FROM input10, input3', inputs)).toEqual([{ n: 10, three: 3 }]);
  });
});

describe('values', () => {
  it.each<[string, unknown]>([
    ['o', { a: { b: [1, { c: 'x' }] } }],
    ['o->a->b->1->c', 'x'],
    ['o.a.b', [1, { c: 'x' }]],
    ["o->('a')", { b: [1, { c: 'x' }] }],
    ['o->a->b->length', 2],
    ['o->toString', undefined],
    ['LEN(list)', 2],
    ['n', null],
    ['COALESCE(n, list)', ['p', 'q']],
    ['big', 12345678901],
    ['f', 2],
    ['f + 0.5', 2.5],
    ['TYPEOF(t)', 'string'],
    ["t = '5'", true],
    ['t > 30', false],
    ['t = 5', true],
    ['mixed', 'é"\'\\'],
    ['NULL', null],
    ['`first name`', 'Ada'],
    ['[größe]', 4],
    ['`a.b`', 'dotted'],
    ['"a text"', 'a text'],
    ["'it''s'", "it's"],
    ['`__proto__`', undefined],
    ['`constructor`', undefined],
    ['date', '2026-01-15T10:00:00.000Z'],
    ['YEAR(date)', 2026],
    ["DATEDIFF('day', '2026-01-01', date)", 14],
    ["SUBSTR('abcdef', 2, 3)", 'bcd'],
    ["SUBSTRING('abcdef', -2)", 'ef'],
    ["REPLACE('aaa', 'a', '$&')", '$&$&$&'],
    ["INSTR('hello', 'l')", 3],
    ["CHARINDEX('l', 'hello')", 3],
    ["LEFT('hello', 2)", 'he'],
    ["RIGHT('hello', 2)", 'lo'],
    ["TRIM('  x ')", 'x'],
    ["UCASE('ß') + LCASE('Ä')", 'SSä'],
    ['ROUND(2.345, 2)', 2.35],
    ['ROUND(-2.5)', -3],
    ['MOD(7, 4) + 7 % 4', 6],
    ['POWER(2, 10)', 1024],
    ['GREATEST(1, 3, 2)', 3],
    ["IIF(f > 1, 'big', 'small')", 'big'],
    ['NULLIF(f, 2)', undefined],
    ["JSON_VALUE(o, '$.a.b[0]')", 1],
  ])('%s', async (expression, expected) => {
    const input = {
      o: { a: { b: [1, { c: 'x' }] } },
      list: ['p', 'q'],
      n: null,
      big: 12345678901,
      f: 2,
      t: '5',
      mixed: 'é"\'\\',
      'first name': 'Ada',
      größe: 4,
      'a.b': 'dotted',
      date: '2026-01-15T10:00:00.000Z',
    };
    expect(await value(expression, input)).toEqual(expected);
  });

  it('distinguishes columns by case', async () => {
    expect(await rows('SELECT Name, name FROM input1', [[{ Name: 'A', name: 'b' }], []])).toEqual([{ Name: 'A', name: 'b' }]);
  });

  it('returns values of several types in one column unchanged', async () => {
    const mixed = [{ v: true }, { v: 1 }, { v: 'x' }, { v: null }, {}, { v: [0] }];
    expect(await rows('SELECT v FROM input1', [mixed, []])).toEqual(mixed);
  });
});

describe('parameters and options', () => {
  const query = 'SELECT name FROM input1 WHERE age > ? AND name <> ?';
  it.each<[string, unknown, readonly unknown[]]>([
    ['a list', [30, 'Cid'], [{ name: 'Ada' }]],
    ['an expression', '={{ [20, "Bob"] }}', [{ name: 'Ada' }, { name: 'Cid' }]],
    ['texts separated by commas', '30, Cid', [{ name: 'Ada' }]],
  ])('accepts %s', async (_, queryParameters, expected) => {
    expect(await rows(query, undefined, { options: { queryParameters } })).toEqual(expected);
  });

  it('never reads a parameter as part of the query', async () => {
    expect(await rows('SELECT name FROM input1 WHERE name = ?', undefined, { options: { queryParameters: ["' OR 1=1 --"] } })).toEqual([]);
  });

  it('evaluates {{ }} of a fixed query, and no others', async () => {
    expect(await rows('SELECT name FROM input1 WHERE id = {{ 1 + 1 }}')).toEqual([{ name: 'Bob' }]);
    expect((await run('={{ "SELECT \'{" + "{ 1 + 1 }" + "}\' AS v" }}')).json).toEqual([{ v: '{{ 1 + 1 }}' }]);
  });

  it.each<[number, string | undefined, readonly unknown[]]>([
    [3, undefined, [{ success: true }]],
    [3.1, undefined, [{ success: true }]],
    [3.2, undefined, []],
    [3.2, 'success', [{ success: true }]],
    [3.2, 'empty', []],
  ])('returns for nothing in version %s with %s', async (version, emptyQueryResult, expected) => {
    const parameters = emptyQueryResult === undefined ? {} : { options: { emptyQueryResult } };
    expect((await run('SELECT * FROM input1 WHERE FALSE', undefined, parameters, version)).json).toEqual(expected);
  });
});

describe('changes', () => {
  it.each<[string, readonly unknown[]]>([
    ["UPDATE input1 SET name = UPPER(name), tag = 'x' WHERE id = 1; SELECT name, tag FROM input1 WHERE id < 3", [{ name: 'ADA', tag: 'x' }, { name: 'Bob' }]], // oxfmt-ignore
    ['DELETE FROM input1 WHERE age < 30; SELECT name, active FROM input1', [{ name: 'Ada', active: true }]],
    ["INSERT INTO input1 (id, name) VALUES (4, 'Dee'), (5, 'Eve'); SELECT name FROM input1 WHERE id > 3", [{ name: 'Dee' }, { name: 'Eve' }]], // oxfmt-ignore
    ['CREATE TABLE t (a INT, b VARCHAR(10)); INSERT INTO t SELECT id, name FROM input1; SELECT b FROM t WHERE a = 2; DROP TABLE t', [{ b: 'Bob' }]], // oxfmt-ignore
    ['SELECT * FROM input2; SELECT name FROM input1 WHERE id = 1', [{ name: 'Ada' }]],
  ])('%s', async (query, expected) => {
    expect(await rows(query)).toEqual(expected);
  });
});

describe('lineage', () => {
  const pairs = async (query: string): Promise<unknown> => (await run(query)).outputs[0]?.map(({ pairedItem }) => pairedItem);

  it('names the items of each row', async () => {
    expect(await pairs('SELECT * FROM input1 JOIN input2 ON input1.id = input2.person')).toEqual([
      [{ item: 1 }, { item: 0, input: 1 }],
      [{ item: 1 }, { item: 2, input: 1 }],
    ]);
    expect(await pairs('SELECT name FROM input1 WHERE id = 3')).toEqual([{ item: 2 }]);
  });

  it('names the items of each group', async () => {
    expect(await pairs('SELECT age, COUNT(*) FROM input1 GROUP BY age')).toEqual([{ item: 0 }, [{ item: 1 }, { item: 2 }]]);
  });
});

describe('refusals', () => {
  it.each([
    '',
    'nonsense',
    'SELECT FROM input1',
    'SELECT * FROM input9',
    'SELECT input3.name FROM input1',
    "SELECT * FROM CSV('data.csv')",
    "SELECT * FROM JSON('https://example.com/x.json')",
    "SELECT * FROM XLSX('a.xlsx', {headers: true})",
    "SELECT * INTO CSV('out.csv') FROM input1",
    "SELECT * INTO SQLITE('out.db') FROM input1",
    'SELECT * INTO copy FROM input1',
    "SELECT LOAD('x') FROM input1",
    "SELECT readfile('/etc/passwd')",
    "SELECT writefile('/tmp/x', 'y')",
    "SELECT load_extension('x')",
    'SELECT fn_field(1, 2)',
    'SELECT sqlite_version()',
    'SELECT * FROM sqlite_master',
    'SELECT * FROM pragma_database_list',
    "ATTACH '/tmp/x.db' AS x",
    "ATTACH SQLITE DATABASE x('x.db')",
    "VACUUM INTO '/tmp/x.db'",
    'PRAGMA database_list',
    "SELECT 1; ATTACH '/tmp/x.db' AS x",
    'CREATE DATABASE x',
    "CREATE FILESTORAGE DATABASE x('x.json')",
    'CREATE VIRTUAL TABLE x USING fts5(a)',
    'CREATE TRIGGER x AFTER INSERT ON input1 BEGIN SELECT 1; END',
    'CREATE FUNCTION f AS ``function () { return process.env }``',
    'SELECT ``process.env`` FROM input1',
    "REQUIRE 'fs'",
    'REQUIRE ECHARTS',
    "SOURCE 'file.sql'",
    'USE other',
    'SHOW TABLES',
    'SET @x = 1',
    'SELECT @x := 1',
    'SELECT input1.name->toString() FROM input1',
    'SELECT id, name FROM input1 UNION SELECT id FROM input2',
    'SELECT (SELECT id, name FROM input1)',
    "SELECT LPAD('x', 2000000000, 'y')",
    "SELECT RPAD('x', 2000000000, 'y')",
    "SELECT REPEAT('x', 2000000000)",
    `SELECT ${'('.repeat(5000)}1${')'.repeat(5000)}`,
  ])('%s', async (query) => {
    expect((await run(query)).error).toMatchObject({ name: 'NodeOperationError', message: 'Issue while executing query' });
  });

  it('reports what is wrong and where', async () => {
    const { error } = await run('SELECT name\nFROM input1 WHERE');
    expect(error?.description).toBe('Expected a value but found the end of the query in line 2, column 18.');
  });

  it('ends a query that never yields a row', async () => {
    const impatient = createSandbox({ timeout: 500 });
    const { error } = await runNode({
      type: 'n8n-nodes-base.merge',
      version: 3,
      parameters: {
        mode: 'combineBySql',
        query: 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT COUNT(*) AS c FROM n',
      },
      inputs: [[{ a: 1 }], [{ a: 1 }]],
      ports: { sandbox: impatient },
    });
    expect(error).toMatchObject({ message: 'Issue while executing query', code: 'CODE_TIMEOUT' });
    await impatient.stop();
  });
});

describe('functions', () => {
  const args = ['', "'1'", "'1', 1", "'1', '1', 1", "'day', 1, '2026-01-01'"];
  it.each([...scalars.keys(), ...aggregates.keys(), ...[...windowFunctions.keys()].map((name) => `${name} OVER`), ...aliases.keys()])(
    '%s exists in the database',
    async (name) => {
      const [call, over] = name.split(' ') as [string, string?];
      const outcomes = await Promise.all(
        args.map((list) => run(`SELECT ${call}(${list})${over === undefined ? '' : ' OVER (ORDER BY id)'} AS v FROM input1`)),
      );
      expect(outcomes.some(({ error }) => error === undefined)).toBe(true);
    },
  );
});
