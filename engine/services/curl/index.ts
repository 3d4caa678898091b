// Converts curl commands into HTTP Request nodes.
import { AppError } from '../../contract/errors.ts';
import type { CurlParameters } from '../../contract/rest/curl.ts';
import type { NodeRegistry } from '../../registry/index.ts';
import { convertCommand } from './convert.ts';

export interface CurlServicePorts {
  readonly registry: Pick<NodeRegistry, 'has' | 'load' | 'description'>;
}

export class CurlService {
  readonly #ports: CurlServicePorts;

  constructor(ports: CurlServicePorts) {
    this.#ports = ports;
  }

  /** Returns the parameters as a flat map. Throws BAD_REQUEST if the text is not a curl command or uses another protocol, PAYLOAD_TOO_LARGE. */
  async convert(command: string): Promise<CurlParameters> {
    const { protocol, parameters } = convertCommand(command);
    await assertSupported(protocol, (type) => this.#displayName(type));
    return parameters;
  }

  async #displayName(type: string): Promise<string | undefined> {
    const { registry } = this.#ports;
    if (!registry.has(type)) return undefined;
    await registry.load([type]);
    return registry.description(type)?.displayName;
  }
}

/** Node types for other protocols; suggested if they are installed. */
const alternatives: ReadonlyMap<string, string> = new Map([
  ['ftp', 'n8n-nodes-base.ftp'],
  ['ftps', 'n8n-nodes-base.ftp'],
  ['sftp', 'n8n-nodes-base.ftp'],
  ['scp', 'n8n-nodes-base.ssh'],
  ['imap', 'n8n-nodes-base.emailReadImap'],
  ['imaps', 'n8n-nodes-base.emailReadImap'],
  ['smtp', 'n8n-nodes-base.emailSend'],
  ['smtps', 'n8n-nodes-base.emailSend'],
  ['ldap', 'n8n-nodes-base.ldap'],
  ['ldaps', 'n8n-nodes-base.ldap'],
  ['mqtt', 'n8n-nodes-base.mqtt'],
]);

/** Throws BAD_REQUEST for a protocol other than http and https. `displayNameOf` returns undefined for an unknown node type. */
async function assertSupported(protocol: string, displayNameOf: (type: string) => Promise<string | undefined>): Promise<void> {
  if (protocol === 'http' || protocol === 'https') return;
  const type = alternatives.get(protocol);
  const node = type === undefined ? undefined : await displayNameOf(type);
  const protocolName = protocol.slice(0, 20).toUpperCase();
  const message = `The HTTP node doesn't support ${protocolName} requests`;
  const params = { protocol: protocolName };
  if (node === undefined)
    throw new AppError('BAD_REQUEST', message, { params, hint: 'Use an address that begins with http:// or https://.' });
  throw new AppError('BAD_REQUEST', `${message}. Use the node "${node}" instead`, {
    params: { ...params, node },
    hint: `Add the node "${node}" and enter host, path and the rest of the command there.`,
  });
}
