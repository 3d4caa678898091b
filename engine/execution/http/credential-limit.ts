// Limits where and how requests with a credential are sent. The client checks every request that it sends, so redirects and pages are included.
import type { JsonObject } from '../../contract/json.ts';
import { DOMAIN_FIELDS } from '../../contract/rest/constants.ts';
import { NodeError, type HttpPort, type HttpRequest, type OutgoingRequest } from '../../sdk/index.ts';
import { domainsForHttpNode, isDomainAllowed, isDomainLimited } from '../../workflow/values/allowed-domains.ts';

type Check = NonNullable<HttpRequest['checkOutgoing']>;

/** Describes a request for its checks. `url`: its URL without user and password. `headers`: those that are sent. */
export const outgoingRequest = (
  { proxy, allowUnauthorizedCerts, certificates }: HttpRequest,
  url: URL,
  headers: OutgoingRequest['headers'],
  redirectedFrom?: URL,
): OutgoingRequest => ({
  url,
  headers,
  proxy,
  hasOwnTrust: allowUnauthorizedCerts === true || certificates?.ca !== undefined,
  redirectedFrom,
});

/** Returns the check of a credential that is limited to domains; undefined if it is not limited. `data`: its resolved data. */
export function credentialLimit(data: JsonObject): Check | undefined {
  if (!isDomainLimited(data)) return undefined;
  return (outgoing) => {
    const domains = domainsForHttpNode(data) ?? '';
    assertHosts(outgoing, domains);
    const { url, proxy, hasOwnTrust, redirectedFrom } = outgoing;
    if (redirectedFrom?.protocol === 'https:' && url.protocol === 'http:') {
      throw rejected(
        `The redirect from ${redirectedFrom.host} leads to ${url.host} without encryption, which the credential does not allow.`,
        'Enter the address that the redirect leads to as the URL, if its service may receive the credential unencrypted.',
        redirectedFrom,
      );
    }
    if (proxy !== undefined && data[DOMAIN_FIELDS.proxies] !== true) {
      throw rejected(
        'The credential is limited to domains, and does not allow the proxy that the node sets.',
        'Remove the proxy from the node, or let the owner of the credential turn on "Allow Proxies of Nodes" in it.',
      );
    }
    if (hasOwnTrust && data[DOMAIN_FIELDS.unverified] !== true) {
      throw rejected(
        'The credential is limited to domains, and the node does not verify their certificates as this computer does.',
        'Turn off "Ignore SSL Issues" and certificates of an own authority in the node, or let the owner of the credential turn on "Allow Unverified Certificates" in it.',
      );
    }
  };
}

/** Both decide which service gets the request: several share one address, and are distinguished by the Host header. */
function assertHosts({ url, headers, redirectedFrom }: OutgoingRequest, domains: string): void {
  const hint = `It is limited to these domains: ${domains}. Change them in the credential, or the URL.`;
  if (!isDomainAllowed(url.href, domains)) {
    if (redirectedFrom === undefined) throw rejected(`The credential may not be sent to ${url.host}.`, hint);
    throw rejected(
      `The redirect from ${redirectedFrom.host} leads to ${url.host}, which the credential does not allow.`,
      hint,
      redirectedFrom,
    );
  }
  for (const [name, value] of Object.entries(headers)) {
    if (name.toLowerCase().trim() !== 'host') continue;
    for (const host of [value].flat()) {
      // Other characters could end the host for one reader and not for another.
      const isHost = /^[\w.-]+(?::\d+)?$|^\[[\da-f:.]+\](?::\d+)?$/i.test(host);
      if (!isHost || !isDomainAllowed(`${url.protocol}//${host}`, domains))
        throw rejected(`The credential may not be sent to ${host}, which the Host header of the node names.`, hint);
    }
  }
}

const rejected = (message: string, hint: string, redirectedFrom?: URL): NodeError =>
  redirectedFrom === undefined
    ? new NodeError(message, { code: 'PARAMETER_INVALID', hint })
    : new NodeError(message, { code: 'NODE_REQUEST_FAILED', name: 'NodeApiError', hint });

/** Returns the request with one more check. All checks of a request apply. */
export function limitedRequest(request: HttpRequest, check: Check | undefined): HttpRequest {
  const { checkOutgoing: earlier } = request;
  if (check === undefined) return request;
  if (earlier === undefined) return { ...request, checkOutgoing: check };
  const both: Check = (outgoing) => {
    earlier(outgoing);
    check(outgoing);
  };
  return { ...request, checkOutgoing: both };
}

/** The limits of credentials whose data a node has read: its code may put the data into any of its requests, so all of them are limited. */
export class ReadLimits {
  /** By type of the credential. */
  readonly #checks = new Map<string, Check>();

  /** Returns the data. */
  limitBy(type: string, data: JsonObject): JsonObject {
    const check = credentialLimit(data);
    if (check === undefined) this.#checks.delete(type);
    else this.#checks.set(type, check);
    return data;
  }

  limited(http: HttpPort): HttpPort {
    if (this.#checks.size === 0) return http;
    return { request: (request) => http.request([...this.#checks.values()].reduce(limitedRequest, request)) };
  }
}

/** Returns the request, whose checks have passed so far: a request that is rejected must not cost a token. The client rejects invalid URLs. */
export function checkedBefore(request: HttpRequest): HttpRequest {
  const { url: text, headers = {}, checkOutgoing } = request;
  if (checkOutgoing === undefined || !URL.canParse(text)) return request;
  checkOutgoing(outgoingRequest(request, new URL(text), headers));
  return request;
}
