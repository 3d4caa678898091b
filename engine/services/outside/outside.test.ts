// Outside services, each played by a stub: what they receive and when, what is believed, and that nothing is sent without an address.
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHttpClient } from '../../execution/http/client.ts';
import type { UserRecord } from '../../store/index.ts';
import { addMember, runningServer, type RunningServer } from '../../testing/running-server.ts';
import { stubServer, type ReceivedRequest, type StubServer } from '../../testing/stub-server.ts';
import type { TestRequest } from '../../testing/account-server.ts';
import { OnboardingService } from './onboarding.ts';

let reply: (request: ReceivedRequest, response: ServerResponse) => void;
let outside: StubServer;
let running: RunningServer | undefined;

const json = (value: unknown) => (_: ReceivedRequest, response: ServerResponse) => response.end(JSON.stringify(value));
const post = (path: string, body: unknown): TestRequest => ({ method: 'POST', url: `/rest${path}`, body });
const get = (path: string): TestRequest => ({ url: `/rest${path}` });
const start = async (...[options]: Parameters<typeof runningServer>): Promise<RunningServer> => (running = await runningServer(options));
/** Method, path and body of the requests that the stub received. */
const received = (): unknown[] =>
  outside.received.map(({ method, url, body }) => [method, url, body === '' ? undefined : (JSON.parse(body) as unknown)]);
const settingsOf = (server: RunningServer) => server.data<Record<string, unknown>>(get('/settings'));

beforeEach(async () => {
  reply = json({});
  outside = await stubServer((request, response) => reply(request, response));
});
afterEach(async () => {
  await running?.close();
  running = undefined;
  await outside.close();
});

it('nothing of them shows without an address', async () => {
  const server = await start();
  const settings = await settingsOf(server);
  expect(settings).toMatchObject({
    telemetry: { enabled: false },
    hiringBannerEnabled: false,
    onboardingCallPromptEnabled: false,
    promptsEnabled: false,
    contactEnabled: false,
  });
  expect([settings['hiringBanner'], settings['fakeDoors']]).toEqual([undefined, undefined]);
  const calls = [
    get('/prompts'),
    post('/prompt', { email: 'a@example.com' }),
    post('/value-survey', { value: 5 }),
    get('/prompts/onboarding'),
    post('/prompts/onboarding', { toast_sequence_number: 1 }),
    post('/accounts/onboarding', { email: 'a@example.com' }),
    post('/telemetry', { events: [{ name: 'page viewed', page: '/workflow' }] }),
  ];
  for (const call of calls) expect(await server.send(call)).toMatchObject({ status: 404, body: { code: 'FEATURE_OFF' } });
});

it('the settings name what is announced, and where', async () => {
  const [sharingUrl, hiringUrl] = ['https://example.com/sharing', 'https://example.com/jobs'];
  const server = await start({ settings: { sharingUrl, hiringUrl, hiringText: 'Come and build with us.' } });
  expect(await settingsOf(server)).toMatchObject({
    hiringBannerEnabled: true,
    hiringBanner: { text: 'Come and build with us.', url: hiringUrl },
    fakeDoors: [{ id: 'sharing', linkURL: sharingUrl, uiLocations: ['credentialsModal'] }],
  });
});

describe('the prompts service', () => {
  const open = () => start({ settings: { promptsHost: `${outside.address}/ask/` }, hasPeople: true });

  it('decides what a user is asked, and learns who it is by ids alone', async () => {
    const server = await open();
    expect(await settingsOf(server)).toMatchObject({ promptsEnabled: true });
    reply = json({ showContactPrompt: true, showValueSurvey: 'yes', title: 'Hello', message: 7, more: '<b>' });
    expect(await server.data(get('/prompts'), 'member')).toEqual({
      showContactPrompt: true,
      showValueSurvey: false,
      title: 'Hello',
      message: '',
    });
    const { instanceId } = await settingsOf(server);
    expect(outside.received).toMatchObject([
      { method: 'GET', url: '/ask/prompts', headers: { 'x-millrace-instance-id': instanceId, 'x-millrace-user-id': 'member-1' } },
    ]);
    expect(JSON.stringify(outside.received)).not.toContain('ben@example.com');
  });

  it('receives the rating, and later the e-mail address', async () => {
    const server = await open();
    reply = json({ updated: true });
    expect(await server.data(post('/value-survey', { value: 9 }), 'owner')).toEqual({ updated: true });
    expect(await server.data(post('/value-survey', { value: 9, email: ' Anna@example.com ' }), 'owner')).toEqual({ updated: true });
    reply = json({ updated: 'no' });
    expect(await server.data(post('/prompt', { email: 'anna@example.com' }), 'owner')).toEqual({ updated: false });
    expect(received()).toEqual([
      ['POST', '/ask/value-survey', { value: 9 }],
      ['POST', '/ask/value-survey', { value: 9, email: 'anna@example.com' }],
      ['POST', '/ask/prompt', { email: 'anna@example.com' }],
    ]);
  });

  it.each([
    ['/value-survey', { value: 11 }],
    ['/value-survey', { value: 5, email: 'no address' }],
    ['/prompt', { email: '' }],
  ])('is not called by %s with %j', async (path, body) => {
    const server = await open();
    expect(await server.send(post(path, body), 'owner')).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } });
    expect(outside.received).toEqual([]);
  });

  it('may fail, which is reported', async () => {
    const server = await open();
    reply = (_, response) => response.writeHead(500).end();
    expect(await server.send(get('/prompts'), 'owner')).toMatchObject({ status: 502, body: { code: 'SERVICE_FAILED' } });
  });
});

