// The application starts: the editor's page over app://, and its calls over IPC.
import { afterEach, describe, expect, it } from 'vitest';
import { collectErrors } from '../../build/journeys/console-errors.ts';
import { goTo } from '../../build/journeys/window.ts';
import { hasDesktop, launch, type DesktopApp } from '../testing/launch.ts';

let app: DesktopApp | undefined;
afterEach(async () => {
  await app?.close();
  app = undefined;
});

describe.skipIf(!hasDesktop)('the application', () => {
  it('shows the editor and its workflows, which it gets over IPC', async () => {
    app = await launch();
    const page = await app.firstWindow();
    const faults: string[] = [];
    collectErrors(page, faults);
    await page.getByRole('button', { name: 'Add the first step' }).waitFor();
    await goTo(page, 'workflows');
    await page.getByRole('heading', { name: 'Workflows', exact: true }).waitFor();
    expect(faults).toEqual([]);
  });
});
