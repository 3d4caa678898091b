// The functions of `n8n-workflow` that keep credentials from being sent to other hosts than those that they are limited to.
import { credentialDomains, domainsForHttpNode, isDomainAllowed } from '../../execution/http/allowed-domains.ts';
import type { JsonObject } from '../../contract/json.ts';
import { NodeOperationError } from './errors.ts';

interface Question {
  readonly node: unknown;
  /** The decrypted credential. */
  readonly credentialData?: JsonObject;
  /** Where the credential is used, for messages. */
  readonly surface?: string;
}

/** Returns the hosts that a node which sends requests anywhere may send the credential to; undefined for any. Throws NodeOperationError. */
export function getCredentialAllowedDomains({ node, credentialData = {}, surface }: Question): string | undefined {
  try {
    return domainsForHttpNode(credentialData);
  } catch (error) {
    const { message, hint } = error as { readonly message: string; readonly hint?: string };
    throw new NodeOperationError(
      node,
      surface === undefined ? message : message.replace('an HTTP Request node', `"${surface}"`),
      hint === undefined ? {} : { description: hint },
    );
  }
}

/** Throws NodeOperationError if the credential is limited to hosts, and the URL has another one. Without a URL there is nothing to check. */
export function assertCredentialAllowsUrl({ node, credentialData = {}, url }: Question & { readonly url?: unknown }): void {
  assertUrlAllowed({ node, url, allowedDomains: credentialDomains(credentialData) });
}

/** Throws NodeOperationError if the URL's host is not on the list (comma-separated). No list allows every host. */
export function assertUrlAllowed({
  node,
  url,
  allowedDomains,
}: {
  readonly node?: unknown;
  readonly url?: unknown;
  readonly allowedDomains?: string | undefined;
}): void {
  if (url === undefined || url === null || url === '' || isDomainAllowed(String(url as string), allowedDomains)) return;
  throw new NodeOperationError(node, `Domain not allowed: This credential is restricted from accessing ${hostOf(String(url as string))}.`, {
    description: `Only the following domains are allowed: ${allowedDomains ?? ''}`,
  });
}

const hostOf = (url: string): string => URL.parse(url)?.hostname ?? url;