describe('the onboarding service', () => {
  const offer = { title: 'Talk to us', description: 'In 20 minutes', toast_sequence_number: 2 };

  it('is asked only about users who have answered the survey and are new', async () => {
    const server = await start({ settings: { onboardingHost: outside.address, onboardingDays: 3 }, hasPeople: true });
    reply = json(offer);
    expect(await settingsOf(server)).toMatchObject({ onboardingCallPromptEnabled: true });
    expect(await server.data(get('/prompts/onboarding'), 'owner')).toBeNull();
    expect(outside.received).toEqual([]);
    await server.data(post('/me/survey', { companyType: 'saas' }), 'owner');
    expect(await server.data(get('/prompts/onboarding'), 'owner')).toEqual(offer);
    expect(received()).toEqual([['GET', '/prompts/onboarding', undefined]]);
    // The answers stay in the instance.
    expect(JSON.stringify(outside.received)).not.toContain('saas');
  });

  it.each([
    [3, offer],
    [3.01, undefined],
  ])('offers an account of %d days, where 3 are set: %j', async (age, expected) => {
    reply = json(offer);
    const service = new OnboardingService({
      http: createHttpClient(),
      host: outside.address,
      instanceId: 'me',
      users: { get: async (id) => (id === 'a' ? ({ createdAt: 0, personalization: {} } as UserRecord) : undefined) },
      now: () => age * 86_400_000,
      days: 3,
    });
    expect(await service.prompt('a')).toEqual(expected);
    expect(await service.prompt('nobody')).toBeUndefined();
    expect(outside.received).toHaveLength(expected === undefined ? 0 : 1);
  });

  it.each([[{ ...offer, title: 7 }], [{ ...offer, toast_sequence_number: 'x' }], [[offer]], ['x']])(
    'offers nothing by %j',
    async (answer) => {
      const server = await start({ settings: { onboardingHost: outside.address } });
      await server.data(post('/me/survey', { companyType: 'saas' }));
      reply = json(answer);
      expect(await server.data(get('/prompts/onboarding'))).toBeNull();
    },
  );

  it('learns that the offer was shown, and receives the address of those who sign up', async () => {
    const server = await start({ settings: { onboardingHost: outside.address } });
    expect(await server.data(post('/prompts/onboarding', { toast_sequence_number: 2 }))).toBe(true);
    expect(await server.data(post('/accounts/onboarding', { email: 'anna@example.com' }))).toBe(true);
    expect(await server.send(post('/accounts/onboarding', { email: 'anna' }))).toMatchObject({ status: 400 });
    expect(received()).toEqual([
      ['POST', '/prompts/onboarding', { toast_sequence_number: 2 }],
      ['POST', '/accounts/onboarding', { email: 'anna@example.com' }],
    ]);
  });
});

describe('the contact service', () => {
  const anna = { email: 'anna@example.com', firstName: 'Anna', lastName: 'Berg', password: 'Secret-12345' };
  const settled = () => running?.server.services.rest.outside.contact.settled();

  it.each([
    [true, 1],
    [false, 0],
    [undefined, 0],
  ])('receives the address of the owner if the box is %s', async (agree, count) => {
    const server = await start({ settings: { contactHost: outside.address } });
    expect(await settingsOf(server)).toMatchObject({ contactEnabled: true });
    await server.data(post('/owner', { ...anna, ...(agree === undefined ? {} : { agree }) }));
    await settled();
    expect(received()).toEqual(
      Array.from({ length: count }, () => ['POST', '/accounts/onboarding', { email: 'anna@example.com', agree: true }]),
    );
  });

  it('receives the address of a member who signs up', async () => {
    const server = await start({ settings: { contactHost: outside.address }, hasPeople: true });
    const [invited] = await server.data<{ user: { inviteAcceptUrl: string } }[]>(post('/users', [{ email: 'carl@example.com' }]), 'owner');
    const query = new URL(invited?.user.inviteAcceptUrl ?? '').searchParams;
    const [inviterId, inviteeId] = [query.get('inviterId'), query.get('inviteeId')];
    const body = { inviterId, firstName: 'Carl', lastName: 'Dahl', password: 'Secret-12345', agree: true };
    await server.data(post(`/users/${inviteeId ?? ''}`, body), 'nobody');
    await settled();
    expect(received()).toEqual([['POST', '/accounts/onboarding', { email: 'carl@example.com', agree: true }]]);
  });

  it('may fail: the owner is set up, and the log does not contain the address', async () => {
    const logged: string[] = [];
    const log = (...args: unknown[]): void =>
      void logged.push(args.map((arg) => (typeof arg === 'string' ? arg : JSON.stringify(arg))).join(' '));
    const logger = {
      info: log,
      warn: log,
      error: log,
      debug: log,
      trace: log,
      fatal: log,
      silent: log,
      level: 'info',
      child: () => logger,
    };
    reply = (_, response) => response.writeHead(503).end();
    const server = await start({ settings: { contactHost: outside.address }, logger: logger as never });
    await server.data(post('/owner', { ...anna, agree: true }));
    await settled();
    expect(logged.filter((line) => line.includes('contact service'))).toEqual([expect.stringContaining('the status 503')]);
    expect(logged.join('\n')).not.toContain('anna@');
  });

  it('does not exist without an address, even if the box is ticked', async () => {
    const server = await start();
    await server.data(post('/owner', { ...anna, agree: true }));
    await settled();
    expect(outside.received).toEqual([]);
  });
});

it('two members are told apart', async () => {
  const server = await start({ settings: { promptsHost: outside.address }, hasPeople: true });
  const cookie = await addMember(server.server, server.dataDir, 'member-2', 'cleo@example.com');
  await server.data(get('/prompts'), 'member');
  await server.data({ ...get('/prompts'), headers: { cookie } }, 'nobody');
  expect(outside.received.map(({ headers }) => headers['x-millrace-user-id'])).toEqual(['member-1', 'member-2']);
});
