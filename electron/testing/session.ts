// The modules `protocol`, `session` and `net`.
import { app } from './app.ts';
import { setCheckHandler, setRequestHandler } from './permissions.ts';
import { Guarded, guard, recorder } from './record.ts';
import { ClientRequest, type ClientRequestOptions } from './client-request.ts';
import { createProtocol } from './schemes.ts';

export const protocol = createProtocol(() => app.isReady());

export class Session extends Guarded {
  readonly protocol = protocol;
  setPermissionRequestHandler = setRequestHandler;
  setPermissionCheckHandler = setCheckHandler;
  setDevicePermissionHandler = recorder('session.setDevicePermissionHandler');
}

const defaultSession = new Session('session', []);
export const session = guard('session', { defaultSession, fromPartition: () => defaultSession });

export const net = guard('net', { request: (options: ClientRequestOptions) => new ClientRequest(options) });
