// Restricts connections to allowed addresses. The address is checked when connecting, so that a name cannot resolve differently after the check.
import { lookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type * as UndiciModule from 'undici';
import type { Dispatcher } from 'undici';
import { NodeError } from '../../sdk/index.ts';
import { noticed, type OnConnect } from './own-connections.ts';

type Allows = (address: string) => boolean;

/**
 * Creates a dispatcher for one request and its redirects; close it once the response has started. A host is rejected if any of its addresses is
 * not allowed.
 */
export function guardedDispatcher(
  undici: typeof UndiciModule,
  allows: Allows,
  rejectUnauthorized: boolean,
  onConnect: OnConnect,
): Dispatcher {
  const connect = noticed(undici.buildConnector({ rejectUnauthorized, timeout: 0, lookup: guardedLookup(allows) }), onConnect);
  return new undici.Agent({
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: (options, callback) => {
      // IP addresses are not resolved.
      const host = options.hostname.replace(/^\[|\]$/g, '');
      if (isIP(host) === 0 || allows(host)) connect(options, callback);
      else callback(notAllowed(host), null);
    },
  });
}

function guardedLookup(allows: Allows): LookupFunction {
  return (host, options, callback) => {
    lookup(host, { ...options, all: true }, (error, resolvedAddresses) => {
      const addresses: readonly LookupAddress[] = error === null ? resolvedAddresses : [];
      const [first] = addresses;
      if (error !== null) callback(error, '', 0);
      else if (first === undefined || !addresses.every(({ address }) => allows(address))) callback(notAllowed(host), '', 0);
      else if (options.all === true) callback(null, [...addresses]);
      else callback(null, first.address, first.family);
    });
  };
}

const notAllowed = (host: string): NodeError =>
  new NodeError(`The host ${host} must not be called from here.`, { code: 'NODE_REQUEST_FAILED', name: 'NodeApiError' });
