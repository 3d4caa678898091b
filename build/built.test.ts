// The build: the bundled command line runs every example, and the page refers to existing files.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const cli = join(root, 'out/engine/cli.js');

describe.skipIf(!existsSync(cli))('the bundled engine', () => {
  it('runs every example', () => {
    const examples = readdirSync(join(root, 'examples')).filter((name) => name.endsWith('.json'));
    const output = execFileSync(process.execPath, [cli, 'run', ...examples.map((name) => join(root, 'examples', name)), '--json'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const results = output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { status: string; error?: { message: string } });
    expect(results.map(({ status, error }) => error?.message ?? status)).toEqual(examples.map(() => 'success'));
  });

  it('is ASCII, since V8 stores other sources in twice the memory', () => {
    const folder = join(root, 'out/engine');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));
    expect(files.length).toBeGreaterThan(10);
    expect(files.filter((name) => readFileSync(join(folder, name)).some((byte) => byte > 127))).toEqual([]);
  });

  it('loads the SDK of S3 only once files are stored there', () => {
    const folder = join(root, 'out/engine');
    const chunks = readdirSync(join(folder, 'chunks'));
    const loaded = new Set<string>();
    const waiting = [
      'cli.js',
      'server-thread.js',
      ...chunks.filter((name) => name.startsWith('server-')).map((name) => join('chunks', name)),
    ];
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      if (loaded.has(file)) continue;
      loaded.add(file);
      const source = readFileSync(join(folder, file), 'utf8');
      for (const [, path = ''] of source.matchAll(/\b(?:import|from)\s*["'](\.[^"']+\.js)["']/g)) waiting.push(join(dirname(file), path));
    }
    const hasSdk = (file: string): boolean => readFileSync(join(folder, file), 'utf8').includes('CreateMultipartUploadRequest');
    expect(loaded.size).toBeGreaterThan(50);
    expect([...loaded].filter(hasSdk)).toEqual([]);
    expect(chunks.filter((name) => hasSdk(join('chunks', name))).length).toBeGreaterThan(0);
  });

  it.skipIf(process.platform === 'win32')('is a command of its own', () => {
    expect(execFileSync(cli, ['--version'], { encoding: 'utf8' })).toMatch(/^\d+\.\d+\.\d+/);
  });

  it.each([
    ['sandbox-files.json', 'sandbox-', ['host', 'worker']],
    ['package-files.json', 'package-', ['host', 'worker', 'thread']],
    ['install-files.json', 'install-', ['host']],
  ])('gives code processes self-contained scripts to read: %s', (list, prefix, entries) => {
    const folder = join(root, 'out/engine');
    const files = JSON.parse(readFileSync(join(folder, list), 'utf8')) as readonly string[];
    expect(files).toEqual(expect.arrayContaining(entries.map((entry) => `${prefix}${entry}.js`)));
    const imported = files.flatMap((file) =>
      [...readFileSync(join(folder, file), 'utf8').matchAll(/\b(?:from|import\(?)["`](\.[^"`]+\.js)["`]/g)].map(([, path = '']) =>
        join(dirname(file), path),
      ),
    );
    expect(imported.filter((file) => !files.includes(file))).toEqual([]);
    expect(files.filter((file) => !file.startsWith(prefix) && !imported.includes(file))).toEqual([]);
  });
});

const pages = join(root, 'out/renderer');

describe.skipIf(!existsSync(pages))('the page of the editor', () => {
  const page = (): string => readFileSync(join(pages, 'index.html'), 'utf8');
  const named = (rel: string): readonly string[] =>
    page()
      .matchAll(new RegExp(`<link rel="${rel}"[^>]* href="\\./(assets/[^"]+)"`, 'g'))
      .map(([, file = '']) => file)
      .toArray();

  it('refers to each file of the first screen once', () => {
    const scripts = named('modulepreload');
    expect(scripts.filter((file) => /\/editor-/.test(file))).toHaveLength(1);
    expect(named('stylesheet').filter((file) => /\/editor-/.test(file))).toHaveLength(1);
    const all = [...scripts, ...named('stylesheet')];
    expect(new Set(all).size).toBe(all.length);
    expect(all.filter((file) => !existsSync(join(pages, file)))).toEqual([]);
  });

  it('takes at most 460 kB of script, compressed with brotli, for the first screen', () => {
    const scripts = [
      ...named('modulepreload'),
      ...page()
        .matchAll(/<script[^>]* src="\.\/(assets\/[^"]+)"/g)
        .map(([, file = '']) => file),
    ];
    expect(scripts.length).toBeGreaterThan(1);
    const bytes = scripts.map((file) => statSync(join(pages, `${file}.br`)).size);
    expect(bytes.reduce((sum, size) => sum + size)).toBeLessThan(460_000);
  });

  it('contains all texts of the help, each in a file that is loaded on use', () => {
    const help = join(root, 'resources/help');
    const texts = readdirSync(help, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
    expect(texts.length).toBeGreaterThan(60);
    const scripts = readdirSync(join(pages, 'assets')).filter((name) => name.endsWith('.js'));
    const loaded = scripts.filter((name) => !named('modulepreload').includes(`assets/${name}`));
    const contents = loaded.map((name) => readFileSync(join(pages, 'assets', name), 'utf8'));
    const beginning = (name: string): string => /^[\w ]{12,}/m.exec(readFileSync(join(help, name), 'utf8'))?.[0] ?? name;
    expect(texts.filter((name) => !contents.some((content) => content.includes(beginning(name))))).toEqual([]);
  });

  it('does not refer to files that only some screens need', () => {
    expect(named('modulepreload').filter((file) => /monaco|help-page|node-view|adapter|markdown|settings/.test(file))).toEqual([]);
  });
});
