// Dialogs and drawers have the sizes that users know from the specification.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const features = join(import.meta.dirname, '../features');

it.each([
  ['credentials/edit-dialog.tsx', ['width="max(70vw, min(640px, 100vw))"', 'height="80vh"']],
  ['workflows/settings-modal.tsx', ['width="65vw"']],
  ['workflows/open-workflow-modal.tsx', ['width="80vw"']],
  ['executions/executions-modal.tsx', ['width="80vw"']],
  ['surveys/updates-drawer.tsx', ['width="520px"']],
  ['settings/delete-user-modal.tsx', ['width="460px"']],
  ['workflows/tags-modal.tsx', ['width="620px"']],
  ['workflows/workflows.css', ['height: 420px;', 'max-height: 450px;']],
])('%s has its size: %j', (file, sizes) => {
  const source = readFileSync(join(features, file), 'utf8');
  for (const size of sizes) expect(source).toContain(size);
});
