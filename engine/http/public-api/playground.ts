// The playground of the public API: Swagger UI over the reference, with all files from this server.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { escapeHtml } from '../../sdk/html.ts';
import { securityHeaders } from '../guard.ts';
import { pageSender } from '../page.ts';

/** Mounts nothing without the editor, whose build contains the files. `folder`: the editor's build; `basePath`: where it is served. */
export function mountPlayground(app: FastifyInstance, folder: string | undefined, basePath: string): void {
  const files = folder === undefined ? [] : swaggerFiles(folder);
  const [script, style] = ['.js', '.css'].map((extension) => files.find((name) => name.endsWith(extension)));
  if (script === undefined || style === undefined) return;
  const page = pageOf(`${basePath}assets/${style}`, [`${basePath}assets/${script}`, `${app.prefix}/docs/start.js`]);
  const start = startScript(`${app.prefix}/openapi.json`);
  app.get('/docs', pageSender(page, securityHeaders));
  app.get('/docs/start.js', async (_request, reply) => reply.type('text/javascript; charset=utf-8').send(start));
}

function swaggerFiles(folder: string): readonly string[] {
  try {
    return readdirSync(join(folder, 'assets')).filter((name) => name.startsWith('swagger-ui-'));
  } catch {
    // The editor was not built.
    return [];
  }
}

const pageOf = (style: string, scripts: readonly string[]): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Millrace API</title>
<link rel="stylesheet" href="${escapeHtml(style)}">
<style>
:root{color-scheme:light dark}
body{margin:0}
.dark-mode body{background:#1b1b1f}
</style>
<main id="reference"></main>
${scripts.map((script) => `<script src="${escapeHtml(script)}"></script>`).join('\n')}
</html>
`;

/** Without a validator, which would be another server. */
const startScript = (reference: string): string => `const dark = matchMedia('(prefers-color-scheme: dark)');
const applyTheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', applyTheme);
applyTheme();
SwaggerUIBundle({
  url: ${JSON.stringify(reference)},
  dom_id: '#reference',
  deepLinking: true,
  persistAuthorization: false,
  validatorUrl: null,
});
`;
