// `npm run picture`: takes README's picture of the editor, in the window of the desktop application after a run. Needs a browser.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launch, startPage } from './launch.ts';

const root = join(import.meta.dirname, '../..');

const app = await launch();
try {
  const page = await startPage(app);
  await page.setViewportSize({ width: 1280, height: 800 });
  const workflow = readFileSync(join(root, 'examples/inventory-sync.json'), 'utf8');
  const request = { method: 'POST', path: 'workflows', sessionId: 'picture', body: workflow };
  const { body } = await page.evaluate<{ body: string }>(`millrace.request(${JSON.stringify(request)})`);
  const { data } = JSON.parse(body) as { data: { id: string } };
  await page.evaluate(`location.assign('/workflow/${data.id}')`);
  await page.getByRole('button', { name: /^Run workflow/ }).click();
  await page.getByText('Succeeded').first().waitFor();
  // Away from everything that shows a tooltip or a frame under the pointer.
  await page.mouse.move(640, 640);
  await page.evaluate('document.activeElement?.blur()');
  await page.evaluate('Promise.all(document.getAnimations().map((each) => each.finished))');
  writeFileSync(join(root, 'docs/editor.png'), await page.screenshot());
} finally {
  await app.close();
}
