// Validates .github/workflows, which cannot run here: by GitHub's own parser and schema, and that every action has an exact version and every script exists.
import { readdirSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const folder = join(root, '.github/workflows');

// The parser imports its schema as bundlers allow, without the attribute that Node requires.
registerHooks({
  load: (url, context, next) => next(url, url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context),
});
const { NoOperationTraceWriter, convertWorkflowTemplate, parseWorkflow } = await import('@actions/workflow-parser');

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly scripts: object };

/** Returns one line per problem of a workflow. */
async function problemsOf(name: string): Promise<readonly string[]> {
  const content = readFileSync(join(folder, name), 'utf8');
  const { context, value } = parseWorkflow({ name, content }, new NoOperationTraceWriter());
  if (value !== undefined) await convertWorkflowTemplate(context, value);
  const loose = [...content.matchAll(/uses: (\S+)/g)].filter(([, action = '']) => !/@(v\d+\.\d+\.\d+|[\da-f]{40})$/.test(action));
  const unknown = [...content.matchAll(/npm run (?:-s |--silent )?([\w:]+)/g)].filter(([, script = '']) => !Object.hasOwn(scripts, script));
  return [
    ...context.errors.getErrors().map(({ message }) => message),
    ...loose.map(([, action]) => `${name}: ${action} has no exact version.`),
    ...unknown.map(([, script]) => `${name}: package.json has no script "${script}".`),
  ];
}

for (const name of readdirSync(folder)) {
  for (const problem of await problemsOf(name)) {
    console.error(problem);
    process.exitCode = 1;
  }
}
