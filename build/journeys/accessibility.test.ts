// Accessibility: axe finds nothing serious on any screen or dialog, in either theme.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { smtpServer, type SmtpServer } from '../../engine/testing/smtp-server.ts';
import { stubServer, type StubServer } from '../../engine/testing/stub-server.ts';
import { seriousFindings } from './page-checks.ts';
import { hasBrowser, type Journey } from './browser.ts';
import { oneJourney } from './journeys.ts';
import { AllScreens, type Place } from './pages/all-screens.ts';
import { savedWorkflow, seenWorkflow } from './pages/seen-workflows.ts';

const ann = { email: 'ann@example.com', firstName: 'Ann', lastName: 'Berg', password: 'Secret123' };

/** External services: a template and version service, and a mail server. */
let outside: StubServer;
let mail: SmtpServer;
let journey: Journey;
let screens: AllScreens;

const newer = {
  name: '2.0.0',
  createdAt: '2024-01-01T00:00:00.000Z',
  description: 'Much is new.',
  documentationUrl: 'https://example.com/notes',
  nodes: [{ name: 'n8n-nodes-base.set', displayName: 'Edit Fields' }],
  hasSecurityFix: true,
  hasBreakingChange: true,
};

/** Visits places and returns the findings of each. */
async function walk(screens: readonly Place[]): Promise<readonly string[]> {
  const serious: string[] = [];
  for (const { name, reach, part } of screens) {
    await reach().catch((error: unknown) => {
      throw new Error(`"${name}" is not reached.`, { cause: error });
    });
    serious.push(...(await seriousFindings(journey.page, name, part)));
  }
  return serious;
}

/** One server and one page for all tests, in the order of use: set-up, work, invitations. */
describe.skipIf(!hasBrowser)('nothing serious', () => {
  beforeAll(async () => {
    outside = await stubServer(({ url }, response) => {
      response.setHeader('access-control-allow-origin', '*').setHeader('access-control-allow-headers', '*');
      response.setHeader('content-type', 'application/json').end(JSON.stringify(url.startsWith('/versions') ? [newer] : {}));
    });
    mail = await smtpServer();
  });
  afterAll(async () => {
    await outside.close();
    await mail.close();
  });
  oneJourney(
    (started) => {
      journey = started;
      screens = new AllScreens(journey.page);
    },
    () => {
      const mailing = { smtpHost: mail.host, smtpPort: mail.port, smtpSsl: false, smtpSender: 'flows@example.com' };
      const services = { logStreamingUrl: 'https://example.com/', versionsEndpoint: `${outside.address}/versions` };
      return { settings: { ...mailing, ...services, asksSurvey: true } };
    },
  );

  it('is on any screen', async () => {
    await journey.page.goto('');
    expect(await walk(screens.firstStart())).toEqual([]);
    expect(await walk(screens.screens())).toEqual([]);
    expect(journey.faults).toEqual([]);
  });

  it('is in the editor, in what opens over it, and in lists', async () => {
    const createWorkflow = async (body: object): Promise<{ readonly id: string }> =>
      journey.server.data<{ readonly id: string }>({ method: 'POST', url: '/rest/workflows', body });
    const [seen, retained] = [await createWorkflow(seenWorkflow), await createWorkflow(savedWorkflow)];
    const body = { workflowData: retained };
    const run = await journey.server.data<{ readonly executionId: string }>({ method: 'POST', url: '/rest/workflows/run', body });
    expect(await walk(screens.editorParts(seen.id))).toEqual([]);
    expect(await walk(screens.activation(retained.id))).toEqual([]);
    expect(await walk(screens.lists(run.executionId, seen.id))).toEqual([]);
    expect(journey.faults).toEqual([]);
  });

  it('is on the pages and dialogs about people', async () => {
    expect(await walk(screens.people(ann, 'bea@example.com'))).toEqual([]);
    const invitation = /signup\?\S+/.exec(mail.received[0]?.text ?? '')?.[0] ?? '';
    expect(await walk(screens.comingIn(invitation))).toEqual([]);
    expect(journey.faults).toEqual([]);
  });
});
