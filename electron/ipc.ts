// The request channel: a call of the editor's page becomes a request to the engine. Only REST calls pass.
import { ipcMain } from 'electron';
import { channels, type BridgeRequest } from '../engine/contract/desktop.ts';
import type { EngineResponse } from '../engine/contract/gateway.ts';
import type { EngineGateway } from '../engine/index.ts';
import { assertOwnSender, restPath } from './trust.ts';

/** Maximum length of a path with its query, and of a session id. */
const LONGEST_PATH = 262_144;
const LONGEST_SESSION = 100;
const methods: ReadonlySet<unknown> = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);

export function serveRequests(engine: Pick<EngineGateway, 'inject'>): void {
  ipcMain.handle(channels.request, (event, request: unknown): Promise<EngineResponse> => {
    assertOwnSender(event.senderFrame);
    const { method, path, sessionId, body } = checked(request);
    const headers = { 'session-id': sessionId };
    return engine.inject({ method, path: checkedPath(path), headers, ...(body === undefined ? {} : { body }) }, 'localOwner');
  });
}

function checkedPath(path: string): string {
  const resolved = restPath(path);
  if (resolved === undefined) throw new Error('The call was refused, because it is not below /rest/.');
  return resolved;
}

function checked(input: unknown): BridgeRequest {
  const { method, path, sessionId, body } = (input ?? {}) as Partial<Record<keyof BridgeRequest, unknown>>;
  const isValid =
    methods.has(method) &&
    typeof path === 'string' &&
    path.length <= LONGEST_PATH &&
    typeof sessionId === 'string' &&
    sessionId.length <= LONGEST_SESSION &&
    (body === undefined || typeof body === 'string');
  if (!isValid) throw new Error('The call was refused, because it is not a request.');
  return input as BridgeRequest;
}
